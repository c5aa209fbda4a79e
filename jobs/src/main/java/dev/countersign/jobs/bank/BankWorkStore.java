package dev.countersign.jobs.bank;

import dev.countersign.jobs.bank.BankWork.Entry;
import dev.countersign.jobs.bank.BankWork.Statement;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.service.ActionRefusedException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Statements and entries as people work on them. */
final class BankWorkStore {

    private static final String STATEMENTS =
            """
            select statement.id, kind, account, currency, statement, sequence, stated_from, stated_to,
                   complete, imported_at, pages, opening, closing,
                   (select count(*) from bank_line where statement_id = statement.id) as entries
              from bank_statement statement
              join (select statement_id, count(*) as pages,
                           (array_agg(opening_minor order by page))[1] as opening,
                           (array_agg(closing_minor order by page desc))[1] as closing
                      from bank_page
                     group by statement_id) page on page.statement_id = statement.id
             where mode = :mode
            """;

    private static final String ENTRIES =
            """
            select id, account, currency, reference, booked_on, value_date, paid_minor as paid,
                   settles_on, fee, funding_id as funding, funding_note as note, intraday
              from bank_entry
             where mode = :mode
            """;

    List<Statement> statements(Handle handle, Mode mode) {
        return handle.createQuery(
                        STATEMENTS
                                + " order by imported_at desc, stated_to desc nulls last, currency,"
                                + " statement.id")
                .bind("mode", mode)
                .map((row, context) -> statement(row))
                .list();
    }

    Optional<Statement> statement(Handle handle, Mode mode, UUID id) {
        return handle.createQuery(STATEMENTS + " and statement.id = :id")
                .bind("mode", mode)
                .bind("id", id)
                .map((row, context) -> statement(row))
                .findOne();
    }

    List<Entry> entries(Handle handle, Mode mode, @Nullable LocalDate valueDate, int limit) {
        return handle.createQuery(
                        ENTRIES
                                + " and (cast(:valueDate as date) is null or value_date = cast(:valueDate as date))"
                                + " order by value_date desc, currency, id limit :limit")
                .bind("mode", mode)
                .bind("valueDate", valueDate)
                .bind("limit", limit)
                .mapTo(Entry.class)
                .list();
    }

    Optional<Entry> entry(Handle handle, Mode mode, UUID id) {
        return handle.createQuery(ENTRIES + " and id = :id")
                .bind("mode", mode)
                .bind("id", id)
                .mapTo(Entry.class)
                .findOne();
    }

    void purpose(Handle handle, Entry entry) {
        handle.createUpdate(
                        """
                        update bank_entry
                           set settles_on = :settlesOn,
                               fee = :fee,
                               funding_id = cast(:funding as uuid),
                               funding_note = null
                         where id = :id
                        """)
                .bind("settlesOn", entry.settlesOn())
                .bind("fee", entry.fee())
                .bind("funding", entry.funding())
                .bind("id", entry.id())
                .execute();
    }

    /**
     * The funding account of that name.
     *
     * @throws ActionRefusedException where the book has none in that currency
     */
    UUID fundingAccount(Handle handle, Mode mode, String named, String currency) {
        UUID id =
                FundingId.parse(named)
                        .map(FundingId::value)
                        .orElseThrow(() -> noFunding(named, currency));
        return handle.createQuery(
                        "select id from funding_account where id = :id and mode = :mode"
                                + " and currency = :currency")
                .bind("id", id)
                .bind("mode", mode)
                .bind("currency", currency)
                .mapTo(UUID.class)
                .findOne()
                .orElseThrow(() -> noFunding(named, currency));
    }

    private static ActionRefusedException noFunding(String named, String currency) {
        return new ActionRefusedException(
                "There is no funding account %s in %s.".formatted(named, currency));
    }

    /** The earliest date that a statement or one of its entries is about. */
    @Nullable LocalDate earliestOf(Handle handle, UUID statement) {
        return handle.createQuery(
                        """
                        select least(stated_from, stated_to,
                                     (select min(least(value_date, settles_on))
                                        from bank_line
                                        join bank_entry on bank_entry.id = bank_line.entry_id
                                       where statement_id = :id)) as earliest
                          from bank_statement
                         where id = :id
                        """)
                .bind("id", statement)
                .map((row, context) -> row.getObject("earliest", LocalDate.class))
                .findOne()
                .orElse(null);
    }

    /** Deletes a statement, and those of its entries that no other one states. */
    void undo(Handle handle, UUID statement) {
        handle.createUpdate(
                        """
                        delete from bank_entry
                         where id in (select entry_id from bank_line where statement_id = :id)
                           and not exists (select 1
                                             from bank_line other
                                            where other.entry_id = bank_entry.id
                                              and other.statement_id <> :id)
                        """)
                .bind("id", statement)
                .execute();
        // What is left of it is stated by others, perhaps by reports within a day alone.
        handle.createUpdate(
                        """
                        update bank_entry
                           set intraday = true
                         where id in (select entry_id from bank_line where statement_id = :id)
                           and not exists (select 1
                                             from bank_line other
                                             join bank_statement on bank_statement.id = other.statement_id
                                            where other.entry_id = bank_entry.id
                                              and other.statement_id <> :id
                                              and bank_statement.kind = 'statement')
                        """)
                .bind("id", statement)
                .execute();
        handle.createUpdate("delete from bank_statement where id = :id")
                .bind("id", statement)
                .execute();
    }

    private static Statement statement(ResultSet row) throws SQLException {
        return new Statement(
                row.getObject("id", UUID.class),
                row.getString("kind"),
                row.getString("account"),
                row.getString("currency"),
                row.getString("statement"),
                row.getObject("sequence", Long.class),
                row.getObject("stated_from", LocalDate.class),
                row.getObject("stated_to", LocalDate.class),
                row.getInt("pages"),
                row.getBoolean("complete"),
                exact(row.getBigDecimal("opening")),
                exact(row.getBigDecimal("closing")),
                row.getInt("entries"),
                row.getObject("imported_at", OffsetDateTime.class).toInstant());
    }

    private static @Nullable BigInteger exact(@Nullable BigDecimal minor) {
        return minor == null ? null : minor.toBigIntegerExact();
    }
}
