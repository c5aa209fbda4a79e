package dev.countersign.facade.local;

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
        PGSimpleDataSource dataSource = new PGSimpleDataSource();
        dataSource.setUrl(
                databaseUrl == null
                        ? Servers.written("DATABASE_URL", "--database-url")
                        : databaseUrl);
        return dataSource;
    }
}
