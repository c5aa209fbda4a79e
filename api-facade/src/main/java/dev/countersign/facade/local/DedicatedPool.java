package dev.countersign.facade.local;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import javax.sql.DataSource;

/**
 * Connections apart from the product's own pool, to the same database: who works on them waits for
 * nobody else, and keeps nobody waiting.
 */
public final class DedicatedPool {

    private DedicatedPool() {}

    /**
     * Returns the settings of the product's own pool, under another name.
     *
     * @param limits how long its sessions may keep others waiting
     * @param initSql what each connection begins with besides, after what it begins with there
     */
    public static HikariConfig settings(
            DataSource product, String name, SessionLimits limits, String initSql) {
        HikariConfig config =
                product instanceof HikariDataSource pool ? settingsOf(pool) : new HikariConfig();
        if (!(product instanceof HikariDataSource)) {
            config.setDataSource(product);
        }
        String before = config.getConnectionInitSql();
        config.setPoolName(name);
        config.setInitializationFailTimeout(-1);
        config.setConnectionInitSql((before == null ? "" : before + "; ") + limits.sql() + initSql);
        limits.applyTo(config);
        return config;
    }

    /**
     * Copies what the library's own copy would share: the limits of a side pool are put into the
     * properties of its connections, and the product's have none.
     */
    private static HikariConfig settingsOf(HikariDataSource pool) {
        HikariConfig config = new HikariConfig();
        if (pool.getDriverClassName() != null) {
            config.setDriverClassName(pool.getDriverClassName());
        }
        config.setDataSource(pool.getDataSource());
        config.setDataSourceClassName(pool.getDataSourceClassName());
        config.setDataSourceProperties(pool.getDataSourceProperties());
        config.setJdbcUrl(pool.getJdbcUrl());
        config.setUsername(pool.getUsername());
        config.setPassword(pool.getPassword());
        config.setSchema(pool.getSchema());
        config.setConnectionInitSql(pool.getConnectionInitSql());
        config.setConnectionTimeout(pool.getConnectionTimeout());
        config.setIdleTimeout(pool.getIdleTimeout());
        config.setKeepaliveTime(pool.getKeepaliveTime());
        config.setMaxLifetime(pool.getMaxLifetime());
        if (pool.getMaximumPoolSize() > 0) {
            config.setMaximumPoolSize(pool.getMaximumPoolSize());
        }
        if (pool.getMinimumIdle() >= 0) {
            config.setMinimumIdle(pool.getMinimumIdle());
        }
        return config;
    }
}
