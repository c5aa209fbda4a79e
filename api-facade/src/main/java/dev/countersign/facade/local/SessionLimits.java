package dev.countersign.facade.local;

import com.zaxxer.hikari.HikariConfig;
import java.time.Duration;

/**
 * Limits on how long a session of the database may keep others waiting. The server is told when a
 * connection begins. The limits therefore hold on any PostgreSQL, and also for a process that was
 * stopped.
 *
 * @param statement after it a statement is given up
 * @param lock after it a statement is given up that waits for a row
 * @param idleInTransaction after it a session ends whose process goes on with nothing
 * @param peer after it a connection ends whose other side confirms nothing
 */
public record SessionLimits(
        Duration statement, Duration lock, Duration idleInTransaction, Duration peer) {

    /** For how much longer than the server's patience this side waits for an answer. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    /** Maximum time that a connection takes to be made. */
    private static final Duration CONNECT_MAX = Duration.ofSeconds(5);

    /** The same limits with another one for statements. */
    public SessionLimits withStatement(Duration other) {
        return new SessionLimits(other, lock, idleInTransaction, peer);
    }

    /** Returns the SQL that a session begins with. */
    String sql() {
        return set("statement_timeout", statement)
                + set("lock_timeout", lock)
                + set("idle_in_transaction_session_timeout", idleInTransaction)
                + set("tcp_user_timeout", peer);
    }

    private static String set(String name, Duration value) {
        return "set " + name + " = " + value.toMillis() + "; ";
    }

    /** Applies the limits of the driver to a pool. An address that itself says otherwise wins. */
    void applyTo(HikariConfig pool) {
        pool.addDataSourceProperty("tcpKeepAlive", "true");
        pool.addDataSourceProperty(
                "socketTimeout", Long.toString(statement.plus(GRACE).toSeconds()));
        pool.addDataSourceProperty("connectTimeout", Long.toString(CONNECT_MAX.toSeconds()));
    }
}
