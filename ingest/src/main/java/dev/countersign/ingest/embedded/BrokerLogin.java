package dev.countersign.ingest.embedded;

import dev.countersign.reconcile.embedded.ClientFile;
import dev.countersign.reconcile.embedded.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.SaslConfigs;

/**
 * The one user of an embedded broker and its generated password, which stands in the file of client
 * settings that Kafka's own tools read.
 *
 * @param password of {@link #USER}
 */
record BrokerLogin(String password) {

    static final String USER = "countersign";

    private static final int BYTES = 24;
    private static final Pattern PASSWORD = Pattern.compile("password=\"([0-9a-f]+)\"");

    @Override
    public String toString() {
        return "BrokerLogin[]";
    }

    /** Ways to tell the broker the password. */
    enum Mechanism {

        /** Only a server that knows it already can check it. */
        SCRAM("SCRAM-SHA-256", "org.apache.kafka.common.security.scram.ScramLoginModule", ""),

        /** The broker is told beforehand, and needs nothing that it kept. */
        PLAIN("PLAIN", "org.apache.kafka.common.security.plain.PlainLoginModule", " user_" + USER);

        private final String saslName;
        private final String module;
        private final String forTheBroker;

        Mechanism(String saslName, String module, String forTheBroker) {
            this.saslName = saslName;
            this.module = module;
            this.forTheBroker = forTheBroker;
        }

        String saslName() {
            return saslName;
        }
    }

    /** A new one, which no broker knows yet. */
    static BrokerLogin generate() {
        byte[] password = new byte[BYTES];
        new SecureRandom().nextBytes(password);
        return new BrokerLogin(HexFormat.of().formatHex(password));
    }

    /** That of a file of client settings, if there is one. */
    static Optional<BrokerLogin> read(Path file) {
        if (Files.notExists(file)) {
            return Optional.empty();
        }
        Matcher matcher =
                PASSWORD.matcher(
                        String.valueOf(ClientFile.read(file).get(SaslConfigs.SASL_JAAS_CONFIG)));
        return matcher.find() ? Optional.of(new BrokerLogin(matcher.group(1))) : Optional.empty();
    }

    /** Writes what a client needs, for its owner alone. */
    void write(Path file, String bootstrapServers) throws IOException {
        PrivateFiles.write(file, clientSettings(Mechanism.SCRAM, bootstrapServers));
    }

    String clientSettings(Mechanism mechanism, String bootstrapServers) {
        return String.join(
                "\n",
                "bootstrap.servers=" + bootstrapServers,
                "security.protocol=SASL_PLAINTEXT",
                "sasl.mechanism=" + mechanism.saslName(),
                "sasl.jaas.config=" + mechanism.module + " required " + user() + ";",
                "");
    }

    /**
     * Returns the settings by which the broker logs in at itself, and knows the clients that log
     * in.
     */
    String brokerSettings(Mechanism mechanism) {
        return mechanism.module
                + " required "
                + user()
                + (mechanism.forTheBroker.isEmpty()
                        ? ""
                        : mechanism.forTheBroker + "=\"" + password + "\"")
                + ";";
    }

    /** As {@code kafka-storage format --add-scram} reads it. */
    String toAdd() {
        return Mechanism.SCRAM.saslName() + "=[name=" + USER + ",password=" + password + "]";
    }

    private String user() {
        return "username=\"" + USER + "\" password=\"" + password + "\"";
    }
}
