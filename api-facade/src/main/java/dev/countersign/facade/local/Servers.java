package dev.countersign.facade.local;

import dev.countersign.reconcile.embedded.ClientFile;
import dev.countersign.reconcile.embedded.StartupRefusedException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The servers that a command works with: those of its options, else those of a product that runs
 * here.
 */
public final class Servers {

    /** A host and a port, after the name of a listener or none. */
    private static final Pattern BROKER = Pattern.compile("\\S+:([0-9]{1,5})");

    /** Environment variable of the prefix of topics; the keys file has it under the same name. */
    public static final String PREFIX_WRITTEN = "COUNTERSIGN_TOPICS_PREFIX";

    private static final String BOOTSTRAP = "bootstrap.servers";
    private static final String BOOTSTRAP_WRITTEN = "KAFKA_BOOTSTRAP";
    private static final String CONFIG_WRITTEN = "KAFKA_CLIENT_CONFIG";

    @Mixin private DatabaseOption database = new DatabaseOption();

    @Option(
            names = "--kafka",
            paramLabel = "HOST:PORT",
            description = "Address of the broker; by default that of the embedded one.")
    private @Nullable String kafka;

    @Option(
            names = "--kafka-config",
            paramLabel = "FILE",
            description =
                    "How to log in there, as the .properties file that Kafka's own tools take; by default "
                            + "$KAFKA_CLIENT_CONFIG, but for the embedded one, whose login is known.")
    private @Nullable Path kafkaConfig;

    /** The book's database. */
    public DataSource dataSource() {
        return database.dataSource();
    }

    /**
     * Returns the settings that a client of the broker needs: the broker's address, and how to log
     * in.
     */
    public Map<String, Object> kafka() {
        return kafka(
                kafka,
                kafkaConfig,
                new KeysFile(DataDirectory.ofThisProcess()).read(),
                System.getenv());
    }

    /**
     * Returns the prefix of topics and consumer groups there.
     *
     * @param set that of the settings; where it is empty, it is that of a product that runs here on
     *     that broker
     */
    public String topicPrefix(String set) {
        return topicPrefix(set, kafka(), new KeysFile(DataDirectory.ofThisProcess()).read());
    }

    static String topicPrefix(String set, Map<String, Object> broker, Map<String, String> written) {
        boolean runsThere =
                String.valueOf(broker.get(BOOTSTRAP)).equals(written.get(BOOTSTRAP_WRITTEN));
        return set.isEmpty() && runsThere ? written.getOrDefault(PREFIX_WRITTEN, "") : set;
    }

    /**
     * The broker that was named, by what is written beside the product and what the environment
     * says. As with the database, a login goes with its address: the embedded broker has one that
     * is written, and of any other the environment says it.
     */
    static Map<String, Object> kafka(
            @Nullable String option,
            @Nullable Path config,
            Map<String, String> written,
            Map<String, String> environment) {
        Map<String, Object> settings = new HashMap<>();
        if (config != null) {
            settings.putAll(ClientFile.read(config));
        } else {
            boolean ofProduct = option == null || option.equals(written.get(BOOTSTRAP_WRITTEN));
            String beside = ofProduct ? written.get(CONFIG_WRITTEN) : null;
            String file = beside == null ? environment.get(CONFIG_WRITTEN) : beside;
            settings.putAll(file == null ? Map.of() : ClientFile.read(Path.of(file)));
        }
        if (option != null) {
            refuseOtherThanBrokers(option);
            settings.put(BOOTSTRAP, option);
        } else if (config == null || !settings.containsKey(BOOTSTRAP)) {
            settings.put(BOOTSTRAP, written(written, BOOTSTRAP_WRITTEN, "--kafka"));
        }
        return settings;
    }

    private static void refuseOtherThanBrokers(String option) {
        for (String broker : option.split(",", -1)) {
            Matcher address = BROKER.matcher(broker.strip());
            if (!address.matches() || !isPort(Integer.parseInt(address.group(1)))) {
                throw new StartupRefusedException(
                        "--kafka does not name a broker: it must read as in host:9092, and its port is"
                                + " 1 to 65535.");
            }
        }
    }

    private static boolean isPort(int number) {
        return number >= 1 && number <= 65_535;
    }

    static String written(Map<String, String> written, String name, String option) {
        String value = written.get(name);
        if (value == null) {
            throw new StartupRefusedException(
                    "No product has been started here (there is no "
                            + new KeysFile(DataDirectory.ofThisProcess()).path()
                            + "): start one with 'mvn -q spring-boot:run', load the keys of one that runs"
                            + " (. DIRECTORY/api-keys.env), or give "
                            + option
                            + ".");
        }
        return value;
    }
}
