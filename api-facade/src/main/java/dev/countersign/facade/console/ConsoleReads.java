package dev.countersign.facade.console;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.countersign.facade.local.DedicatedPool;
import dev.countersign.facade.local.SessionLimits;
import dev.countersign.reconcile.service.Database;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * The console's own way to the database: a few connections that only read, and that give up a
 * statement that takes too long. However many people look, the stream and the interface keep
 * theirs.
 */
record ConsoleReads(HikariDataSource pool) implements AutoCloseable {

    private static final int CONNECTIONS_MAX = 4;
    private static final Duration WAIT_MAX = Duration.ofSeconds(3);
    private static final Duration STATEMENT_MAX = Duration.ofSeconds(5);

    /** Opens it on the database that the product's own pool is for. */
    static ConsoleReads open(DataSource product, SessionLimits limits) {
        // To compile a statement, or to start workers for it, takes longer than most of these take;
        // and the other cores are for decisions.
        HikariConfig config =
                DedicatedPool.settings(
                        product,
                        "console",
                        limits.withStatement(STATEMENT_MAX),
                        "set jit = off; set max_parallel_workers_per_gather = 0");
        config.setMaximumPoolSize(CONNECTIONS_MAX);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(WAIT_MAX.toMillis());
        config.setReadOnly(true);
        return new ConsoleReads(new HikariDataSource(config));
    }

    Database database() {
        return Database.over(pool);
    }

    @Override
    public void close() {
        pool.close();
    }
}
