package dev.countersign.jobs.bank;

import dev.countersign.jobs.bank.StatementStore.PageKey;
import dev.countersign.jobs.bank.camt.BankEntry;
import dev.countersign.reconcile.service.ActionRefusedException;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.generic.GenericType;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jspecify.annotations.Nullable;

/** Entries of settlement accounts, and the lines of statements that state them. */
final class BankEntryStore {

    /**
     * An entry as a statement states it.
     *
     * @param occurrence which one it is of those of the statement that are known by the same
     */
    record Line(BankEntry entry, int occurrence) {}

    /** Counts the entries known by the same on the other pages of a statement. */
    Map<String, Integer> equalOnOtherPages(Handle handle, PageKey page) {
        return handle.createQuery(
                        """
                        select identity, count(*) as count
                          from bank_line
                          join bank_entry on bank_entry.id = bank_line.entry_id
                         where statement_id = :id
                           and page <> :page
                         group by identity
                        """)
                .bind("id", page.statement())
                .bind("page", page.page())
                .setMapKeyColumn("identity")
                .setMapValueColumn("count")
                .collectInto(new GenericType<Map<String, Integer>>() {});
    }

    /**
     * Adds lines of a page, and the entries of them that are not known.
     *
     * @return those whose entries are new
     * @throws ActionRefusedException when a known one says something else
     */
    List<Line> add(Handle handle, StatementKey key, PageKey page, List<Line> lines, Instant now) {
        if (lines.isEmpty()) {
            return List.of();
        }
        NamedAccounts named = NamedAccounts.of(handle, key, lines);
        PreparedBatch entries =
                handle.prepareBatch(
                        """
                        insert into bank_entry (id, mode, account, currency, identity, occurrence,
                                                reference, booked_on, value_date, paid_minor, funding_id,
                                                funding_note, intraday, imported_at)
                        values (:id, :mode, :account, :currency, :identity, :occurrence, :reference,
                                :bookedOn, :valueDate, :paid, cast(:funding as uuid),
                                cast(:fundingNote as text), :kind = 'report', :now)
                            on conflict do nothing
                        """);
        for (Line line : lines) {
            named.bind(bind(entries, key, line, now), line.entry()).add();
        }
        int[] counts = entries.execute();
        List<Line> added = new ArrayList<>();
        List<Line> known = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            (counts[i] > 0 ? added : known).add(lines.get(i));
        }
        requireSame(handle, key, known);
        named.fill(handle, key, known);
        PreparedBatch stated =
                handle.prepareBatch(
                        """
                        insert into bank_line (statement_id, page, number, entry_id)
                        select :statementId, :page, :number, id
                          from bank_entry
                         where mode = :mode
                           and account = :account
                           and currency = :currency
                           and identity = :identity
                           and occurrence = :occurrence
                        """);
        for (Line line : lines) {
            bind(stated, key, line, now)
                    .bind("statementId", page.statement())
                    .bind("page", page.page())
                    .bind("number", line.entry().number())
                    .add();
        }
        stated.execute();
        return added;
    }

    private static PreparedBatch bind(
            PreparedBatch batch, StatementKey key, Line line, Instant now) {
        BankEntry entry = line.entry();
        return batch.bind("id", key.entryId(line))
                .bind("mode", key.mode().wire())
                .bind("account", key.account())
                .bind("currency", key.currency())
                .bind("kind", key.kind())
                .bind("identity", entry.identity())
                .bind("occurrence", line.occurrence())
                .bind("reference", entry.reference())
                .bind("bookedOn", entry.bookedOn())
                .bind("valueDate", entry.valueDate())
                .bind("paid", entry.paidMinor())
                .bind("now", now);
    }

    private static void requireSame(Handle handle, StatementKey key, List<Line> known) {
        handle.createQuery(
                        """
                        select entry.reference, entry.value_date
                          from unnest(cast(:identities as text[]), cast(:occurrences as integer[]),
                                      cast(:valueDates as text[]))
                                 as line (identity, occurrence, value_date)
                          join bank_entry entry
                            on entry.mode = :mode
                           and entry.account = :account
                           and entry.currency = :currency
                           and entry.identity = line.identity
                           and entry.occurrence = line.occurrence
                         where entry.value_date <> cast(line.value_date as date)
                         limit 1
                        """)
                .bind("mode", key.mode().wire())
                .bind("account", key.account())
                .bind("currency", key.currency())
                .bindArray(
                        "identities",
                        String.class,
                        known.stream().map(line -> line.entry().identity()).toList())
                .bindArray(
                        "occurrences", Integer.class, known.stream().map(Line::occurrence).toList())
                .bindArray(
                        "valueDates",
                        String.class,
                        known.stream().map(line -> line.entry().valueDate().toString()).toList())
                .map(
                        (row, context) ->
                                contradiction(
                                        key,
                                        row.getString("reference"),
                                        "the value date "
                                                + row.getObject("value_date", LocalDate.class)))
                .findOne()
                .ifPresent(
                        contradiction -> {
                            throw contradiction;
                        });
    }

    private static ActionRefusedException contradiction(
            StatementKey key, @Nullable String reference, String before) {
        return new ActionRefusedException(
                "Entry %s of statement %s was stated before with %s; where that was wrong, 'bank undo' the statement that said so."
                        .formatted(reference, key.statement(), before));
    }

    /**
     * Makes sure that the bank did not give a reference on the same date to another amount, in a
     * statement other than this one.
     *
     * @param added entries that are new with this page
     */
    void requireNoContradiction(Handle handle, StatementKey key, PageKey page, List<UUID> added) {
        if (added.isEmpty()) {
            return;
        }
        handle.createQuery(
                        """
                        select mine.reference, other.paid_minor
                          from bank_entry mine
                          join bank_entry other
                            on other.mode = mine.mode
                           and other.account = mine.account
                           and other.currency = mine.currency
                           and other.reference = mine.reference
                           and left(other.identity, -length(other.paid_minor::text))
                               = left(mine.identity, -length(mine.paid_minor::text))
                           and sign(other.paid_minor) = sign(mine.paid_minor)
                           and other.paid_minor <> mine.paid_minor
                         where mine.id = any(:added)
                           and not exists (select 1
                                             from bank_line
                                            where bank_line.entry_id = other.id
                                              and bank_line.statement_id = :id)
                         order by mine.reference
                         limit 1
                        """)
                .bindArray("added", UUID.class, added)
                .bind("id", page.statement())
                .map(
                        (row, context) ->
                                contradiction(
                                        key,
                                        row.getString("reference"),
                                        key.currency()
                                                + " "
                                                + key.major(
                                                        BigInteger.valueOf(
                                                                        row.getLong("paid_minor"))
                                                                .abs())))
                .findOne()
                .ifPresent(
                        contradiction -> {
                            throw contradiction;
                        });
    }

    /** Marks the entries of a page as booked, where a statement and no report states them. */
    void book(Handle handle, PageKey page) {
        handle.execute(
                """
                        update bank_entry
                           set intraday = false
                          from bank_line
                          join bank_statement on bank_statement.id = bank_line.statement_id
                         where bank_line.statement_id = ?
                           and bank_line.page = ?
                           and bank_statement.kind = 'statement'
                           and bank_entry.id = bank_line.entry_id
                           and bank_entry.intraday
                        """,
                page.statement(),
                page.page());
    }
}
