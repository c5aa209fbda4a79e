package dev.countersign.jobs.bank;

import dev.countersign.jobs.bank.camt.StatementEnd;
import dev.countersign.jobs.bank.camt.StatementHeader;
import dev.countersign.reconcile.domain.id.NamedId;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** Statements and their pages. */
final class StatementStore {

    /** A page of a statement that is taken over. */
    record PageKey(UUID statement, int page) {}

    /**
     * A statement of which all pages are there.
     *
     * @param moved above 0 what left the account
     */
    record CompleteStatement(BigInteger opening, BigInteger closing, BigInteger moved) {

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
                        .mapTo(Edition.class)
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
                .bind("now", now)
                .execute();
        return id;
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
                .bind("moved", moved)
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
    }

    /** A statement whose pages are all there and which states both balances. */
    Optional<CompleteStatement> whole(Handle handle, PageKey page) {
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
                .mapTo(CompleteStatement.class)
                .findOne();
    }
}
