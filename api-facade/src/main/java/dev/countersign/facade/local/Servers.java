package dev.countersign.facade.local;

import dev.countersign.reconcile.embedded.StartupRefused;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;
import picocli.CommandLine.Option;

/** Which servers a command works with: those it is told, else those of a product that runs here. */
public final class Servers {

    @Option(
            names = "--database-url",
            paramLabel = "URL",
            description = "JDBC address of the database; by default that of the embedded one.")
    private @Nullable String databaseUrl;

    @Option(
            names = "--kafka",
            paramLabel = "HOST:PORT",
            description = "Address of the broker; by default that of the embedded one.")
    private @Nullable String kafka;

    /** The book's database. */
    public DataSource dataSource() {
        PGSimpleDataSource dataSource = new PGSimpleDataSource();
        dataSource.setUrl(
                databaseUrl == null ? written("DATABASE_URL", "--database-url") : databaseUrl);
        return dataSource;
    }

    /** Where the broker is. */
    public String kafka() {
        return kafka == null ? written("KAFKA_BOOTSTRAP", "--kafka") : kafka;
    }

    private static String written(String name, String option) {
        Path file = DataDirectory.ofThisProcess().keysFile();
        return find(file, name)
                .orElseThrow(
                        () ->
                                new StartupRefused(
                                        "No product has been started here (there is no "
                                                + file
                                                + "): start one with 'mvn -q spring-boot:run', or give "
                                                + option
                                                + "."));
    }

    private static Optional<String> find(Path file, String name) {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Files.readAllLines(file).stream()
                    .filter(line -> line.startsWith(name + "="))
                    .map(line -> line.substring(name.length() + 1))
                    .map(Servers::unquoted)
                    .findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String unquoted(String value) {
        return value.startsWith("'")
                ? value.substring(1, value.length() - 1).replace("'\\''", "'")
                : value;
    }
}
