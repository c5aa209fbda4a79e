package dev.countersign.reconcile.store.feed;

import java.time.Duration;
import org.jdbi.v3.core.Handle;

/** The sessions of all processes that decide, as the server sees them. */
public final class StreamSessionStore {

    /** SQL that each of these sessions begins with. */
    public static final String INIT_SQL = "set application_name = 'countersign-stream'";

    /**
     * Ends the sessions that wait in the middle of a transaction for a process that sends nothing.
     * The server does so by itself where a process rests between two statements, and never where it
     * rests within the rows of one.
     *
     * @param after time for which they have waited, at least
     * @return the number of sessions
     */
    public int endStopped(Handle handle, Duration after) {
        return handle.createQuery(
                        """
                        select count(*) filter (where pg_terminate_backend(pid))
                          from pg_stat_activity
                         where application_name = 'countersign-stream'
                           and datname = current_database()
                           and pid <> pg_backend_pid()
                           and state in ('active', 'idle in transaction')
                           and wait_event = 'ClientRead'
                           and state_change < clock_timestamp() - make_interval(secs => :seconds)
                        """)
                .bind("seconds", after.toSeconds())
                .mapTo(Integer.class)
                .one();
    }
}
