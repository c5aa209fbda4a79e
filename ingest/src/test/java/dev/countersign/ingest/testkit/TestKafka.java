package dev.countersign.ingest.testkit;

import dev.countersign.ingest.embedded.EmbeddedKafka;
import dev.countersign.reconcile.embedded.ClientFile;
import dev.countersign.reconcile.embedded.LoopbackPort;
import dev.countersign.reconcile.testkit.EndOfTests;
import dev.countersign.reconcile.testkit.TestInfra;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.testcontainers.kafka.KafkaContainer;

/** The one broker of a test JVM. Tests stay apart by topics of their own. */
public final class TestKafka {

    private static final short ONE_REPLICA = 1;

    private TestKafka() {}

    /**
     * The file of what clients need; the broker is started at the first call and stopped with the
     * JVM.
     */
    public static Path clientFile() {
        return Holder.CLIENT_FILE;
    }

    /** The settings with which a client connects. */
    public static Map<String, Object> clientSettings() {
        return ClientFile.read(clientFile());
    }

    /** Makes a topic that no other test knows, and answers its name. */
    public static String newTopic(String name, int partitions)
            throws InterruptedException, ExecutionException {
        String topic = name + "." + UUID.randomUUID();
        createTopic(topic, partitions);
        return topic;
    }

    /** Makes a topic of exactly this name. */
    public static void createTopic(String topic, int partitions)
            throws InterruptedException, ExecutionException {
        try (Admin admin = admin()) {
            admin.createTopics(List.of(new NewTopic(topic, partitions, ONE_REPLICA))).all().get();
        }
    }

    /** An admin client; the caller closes it. */
    public static Admin admin() {
        return Admin.create(clientSettings());
    }

    private static final class Holder {
        static final Path CLIENT_FILE =
                TestInfra.usesContainers() ? startContainer() : startEmbedded();
    }

    private static Path startEmbedded() {
        var kafka = EmbeddedKafka.start(freshDirectory(), LoopbackPort.ANY);
        EndOfTests.then(kafka::close);
        return kafka.clientFile();
    }

    /** Topics of an earlier run must not be there any more. */
    private static Path freshDirectory() {
        try {
            return Files.createTempDirectory(
                    Files.createDirectories(Path.of("target")), "test-kafka");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path startContainer() {
        var container = new KafkaContainer("apache/kafka:4.2.1");
        container.start();
        EndOfTests.then(container::close);
        try {
            return Files.writeString(
                    freshDirectory().resolve("client.properties"),
                    "bootstrap.servers=" + container.getBootstrapServers() + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
