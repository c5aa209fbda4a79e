package dev.countersign.facade.local;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import io.micrometer.core.instrument.MeterRegistry;
import javax.sql.DataSource;

/**
 * The way of the interface and the console to the database, with limits to how long each session
 * keeps others waiting. The product's own pool has none, for nights and migrations.
 */
public record BookSource(HikariDataSource dataSource) implements AutoCloseable {

    /** Opens it on the database that the product's own pool is for. */
    public static BookSource beside(
            DataSource product, SessionLimits limits, MeterRegistry registry) {
        HikariConfig config = DedicatedPool.settings(product, "book", limits, "");
        config.setMetricsTrackerFactory(new MicrometerMetricsTrackerFactory(registry));
        config.setMinimumIdle(config.getMaximumPoolSize());
        return new BookSource(new HikariDataSource(config));
    }

    @Override
    public void close() {
        dataSource.close();
    }
}
