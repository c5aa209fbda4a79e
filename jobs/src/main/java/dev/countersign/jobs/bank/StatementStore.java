package dev.countersign.jobs.bank;

import dev.countersign.jobs.bank.SettlementAccounts.Settled;
import dev.countersign.jobs.bank.camt.BankEntry;
import dev.countersign.jobs.bank.camt.StatementEnd;
import dev.countersign.jobs.bank.camt.StatementHeader;
import dev.countersign.jobs.bank.camt.StatementRefusedException;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.NamedId;
import dev.countersign.reconcile.domain.money.Currencies;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/** Statements with their pages and lines, and the entries that these state. */
final class StatementStore {

    /**
     * The name that a bank gives a statement. Within a year or two it may name another one so.
     *
     * @param account the settlement account that it is of
     */
    record StatementKey(
            Mode mode,
            String account,
            String currency,
            String kind,
            String statement,
            @Nullable Long sequence,
            @Nullable LocalDate createdOn) {

        static StatementKey of(Mode mode, Settled settled, StatementHeader header) {
            return new StatementKey(
                    mode,
                    settled.id(),
                    settled.currency().getCurrencyCode(),
                    header.kind().wire(),
                    header.id(),
                    header.sequence(),
                    header.createdOn());
        }

        UUID entryId(Line line) {
            return NamedId.of(
                    mode.wire(), account, currency, line.entry().identity(), line.occurrence());
        }

        /** An amount with its decimal point. */
        String major(BigInteger minor) {
            int digits = Currencies.find(currency).orElseThrow().getDefaultFractionDigits();
            return new BigDecimal(minor, digits).toPlainString();
        }

        private <S extends SqlStatement<S>> S bind(S sql) {
            return sql.bind("mode", mode.wire())
                    .bind("account", account)
                    .bind("currency", currency)
                    .bind("kind", kind)
                    .bind("statement", statement)
                    .bind("sequence", sequence)
                    .bind("createdOn", createdOn);
        }
    }

    /** A page of a statement that is taken over. */
    record PageKey(UUID statement, int page) {}

    /**
     * An entry as a statement states it.
     *
     * @param occurrence which one it is of those of the statement that are known by the same
     */
    record Line(BankEntry entry, int occurrence) {}

    /**
     * A statement of which all pages are there.
     *
     * @param moved above 0 what left the account
     */
    record Whole(BigInteger opening, BigInteger closing, BigInteger moved) {

        boolean addsUp() {
            return opening.subtract(moved).equals(closing);
        }
    }

    private static final String SAME_KEY =
            """
            mode = :mode
               and account = :account
               and currency = :currency
               and kind = :kind
               and statement = :statement
               and sequence is not distinct from :sequence
               and created_on is not distinct from cast(:createdOn as date)
            """;

    /** Lets one import or undo at a time at the statements; nights read on. */
    static void lock(Handle handle) {
        handle.execute("lock table bank_statement in exclusive mode");
    }

    private record Edition(UUID id, int edition, boolean hasPage) {}

    /**
     * Begins a page. It joins the newest statement of its name that lacks it; where there is none,
     * it begins one.
     */
    PageKey begin(Handle handle, StatementKey key, StatementHeader header, Instant now) {
        Edition newest =
                key.bind(
                                handle.createQuery(
                                        """
                                        select id, edition,
                                               exists (select 1
                                                         from bank_page
                                                        where bank_page.statement_id = bank_statement.id
                                                          and bank_page.page = :page) as has_page
                                          from bank_statement
                                         where
                                        """
                                                + SAME_KEY
                                                + " order by edition desc limit 1"))
                        .bind("page", header.page())
                        .map(
                                (row, context) ->
                                        new Edition(
                                                row.getObject("id", UUID.class),
                                                row.getInt("edition"),
                                                row.getBoolean("has_page")))
                        .findOne()
                        .orElse(null);
        UUID statement =
                newest == null || newest.hasPage()
                        ? edition(handle, key, newest == null ? 1 : newest.edition() + 1, now)
                        : newest.id();
        handle.createUpdate(
                        """
                        insert into bank_page (statement_id, page, last, content, moved_minor)
                        values (:id, :page, :last, '', 0)
                        """)
                .bind("id", statement)
                .bind("page", header.page())
                .bind("last", header.last())
                .execute();
        return new PageKey(statement, header.page());
    }

