package dev.countersign.facade.launch.wiring;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import dev.countersign.facade.local.DedicatedPool;
import dev.countersign.facade.local.SessionLimits;
import io.micrometer.core.instrument.MeterRegistry;
import javax.sql.DataSource;

/**
 * The way of the book's services to the database, with limits to how long each keeps others
 * waiting. The product's own pool has none, for nights and migrations.
 */
final class BookConnections implements AutoCloseable {

    private final HikariDataSource pool;

    private BookConnections(HikariDataSource pool) {
        this.pool = pool;
    }

    /** Opens it on the database that the product's own pool is for. */
    static BookConnections beside(
            DataSource product, SessionLimits limits, MeterRegistry registry) {
        HikariConfig config = DedicatedPool.beside(product, "book", limits, "");
        config.setMetricsTrackerFactory(new MicrometerMetricsTrackerFactory(registry));
        config.setMinimumIdle(config.getMaximumPoolSize());
        return new BookConnections(new HikariDataSource(config));
    }

    DataSource dataSource() {
        return pool;
    }

    @Override
    public void close() {
        pool.close();
    }
}
