package dev.countersign.jobs.night;

import dev.countersign.reconcile.domain.account.Mode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.jdbi.v3.core.ConnectionException;

/**
 * Held while a night of a mode runs, by one process of all. The database keeps it for a session and
 * gives it back when the session ends, however it ends: who gets it knows that every execution that
 * still says it is running has died.
 */
public final class NightLock implements AutoCloseable {

    private static final int NIGHTS = 402_610;

    private final Connection session;

    private NightLock(Connection session) {
        this.session = session;
    }

    /** Takes the lock, unless somebody holds it. */
    public static Optional<NightLock> tryTake(DataSource dataSource, Mode mode) {
        try {
            Connection session = dataSource.getConnection();
            if (taken(session, mode)) {
                return Optional.of(new NightLock(session));
            }
            session.close();
            return Optional.empty();
        } catch (SQLException e) {
            throw new ConnectionException(e);
        }
    }

    private static boolean taken(Connection session, Mode mode) throws SQLException {
        try (PreparedStatement statement =
                session.prepareStatement("select pg_try_advisory_lock(?, ?)")) {
            statement.setInt(1, NIGHTS);
            statement.setInt(2, mode == Mode.LIVE ? 1 : 2);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getBoolean(1);
            }
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
