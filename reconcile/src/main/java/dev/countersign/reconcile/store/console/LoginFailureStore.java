package dev.countersign.reconcile.store.console;

import dev.countersign.reconcile.domain.operator.LoginLimit;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/** Logins that failed, and the browsers in which operators logged in. */
public final class LoginFailureStore {

    /**
     * Failures in a row.
     *
     * @param name of the operator; empty for any
     * @param source from where; empty for anywhere
     */
    public record Failures(String name, String source, int count, Instant lastAt) {}

    /** Makes a row to lock where there is none. */
    public void prepare(Handle handle, String name, String source, Instant now) {
        handle.createUpdate(
                        """
                        insert into login_failure (name, source, failures, last_at)
                        values (:name, :source, 0, :now)
                            on conflict do nothing
                        """)
                .bind("name", name)
                .bind("source", source)
                .bind("now", now)
                .execute();
    }

    /** The failures of a name, an address, and both, for the rest of the transaction. */
    public List<Failures> lock(Handle handle, String name, String source) {
        return handle.createQuery(
                        """
                        select name, source, failures as count, last_at
                          from login_failure
                         where (name, source) in ((:name, :source), (:name, ''), ('', :source))
                         order by name, source
                           for update
                        """)
                .bind("name", name)
                .bind("source", source)
                .mapTo(Failures.class)
                .list();
    }

    /** Counts one more failure; those of before a moment count no longer. */
    public void add(Handle handle, String name, String source, Instant now) {
        handle.createUpdate(
                        """
                        insert into login_failure (name, source, failures, last_at)
                        values (:name, :source, 1, :now)
                            on conflict (name, source) do update
                               set failures = case when login_failure.last_at < :before then 1
                                                   else login_failure.failures + 1 end,
                                   last_at = :now
                        """)
                .bind("name", name)
                .bind("source", source)
                .bind("now", now)
                .bind("before", now.minus(LoginLimit.REMEMBERED))
                .execute();
    }

    /** Takes one failure back that was none. */
    public void subtract(Handle handle, String name, String source) {
        handle.execute(
                "delete from login_failure where name = ? and source = ? and" + " failures <= 1",
                name,
                source);
        handle.execute(
                """
                        update login_failure
                           set failures = failures - 1
                         where name = ?
                           and source = ?
                        """,
                name,
                source);
    }

    /** Forgets the failures of a name from an address. */
    public void delete(Handle handle, String name, String source) {
        handle.execute("delete from login_failure where name = ? and source = ?", name, source);
    }

    /** Forgets all failures of a name; gives how many rows there were. */
    public int deleteOfName(Handle handle, String name) {
        return handle.execute("delete from login_failure where name = ?", name);
    }

    /** Forgets all failures from an address; gives how many rows there were. */
    public int deleteOfSource(Handle handle, String source) {
        return handle.execute("delete from login_failure where source = ?", source);
    }

    /** Forgets the failures, and the browsers of logins, of before two moments. */
    public void deleteBefore(Handle handle, Instant failure, Instant login) {
        handle.execute("delete from login_failure where last_at < ?", failure);
        handle.execute("delete from login_source where last_at < ?", login);
    }

    /** The names that failed at least so often, from one address or from all. */
    public Set<String> namesAbove(Handle handle, int failures, Instant since) {
        return handle.createQuery(
                        """
                        select distinct name
                          from login_failure
                         where name <> ''
                           and failures >= :failures
                           and last_at > :since
                        """)
                .bind("failures", failures)
                .bind("since", since)
                .mapTo(String.class)
                .set();
    }

    /** True when some operator logged in from a source. */
    public boolean isKnown(Handle handle, String source) {
        return handle.select("select exists (select from login_source where source = ?)", source)
                .mapTo(Boolean.class)
                .one();
    }

    /** True when an operator logged in from a source. */
    public boolean isKnown(Handle handle, String operator, String source) {
        return handle.createQuery(
                        """
                        select exists (
                            select
                              from login_source
                             where operator = :operator
                               and source = :source)
                        """)
                .bind("operator", operator)
                .bind("source", source)
                .mapTo(Boolean.class)
                .one();
    }

    /** Remembers that an operator logged in from a source. */
    public void remember(Handle handle, String operator, String source, Instant now) {
        handle.createUpdate(
                        """
                        insert into login_source (operator, source, last_at)
                        values (:operator, :source, :now)
                            on conflict (operator, source) do update set last_at = :now
                        """)
                .bind("operator", operator)
                .bind("source", source)
                .bind("now", now)
                .execute();
    }
}
