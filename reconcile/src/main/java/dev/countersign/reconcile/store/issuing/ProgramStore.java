package dev.countersign.reconcile.store.issuing;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.card.CardType;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.ProgramId;
import dev.countersign.reconcile.domain.list.ListPage;
import dev.countersign.reconcile.domain.program.Program;
import dev.countersign.reconcile.domain.program.SettlementCurrency;
import dev.countersign.reconcile.store.sql.BoundedScan;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/** Card programs. */
public final class ProgramStore {

    private static final String COLUMNS =
            """
            program.id, program.name, program.status, program.network, program.bin,
            program.supported_card_types, program.supported_currencies, program.sca_mode,
            program.settlement_currencies, program.is_default, program.created_at
            """;

    private final BoundedScan<Program> scan;

    public ProgramStore(int rowsScannedMax) {
        this.scan =
                new BoundedScan<>(
                        "program",
                        COLUMNS,
                        "",
                        ProgramStore::read,
                        program -> program.id().value(),
                        rowsScannedMax);
    }

    /** The programs of a book, newest first. */
    public ListPage<Program> list(Handle handle, Book book, @Nullable UUID after, int limit) {
        BoundedScan.Scan conditions =
                new BoundedScan.Scan()
                        .indexed("account_id = :account", "account", book.account())
                        .indexed("mode = :mode", "mode", book.mode());
        return scan.page(handle, conditions, after, limit);
    }

    public Optional<Program> find(Handle handle, Book book, ProgramId id) {
        return scan.find(handle, book, id.value(), "");
    }

    /** The same, and nobody else changes it until the transaction ends. */
    public Optional<Program> lock(Handle handle, Book book, ProgramId id) {
        return scan.find(handle, book, id.value(), "for update");
    }

    /** Finds the book of a program, if there is such a program. */
    public Optional<Book> bookOf(Handle handle, ProgramId id) {
        return handle.select("select account_id, mode from program where id = ?", id.value())
                .map((row, context) -> Rows.book(row))
                .findOne();
    }

    /** The program that cards of a book get when none is named. */
    public Optional<Program> findDefault(Handle handle, Book book) {
        return handle.createQuery(
                        "select "
                                + COLUMNS
                                + " from program where account_id = :account and mode = :mode and is_default")
                .bindMethods(book)
                .map((row, context) -> read(row))
                .findOne();
    }

    /**
     * The program of a new card, and the customer beside it.
     *
     * @param customerActive null when there is no such customer in the book
     */
    public record Terms(Program program, @Nullable Boolean customerActive) {}

    /**
     * The program of a new card, if it is there.
     *
     * @param program null takes the one that cards of the book get when none is named
     * @param customer whose card it is to be
     */
    public Optional<Terms> terms(
            Handle handle, Book book, @Nullable ProgramId program, @Nullable CustomerId customer) {
        Query query =
                handle.createQuery(
                        "select "
                                + COLUMNS
                                + """
                                  , (select customer.status = 'active'
                                       from customer
                                      where customer.id = cast(:customer as uuid)
                                        and customer.account_id = :account
                                        and customer.mode = :mode) as customer_active
                                  from program
                                 where account_id = :account
                                   and mode = :mode
                                   and
                                """
                                + (program == null ? " is_default" : " id = :id"));
        if (program != null) {
            query.bind("id", program.value());
        }
        return query.bindMethods(book)
                .bind("customer", customer)
                .map(
                        (row, context) ->
                                new Terms(read(row), (Boolean) row.getObject("customer_active")))
                .findOne();
    }

    public void insert(Handle handle, Book book, Program program) {
        bound(
                        handle.createUpdate(
                                """
                                insert into program (id, account_id, mode, name, status, network, bin,
                                                     supported_card_types, supported_currencies, settlement_currencies,
                                                     sca_mode, is_default, created_at, updated_at)
                                values (:id, :account, :mode, :name, :status, :network, :bin,
                                        :cardTypes, :currencies, :settlementCurrencies, :scaMode, :isDefault, :at, :at)
                                """),
                        program)
                .bindMethods(book)
                .bind("at", program.createdAt())
                .execute();
    }

    /** Writes what can change of a program. */
    public void update(Handle handle, Program program, Instant at) {
        bound(
                        handle.createUpdate(
                                """
                                update program
                                   set name = :name,
                                       status = :status,
                                       supported_card_types = :cardTypes,
                                       supported_currencies = :currencies,
                                       settlement_currencies = :settlementCurrencies,
                                       sca_mode = :scaMode,
                                       is_default = :isDefault,
                                       updated_at = :at
                                 where id = :id
                                """),
                        program)
                .bind("at", at)
                .execute();
    }

    /** The statement with the program's id and all that can change of it. */
    private static Update bound(Update update, Program program) {
        return update.bindMethods(program)
                .bind("status", program.active() ? "active" : "inactive")
                .bindArray(
                        "cardTypes",
                        String.class,
                        program.cardTypes().stream().map(CardType::wire).toList())
                .bindArray("currencies", String.class, program.currencies())
                .bindArray(
                        "settlementCurrencies",
                        String.class,
                        program.settlementCurrencies().stream()
                                .map(SettlementCurrency::toString)
                                .toList())
                .bind("scaMode", program.scaEnforced() ? "enforce" : "off");
    }

    /** Takes the mark of the default from whichever program of a book has it. */
    public void clearDefault(Handle handle, Book book) {
        handle.createUpdate(
                        """
                        update program
                           set is_default = false
                         where account_id = :account
                           and mode = :mode
                           and is_default
                        """)
                .bindMethods(book)
                .execute();
    }

    /**
     * Returns the currencies in which programs of a mode may be settled beside those of their
     * cards, for the programs that have any.
     */
    public static Map<ProgramId, List<SettlementCurrency>> settlementCurrencies(
            Handle handle, Mode mode) {
        return handle.createQuery(
                        """
                        select id, settlement_currencies
                          from program
                         where mode = :mode
                           and settlement_currencies <> '{}'
                        """)
                .bind("mode", mode.wire())
                .map(
                        (row, context) ->
                                Map.entry(
                                        new ProgramId(Rows.uuid(row, "id")),
                                        settlementCurrencies(row)))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static List<SettlementCurrency> settlementCurrencies(ResultSet row)
            throws SQLException {
        return Rows.texts(row, "settlement_currencies").stream()
                .map(text -> SettlementCurrency.parse(text).orElseThrow())
                .toList();
    }

    private static Program read(ResultSet row) throws SQLException {
        return new Program(
                new ProgramId(Rows.uuid(row, "id")),
                row.getString("name"),
                row.getString("status").equals("active"),
                Rows.wire(row, "network", Network.class),
                row.getString("bin"),
                Rows.texts(row, "supported_card_types").stream()
                        .map(name -> CardType.valueOf(name.toUpperCase(Locale.ROOT)))
                        .toList(),
                Rows.texts(row, "supported_currencies"),
                settlementCurrencies(row),
                row.getString("sca_mode").equals("enforce"),
                row.getBoolean("is_default"),
                Rows.instant(row, "created_at"));
    }
}
