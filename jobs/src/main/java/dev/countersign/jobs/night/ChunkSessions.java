package dev.countersign.jobs.night;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.store.settlement.NightGate;
import org.jdbi.v3.core.Handle;

/**
 * The transactions that are chunks of a night. Each shares the lock of the gate, and its session
 * has a name, by which another process ends it where its own stands still or has gone.
 */
public final class ChunkSessions {

    private static final String CHUNK = "countersign-night ";

    private ChunkSessions() {}

    /** The name of chunks under a lease. */
    static String name(Mode mode, long fence) {
        return CHUNK + mode.wire() + " " + fence;
    }

    /** The name of chunks of a partition that was handed out under a lease. */
    public static String name(Mode mode, long fence, long partition) {
        return name(mode, fence) + " " + partition;
    }

    /**
     * Says that this transaction is a chunk. The lock is had before the row is read: nobody takes
     * the lease until the transaction ends.
     *
     * @return false when the lease is no more
     */
    public static boolean begin(Handle handle, Mode mode, long fence, String name) {
        handle.execute(
                "select set_config('application_name', ?, true),"
                        + " pg_advisory_xact_lock_shared(?, ?)",
                name,
                NightGate.LOCK,
                NightGate.key(mode));
        return isOf(handle, mode, fence);
    }

    /** True while the lease of a mode is the one of this number. */
    public static boolean isOf(Handle handle, Mode mode, long fence) {
        return handle.select(
                        "select fence = ? and held_until > clock_timestamp()"
                                + " from night_lease where mode = ?",
                        fence,
                        mode.wire())
                .mapTo(Boolean.class)
                .findOne()
                .orElse(false);
    }

    /**
     * Ends the sessions that still are in a chunk of who lost the lease: its process was stopped in
     * the middle of it, or its machine has gone, which the server sees only after hours.
     *
     * @return how many
     */
    static int endLost(Handle handle, Mode mode) {
        return handle.createQuery(
                        """
                        select count(*) filter (where pg_terminate_backend(pid))
                          from pg_stat_activity
                         where application_name like :chunks
                           and datname = current_database()
                           and usename = current_user
                           and pid <> pg_backend_pid()
                           and not exists (select
                                             from night_lease
                                            where mode = :mode
                                              and held_until > clock_timestamp())
                        """)
                .bind("chunks", CHUNK + mode.wire() + " %")
                .bind("mode", mode.wire())
                .mapTo(Integer.class)
                .one();
    }

    /**
     * Ends the sessions that have been in a chunk of this name for longer than most chunks take,
     * for the same reasons.
     *
     * @return how many
     */
    public static int end(Handle handle, String name) {
        return handle.createQuery(
                        """
                        select count(*) filter (where pg_terminate_backend(pid))
                          from pg_stat_activity
                         where application_name = :name
                           and xact_start < clock_timestamp() - interval '1 second'
                           and datname = current_database()
                           and usename = current_user
                           and pid <> pg_backend_pid()
                        """)
                .bind("name", name)
                .mapTo(Integer.class)
                .one();
    }
}
