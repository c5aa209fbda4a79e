package dev.countersign.reconcile.service.issuing;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.card.CardType;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.id.IdGenerator;
import dev.countersign.reconcile.domain.id.ProgramId;
import dev.countersign.reconcile.domain.list.ListPage;
import dev.countersign.reconcile.domain.program.Program;
import dev.countersign.reconcile.domain.program.ProgramRules;
import dev.countersign.reconcile.domain.program.SettlementCurrency;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.NotFound;
import dev.countersign.reconcile.store.issuing.ProgramStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The card programs of a book. */
public final class Programs {

    private static final int PAGE = 100;

    private final Database database;
    private final ProgramStore programs;
    private final BulkCardChanges sweeps;
    private final InstantSource clock;
    private final IdGenerator ids;

    public Programs(
            Database database,
            ProgramStore programs,
            BulkCardChanges sweeps,
            InstantSource clock,
            IdGenerator ids) {
        this.database = database;
        this.programs = programs;
        this.sweeps = sweeps;
        this.clock = clock;
        this.ids = ids;
    }

    public Optional<Program> find(Book book, ProgramId id) {
        return database.read(handle -> programs.find(handle, book, id));
    }

    /** Finds the book of a program, if there is such a program. */
    public Optional<Book> bookOf(ProgramId id) {
        return database.read(handle -> programs.bookOf(handle, id));
    }

    /** A page of programs, newest first. */
    public ListPage<Program> list(Book book, @Nullable UUID after, int limit) {
        return database.read(handle -> programs.list(handle, book, after, limit));
    }

    /** All programs of a book, newest first. */
    public List<Program> all(Book book) {
        List<Program> all = new ArrayList<>();
        UUID after = null;
        do {
            ListPage<Program> page = list(book, after, PAGE);
            all.addAll(page.rows());
            after = page.next();
        } while (after != null);
        return all;
    }

    /**
     * A program to be created.
     *
     * @param settlementCurrencies in which currencies, beside that of a card, its cards may be
     *     settled
     * @param scaEnforced binds its cards to strong customer authentication
     * @param isDefault takes the place of the book's default
     */
    public record NewProgram(
            String name,
            Network network,
            String bin,
            List<CardType> cardTypes,
            List<String> currencies,
            List<SettlementCurrency> settlementCurrencies,
            boolean active,
            boolean scaEnforced,
            boolean isDefault) {}

    public Program create(Book book, NewProgram wanted) {
        return database.atomically(handle -> create(handle, book, wanted));
    }

    private Program create(Handle handle, Book book, NewProgram wanted) {
        Instant now = clock.instant();
        Program program =
                new Program(
                        new ProgramId(ids.next(now)),
                        wanted.name(),
                        wanted.active(),
                        wanted.network(),
                        wanted.bin(),
                        List.copyOf(wanted.cardTypes()),
                        List.copyOf(wanted.currencies()),
                        List.copyOf(wanted.settlementCurrencies()),
                        wanted.scaEnforced(),
                        wanted.isDefault(),
                        now);
        ProgramRules.require(program);
        if (program.isDefault()) {
            programs.clearDefault(handle, book);
        }
        programs.insert(handle, book, program);
        return program;
    }

    /** The changes to a program; null keeps the current value. */
    public record Change(
            @Nullable String name,
            @Nullable Boolean active,
            @Nullable List<CardType> cardTypes,
            @Nullable List<String> currencies,
            @Nullable List<SettlementCurrency> settlementCurrencies,
            @Nullable Boolean scaEnforced,
            @Nullable Boolean isDefault) {

        private Program onto(Program before) {
            return new Program(
                    before.id(),
                    name == null ? before.name() : name,
                    active == null ? before.active() : active,
                    before.network(),
                    before.bin(),
                    cardTypes == null ? before.cardTypes() : List.copyOf(cardTypes),
                    currencies == null ? before.currencies() : List.copyOf(currencies),
                    settlementCurrencies == null
                            ? before.settlementCurrencies()
                            : List.copyOf(settlementCurrencies),
                    scaEnforced == null ? before.scaEnforced() : scaEnforced,
                    isDefault == null ? before.isDefault() : isDefault,
                    before.createdAt());
        }
    }

    /**
     * Changes a program. What decisions look at, its status and whether it enforces strong customer
     * authentication, counts from the next message of each of its cards once this returns; for some
     * of them before that, and where the stream is busy within a minute.
     */
    public Program update(Book book, ProgramId id, Change change) {
        Program after = database.atomically(handle -> update(handle, book, id, change));
        sweeps.finish();
        return after;
    }

    private Program update(Handle handle, Book book, ProgramId id, Change change) {
        Program before =
                programs.lock(handle, book, id)
                        .orElseThrow(() -> NotFound.of("program", "program_id"));
        Program after = change.onto(before);
        ProgramRules.require(after);
        if (after.isDefault() && !before.isDefault()) {
            programs.clearDefault(handle, book);
        }
        programs.update(handle, after, clock.instant());
        if (after.active() != before.active() || after.scaEnforced() != before.scaEnforced()) {
            sweeps.begin(handle, id);
        }
        return after;
    }
}
