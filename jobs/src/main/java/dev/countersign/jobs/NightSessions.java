package dev.countersign.jobs;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Sessions of a night, in which no answer of the database is waited for longer than told. A
 * connection that fell silent would hold its night up for hours, here and, since the lease is
 * renewed over another one, everywhere.
 */
final class NightSessions extends DelegatingDataSource {

    private final int answerMaxMs;

    /**
     * @param statementMax after it a statement fails as where the connection broke
     */
    NightSessions(DataSource sessions, Duration statementMax) {
        super(sessions);
        this.answerMaxMs = Math.toIntExact(statementMax.toMillis());
    }

    /** A pool takes the limit back with its connection. */
    @Override
    public Connection getConnection() throws SQLException {
        Connection session = super.getConnection();
        try {
            session.setNetworkTimeout(Runnable::run, answerMaxMs);
            return session;
        } catch (SQLException e) {
            session.close();
            throw e;
        }
    }
}
