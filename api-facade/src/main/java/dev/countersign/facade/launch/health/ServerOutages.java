package dev.countersign.facade.launch.health;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.countersign.facade.error.TransientErrors;
import dev.countersign.facade.local.DedicatedPool;
import dev.countersign.facade.local.SessionLimits;
import dev.countersign.reconcile.service.DatabaseOutage;
import dev.countersign.reconcile.service.Outages;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.springframework.context.SmartLifecycle;

/**
 * Watches the database and the broker, and says once in the log that one is away and once that it
 * is back. A caller that meets trouble with them leaves that to this.
 */
public final class ServerOutages implements Outages, SmartLifecycle, AutoCloseable {

    private static final Duration EVERY = Duration.ofSeconds(2);

    private static final Duration ANSWER_MAX = Duration.ofSeconds(2);

    /** Between two looks, however much trouble is met. */
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final List<WatchedServer> servers;
    private volatile boolean running;
    private Thread thread = Thread.ofPlatform().unstarted(() -> {});

    private final HikariDataSource pool;
    private final Admin admin;

    private ServerOutages(List<WatchedServer> servers, HikariDataSource pool, Admin admin) {
        this.servers = List.copyOf(servers);
        this.pool = pool;
        this.admin = admin;
    }

    /** Watches the servers of the product over connections of its own. */
    public static ServerOutages of(
            DataSource product,
            SessionLimits limits,
            Map<String, Object> kafkaConfig,
            InstantSource clock) {
        HikariConfig config = DedicatedPool.settings(product, "outages", limits, "");
        config.setMaximumPoolSize(1);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(ANSWER_MAX.toMillis());
        HikariDataSource pool = new HikariDataSource(config);
        Admin admin = Admin.create(kafkaConfig);
        return new ServerOutages(
                List.of(
                        new WatchedServer(
                                "The database",
                                DatabaseOutage::isIndicatedBy,
                                () -> ask(pool),
                                clock),
                        new WatchedServer(
                                "The broker", TransientErrors::ofBroker, () -> ask(admin), clock)),
                pool,
                admin);
    }

    private static boolean ask(DataSource database) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            return statement.execute("select 1");
        }
    }

    private static String ask(Admin broker)
            throws ExecutionException, InterruptedException, TimeoutException {
        int patience = Math.toIntExact(ANSWER_MAX.toMillis());
        return broker.describeCluster(new DescribeClusterOptions().timeoutMs(patience))
                .clusterId()
                .get(2L * patience, TimeUnit.MILLISECONDS);
    }

    @Override
    public boolean noticed(Throwable trouble) {
        boolean concerned = false;
        for (WatchedServer server : servers) {
            concerned |= server.suspect(trouble);
        }
        if (concerned) {
            LockSupport.unpark(thread);
        }
        return concerned;
    }

    @Override
    public synchronized void start() {
        running = true;
        thread = Thread.ofPlatform().daemon().name("outages").start(this::watch);
    }

    private void watch() {
        while (running) {
            servers.forEach(WatchedServer::check);
            pause();
            LockSupport.parkNanos(EVERY.toNanos());
        }
    }

    private void pause() {
        long end = System.nanoTime() + PAUSE.toNanos();
        long left = PAUSE.toNanos();
        while (running && left > 0) {
            LockSupport.parkNanos(left);
            left = end - System.nanoTime();
        }
    }

    @Override
    public synchronized void stop() {
        running = false;
        LockSupport.unpark(thread);
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public void close() {
        pool.close();
        admin.close(ANSWER_MAX);
    }
}
