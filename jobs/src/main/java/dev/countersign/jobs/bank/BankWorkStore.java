package dev.countersign.jobs.bank;

import dev.countersign.jobs.bank.BankWork.Entry;
import dev.countersign.jobs.bank.BankWork.Statement;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.service.ActionRefusedException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Statements and entries as people work on them. */
final class BankWorkStore {

    private static final String STATEMENTS =
            """
            select statement.id, kind, account, currency, statement as name, sequence,
                   stated_from as "from", stated_to as "to", complete, imported_at, pages, opening,
                   closing,
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
                .mapTo(Statement.class)
                .list();
    }

    Optional<Statement> statement(Handle handle, Mode mode, UUID id) {
        return handle.createQuery(STATEMENTS + " and statement.id = :id")
                .bind("mode", mode)
                .bind("id", id)
                .mapTo(Statement.class)
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
                .bindMethods(entry)
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

    /** The dates that a statement or its entries are about; of a longer time, one of each month. */
    List<LocalDate> datesOf(Handle handle, UUID statement) {
        return handle.createQuery(
                        """
                        with entry as (
                            select value_date, settles_on
                              from bank_line
                              join bank_entry on bank_entry.id = bank_line.entry_id
                             where statement_id = :id
                        ), stated as (
                            select stated_from, coalesce(stated_to, stated_from) as stated_to
                              from bank_statement
                             where id = :id
                        )
                        select value_date as day from entry
                        union
                        select settles_on from entry where settles_on is not null
                        union
                        select generate_series(stated_from::timestamp, stated_to, '1 month')::date
                          from stated
                        union
                        select stated_to from stated where stated_to is not null
                        """)
                .bind("id", statement)
                .mapTo(LocalDate.class)
                .list();
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
        handle.execute("delete from bank_statement where id = ?", statement);
    }
}
