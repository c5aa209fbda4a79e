package dev.countersign.facade.launch.wiring;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import dev.countersign.facade.local.DedicatedPool;
import dev.countersign.facade.local.SessionLimits;
import dev.countersign.ingest.feed.FeedDatabase;
import dev.countersign.reconcile.service.Database;
import io.micrometer.core.instrument.MeterRegistry;
import javax.sql.DataSource;

/** The stream's own way to the database: however much is asked of the interface, it has its own. */
record StreamConnections(HikariDataSource pool) implements AutoCloseable {

    /** One to read, one to read ahead, and two to record. */
    private static final int OF_AN_OWNER = 4;

    /**
     * Every row is looked up by its key. A statement that was planned while the table was empty, as
     * on the first day, reads all of it each time for as long as its connection lives; one that
     * looks up thousands is not worth another process.
     */
    private static final String BY_KEY =
            "set enable_seqscan = off; set jit = off; set max_parallel_workers_per_gather = 0; ";

    /** Opens it on the database that the product's own pool is for. */
    static StreamConnections open(
            DataSource product, SessionLimits limits, int owners, MeterRegistry registry) {
        HikariConfig config =
                DedicatedPool.settings(
                        product, "stream", limits, BY_KEY + FeedDatabase.SESSION_SQL);
        config.setMetricsTrackerFactory(new MicrometerMetricsTrackerFactory(registry));
        config.setMaximumPoolSize(OF_AN_OWNER * owners + 1);
        config.setMinimumIdle(config.getMaximumPoolSize());
        return new StreamConnections(new HikariDataSource(config));
    }

    FeedDatabase database() {
        return new FeedDatabase(Database.over(pool));
    }

    @Override
    public void close() {
        pool.close();
    }
}
