package dev.countersign.facade.local;

import dev.countersign.reconcile.embedded.StartupRefused;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which servers a command works with: those it is told, else those of a product that runs here. */
public final class Servers {

    @Mixin private DatabaseOption database = new DatabaseOption();

    @Option(
            names = "--kafka",
            paramLabel = "HOST:PORT",
            description = "Address of the broker; by default that of the embedded one.")
    private @Nullable String kafka;

    /** The book's database. */
    public DataSource dataSource() {
        return database.dataSource();
    }

    /** Where the broker is. */
    public String kafka() {
        return kafka == null ? written("KAFKA_BOOTSTRAP", "--kafka") : kafka;
    }

    static String written(String name, String option) {
        KeysFile file = new KeysFile(DataDirectory.ofThisProcess());
        String value = file.read().get(name);
        if (value == null) {
            throw new StartupRefused(
                    "No product has been started here (there is no "
                            + file.path()
                            + "): start one with 'mvn -q spring-boot:run', or give "
                            + option
                            + ".");
        }
        return value;
    }
}
