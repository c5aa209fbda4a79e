package dev.countersign.facade.local;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import javax.sql.DataSource;

/**
 * Connections apart from the product's own pool, to the same database: who works on them waits for
 * nobody else, and keeps nobody waiting.
 */
public final class SidePool {

    private SidePool() {}

    /**
     * What the product's own pool is set to, under another name.
     *
     * @param limits how long its sessions may keep others waiting
     * @param initSql what each connection begins with besides, after what it begins with there
     */
    public static HikariConfig beside(
            DataSource product, String name, SessionLimits limits, String initSql) {
        HikariConfig config = new HikariConfig();
        String before = "";
        if (product instanceof HikariDataSource pool) {
            pool.copyStateTo(config);
            if (pool.getConnectionInitSql() != null) {
                before = pool.getConnectionInitSql() + "; ";
            }
        } else {
            config.setDataSource(product);
        }
        config.setPoolName(name);
        config.setInitializationFailTimeout(-1);
        config.setConnectionInitSql(before + limits.sql() + initSql);
        limits.applyTo(config);
        return config;
    }
}
