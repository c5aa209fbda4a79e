package dev.countersign.facade.local;

import dev.countersign.reconcile.embedded.StartupRefused;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;
import picocli.CommandLine.Option;

/**
 * Which database a command works with: the one it is told, else that of a product that runs here.
 */
public final class DatabaseOption {

    @Option(
            names = "--database-url",
            paramLabel = "URL",
            description =
                    "JDBC address of the database, such as jdbc:postgresql://host/name?user=U&password=P; "
                            + "by default that of the embedded one.")
    private @Nullable String databaseUrl;

    /** The book's database. */
    public DataSource dataSource() {
        String address =
                databaseUrl == null
                        ? Servers.written("DATABASE_URL", "--database-url")
                        : databaseUrl;
        return dataSource(address, "--database-url");
    }

    /**
     * The database at an address.
     *
     * @param setting what named it, for whoever named it wrongly; the address itself is not shown,
     *     since it may hold a password
     */
    public static DataSource dataSource(String address, String setting) {
        PGSimpleDataSource dataSource = new PGSimpleDataSource();
        try {
            dataSource.setUrl(address);
        } catch (IllegalArgumentException e) {
            throw new StartupRefused(
                    setting
                            + " does not name a database: it must read as in"
                            + " jdbc:postgresql://host/name?user=U&password=P.",
                    e);
        }
        return dataSource;
    }
}
