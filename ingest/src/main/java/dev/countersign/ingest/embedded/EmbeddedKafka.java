package dev.countersign.ingest.embedded;

import dev.countersign.reconcile.embedded.DirectoryLock;
import dev.countersign.reconcile.embedded.LoopbackPort;
import dev.countersign.reconcile.embedded.StartupRefused;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;

/**
 * One Kafka node, broker and controller in one, for as long as this object is open. It listens on
 * 127.0.0.1 only, makes no topics by itself, and writes each record to the disk before it
 * acknowledges it: there is no second replica to fetch a lost one from, and an offset that came
 * back with another record behind it would break the feed's positions.
 */
public final class EmbeddedKafka implements AutoCloseable {

    private final DirectoryLock lock;
    private final KafkaRaftServer server;
    private final int port;

    private EmbeddedKafka(DirectoryLock lock, KafkaRaftServer server, int port) {
        this.lock = lock;
        this.server = server;
        this.port = port;
    }

    /**
     * Starts the node on a directory that belongs to it alone, formatting it the first time.
     *
     * @param port where to listen on 127.0.0.1; {@link LoopbackPort#ANY} for a free one
     * @throws StartupRefused if the port or the directory is taken
     */
    public static EmbeddedKafka start(Path directory, int port) {
        Path home = directory.toAbsolutePath().normalize();
        DirectoryLock lock = DirectoryLock.take(home);
        try {
            return start(home, port, lock);
        } catch (IOException | ExecutionException e) {
            lock.close();
            throw new StartupRefused("The embedded Kafka in " + home + " did not start.", e);
        } catch (InterruptedException e) {
            lock.close();
            Thread.currentThread().interrupt();
            throw new StartupRefused("The start of the embedded Kafka was interrupted.", e);
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private static EmbeddedKafka start(Path home, int wantedPort, DirectoryLock lock)
            throws IOException, InterruptedException, ExecutionException {
        int port = LoopbackPort.claim(wantedPort, "Kafka", "countersign.embedded.kafka-port");
        int controllerPort = port;
        while (controllerPort == port) { // which nobody listens on yet, and may be given again
            controllerPort =
                    LoopbackPort.claim(
                            LoopbackPort.ANY, "Kafka", "countersign.embedded.kafka-port");
        }
        Path data = home.resolve("data");
        Properties settings = settings(data, port, controllerPort);
        if (Files.notExists(data.resolve("meta.properties"))) {
            format(home, settings);
        }
        var server = new KafkaRaftServer(KafkaConfig.fromProps(settings, false), Time.SYSTEM);
        startUp(server);
        return new EmbeddedKafka(lock, server, port);
    }

    private static Properties settings(Path data, int port, int controllerPort) {
        Properties settings = new Properties();
        settings.setProperty("process.roles", "broker,controller");
        settings.setProperty("node.id", "1");
        settings.setProperty("controller.quorum.voters", "1@127.0.0.1:" + controllerPort);
        settings.setProperty("controller.listener.names", "CONTROLLER");
        settings.setProperty("inter.broker.listener.name", "LOOPBACK");
        settings.setProperty(
                "listener.security.protocol.map", "LOOPBACK:PLAINTEXT,CONTROLLER:PLAINTEXT");
        settings.setProperty(
                "listeners",
                "LOOPBACK://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort);
        settings.setProperty("advertised.listeners", "LOOPBACK://127.0.0.1:" + port);
        settings.setProperty("log.dirs", data.toString());
        settings.setProperty("log.flush.interval.messages", "1");
        settings.setProperty("auto.create.topics.enable", "false");
        settings.setProperty("offsets.topic.replication.factor", "1");
        settings.setProperty("offsets.topic.num.partitions", "4");
        settings.setProperty("transaction.state.log.replication.factor", "1");
        settings.setProperty("transaction.state.log.min.isr", "1");
        settings.setProperty("transaction.state.log.num.partitions", "4");
        settings.setProperty("group.initial.rebalance.delay.ms", "0");
        return settings;
    }

    private static void format(Path home, Properties settings) throws IOException {
        Path file = home.resolve("format.properties");
        try (Writer writer = Files.newBufferedWriter(file)) {
            settings.store(writer, null);
        }
        var said = new ByteArrayOutputStream();
        String[] command = {
            "format", "--cluster-id", Uuid.randomUuid().toString(), "--config", file.toString()
        };
        int status =
                StorageTool.execute(command, new PrintStream(said, true, StandardCharsets.UTF_8));
        Files.delete(file);
        if (status != 0) {
            throw new IOException(said.toString(StandardCharsets.UTF_8));
        }
    }

    /** A thread of its own: those of a shared pool do not see the classes inside the fat jar. */
    private static void startUp(KafkaRaftServer server)
            throws InterruptedException, ExecutionException {
        var starting = new FutureTask<>(server::startup, server);
        var thread = new Thread(starting, "embedded-kafka-startup");
        thread.setContextClassLoader(EmbeddedKafka.class.getClassLoader());
        thread.start();
        starting.get();
    }

    /** Where it listens on 127.0.0.1. */
    public int port() {
        return port;
    }

    /** What a client calls {@code bootstrap.servers}. */
    public String bootstrapServers() {
        return "127.0.0.1:" + port;
    }

    /** Stops the node after its clients' last requests; close the clients first. */
    @Override
    public void close() {
        try (lock) {
            server.shutdown();
            server.awaitShutdown();
        }
    }
}
