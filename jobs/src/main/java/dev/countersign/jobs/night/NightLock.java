package dev.countersign.jobs.night;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.store.settlement.NightGate;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.jdbi.v3.core.ConnectionException;
import org.jdbi.v3.core.Handle;

/**
 * Held while a night of a mode runs, by one process of all. The database keeps it for a session and
 * gives it back when the session ends, however it ends: who gets it knows that every execution that
 * still says it is running has died. The last transactions of a process that died may outlive that
 * session for a moment; who takes the lock waits until they are written or undone.
 */
public final class NightLock implements AutoCloseable {

    private static final int PIECES = 402_611;

    /** Longer than any booking takes, and short enough to be told at once that a night runs. */
    private static final int BOOKING_MILLIS_MAX = 3_000;

    private static final String LOCK_NOT_AVAILABLE = "55P03";

    private final Connection session;

    private NightLock(Connection session) {
        this.session = session;
    }

    /**
     * Takes the lock, unless another night holds it. A person who is booking holds it for a moment,
     * which is waited for.
     */
    public static Optional<NightLock> tryTake(DataSource dataSource, Mode mode) {
        NightLock lock;
        try {
            lock = new NightLock(dataSource.getConnection());
        } catch (SQLException e) {
            throw new ConnectionException(e);
        }
        boolean taken = false;
        try {
            taken = taken(lock.session, mode);
            return taken ? Optional.of(lock) : Optional.empty();
        } catch (SQLException e) {
            throw new ConnectionException(e);
        } finally {
            if (!taken) {
                lock.close();
            }
        }
    }

    /** Says that this transaction is a piece of a night, until it is written or undone. */
    public static void shared(Handle handle, Mode mode) {
        handle.execute("select pg_advisory_xact_lock_shared(?, ?)", PIECES, NightGate.key(mode));
    }

    /** The setting ends with the transaction, the lock with the session. */
    private static boolean taken(Connection session, Mode mode) throws SQLException {
        session.setAutoCommit(false);
        try (PreparedStatement patience =
                        session.prepareStatement("select set_config('lock_timeout', ?, true)");
                PreparedStatement lock = session.prepareStatement("select pg_advisory_lock(?, ?)");
                PreparedStatement leftPieces =
                        session.prepareStatement("select pg_advisory_xact_lock(?, ?)")) {
            patience.setString(1, BOOKING_MILLIS_MAX + "ms");
            patience.execute();
            lock.setInt(1, NightGate.LOCK);
            lock.setInt(2, NightGate.key(mode));
            lock.execute();
            session.commit();
            leftPieces.setInt(1, PIECES);
            leftPieces.setInt(2, NightGate.key(mode));
            leftPieces.execute();
            session.commit();
            return true;
        } catch (SQLException e) {
            session.rollback();
            if (!LOCK_NOT_AVAILABLE.equals(e.getSQLState())) {
                throw e;
            }
            return false;
        } finally {
            session.setAutoCommit(true);
        }
    }

    @Override
    public void close() {
        try (session;
                var statement = session.prepareStatement("select pg_advisory_unlock_all()")) {
            statement.execute();
        } catch (SQLException e) {
            throw new ConnectionException(e);
        }
    }
}