    private static UUID edition(Handle handle, StatementKey key, int edition, Instant now) {
        UUID id =
                NamedId.of(
                        key.mode().wire(),
                        key.account(),
                        key.currency(),
                        key.kind(),
                        key.statement(),
                        String.valueOf(key.sequence()),
                        String.valueOf(key.createdOn()),
                        edition);
        key.bind(
                        handle.createUpdate(
                                """
                                insert into bank_statement (id, mode, kind, account, currency, statement,
                                                            sequence, created_on, edition, complete,
                                                            imported_at)
                                values (:id, :mode, :kind, :account, :currency, :statement, :sequence,
                                        :createdOn, :edition, false, :now)
                                """))
                .bind("id", id)
                .bind("edition", edition)
                .bind("now", now.atOffset(ZoneOffset.UTC))
                .execute();
        return id;
    }

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
                .reduceRows(
                        new HashMap<String, Integer>(),
                        (map, row) -> {
                            map.put(
                                    row.getColumn("identity", String.class),
                                    row.getColumn("count", Integer.class));
                            return map;
                        });
    }

    /**
     * Adds lines of a page, and the entries of them that are not known.
     *
     * @return those whose entries are new
     * @throws StatementRefusedException when a known one says something else
     */
    List<Line> add(Handle handle, StatementKey key, PageKey page, List<Line> lines, Instant now) {
        if (lines.isEmpty()) {
            return List.of();
        }
        PreparedBatch entries =
                handle.prepareBatch(
                        """
                        insert into bank_entry (id, mode, account, currency, identity, occurrence,
                                                reference, booked_on, value_date, paid_minor, intraday,
                                                imported_at)
                        values (:id, :mode, :account, :currency, :identity, :occurrence, :reference,
                                :bookedOn, :valueDate, :paid, :kind = 'report', :now)
                            on conflict do nothing
                        """);
        for (Line line : lines) {
            bind(entries, key, line, now).add();
        }
        int[] counts = entries.execute();
        List<Line> added = new ArrayList<>();
        List<Line> known = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            (counts[i] > 0 ? added : known).add(lines.get(i));
        }
        requireSame(handle, key, known);
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
                .bind("now", now.atOffset(ZoneOffset.UTC));
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

    private static StatementRefusedException contradiction(
            StatementKey key, @Nullable String reference, String before) {
        return new StatementRefusedException(
                "Entry %s of statement %s was stated before with %s; where that was wrong, 'bank undo' the statement that said so."
                        .formatted(reference, key.statement(), before));
    }

    /** True where a statement of this name had a page that said just this. */
    boolean isKnown(Handle handle, StatementKey key, String content) {
        return key.bind(
                        handle.createQuery(
                                """
                                select exists (select 1
                                                 from bank_page
                                                 join bank_statement
                                                   on bank_statement.id = bank_page.statement_id
                                                where content = :content
                                                  and
                                """
                                        + SAME_KEY
                                        + ")"))
                .bind("content", content)
                .mapTo(Boolean.class)
                .one();
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
                           and other.booked_on = mine.booked_on
                           and other.identity like 'ref %'
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

    /** Writes what a page turned out to say, and how its statement stands with it. */
    void end(
            Handle handle, PageKey page, StatementEnd end, BigInteger moved, StatementDates dates) {
        handle.createUpdate(
                        """
                        update bank_page
                           set content = :content,
                               opening_minor = :opening,
                               closing_minor = :closing,
                               moved_minor = :moved
                         where statement_id = :id
                           and page = :page
                        """)
                .bind("content", end.content())
                .bind("opening", end.opening() == null ? null : end.opening().minor())
                .bind("closing", end.closing() == null ? null : end.closing().minor())
                .bind("moved", new BigDecimal(moved))
                .bind("id", page.statement())
                .bind("page", page.page())
                .execute();
        handle.createUpdate(
                        """
                        update bank_statement
                           set stated_from = least(stated_from, cast(:from as date)),
                               stated_to = greatest(stated_to, cast(:to as date)),
                               complete = pages.complete
                          from (select count(*) = max(page)
                                       and bool_or(last and page = newest) as complete
                                  from (select page, last, max(page) over () as newest
                                          from bank_page
                                         where statement_id = :id) page) pages
                         where id = :id
                        """)
                .bind("from", dates.from())
                .bind("to", dates.to())
                .bind("id", page.statement())
                .execute();
        handle.createUpdate(
                        """
                        update bank_entry
                           set intraday = false
                          from bank_line
                          join bank_statement on bank_statement.id = bank_line.statement_id
                         where bank_line.statement_id = :id
                           and bank_line.page = :page
                           and bank_statement.kind = 'statement'
                           and bank_entry.id = bank_line.entry_id
                           and bank_entry.intraday
                        """)
                .bind("id", page.statement())
                .bind("page", page.page())
                .execute();
    }

    /** A statement whose pages are all there and which states both balances. */
    Optional<Whole> whole(Handle handle, PageKey page) {
        return handle.createQuery(
                        """
                        select (array_agg(opening_minor order by page))[1] as opening,
                               (array_agg(closing_minor order by page desc))[1] as closing,
                               sum(moved_minor) as moved
                          from bank_page
                          join bank_statement on bank_statement.id = bank_page.statement_id
                         where statement_id = :id
                           and complete
                        having (array_agg(opening_minor order by page))[1] is not null
                           and (array_agg(closing_minor order by page desc))[1] is not null
                        """)
                .bind("id", page.statement())
                .map(
                        (row, context) ->
                                new Whole(
                                        row.getBigDecimal("opening").toBigIntegerExact(),
                                        row.getBigDecimal("closing").toBigIntegerExact(),
                                        row.getBigDecimal("moved").toBigIntegerExact()))
                .findOne();
    }
}
