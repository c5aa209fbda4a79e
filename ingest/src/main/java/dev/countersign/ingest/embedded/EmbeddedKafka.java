package dev.countersign.ingest.embedded;

import dev.countersign.ingest.embedded.BrokerLogin.Mechanism;
import dev.countersign.reconcile.embedded.ClientFile;
import dev.countersign.reconcile.embedded.DirectoryLock;
import dev.countersign.reconcile.embedded.FileMask;
import dev.countersign.reconcile.embedded.LoopbackPort;
import dev.countersign.reconcile.embedded.PrivateFiles;
import dev.countersign.reconcile.embedded.StartupRefusedException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;

/**
 * One Kafka node, broker and controller in one, for as long as this object is open. It listens on
 * 127.0.0.1 only, takes from there who knows its one password, makes no topics by itself, and
 * writes each record to the disk before it acknowledges it: there is no second replica to fetch a
 * lost one from, and an offset that came back with another record behind it would break the feed's
 * positions.
 */
public final class EmbeddedKafka implements AutoCloseable {

    /** As many as Kafka wants at least: the password is no word that could be guessed. */
    private static final int ITERATIONS = 4096;

    private final DirectoryLock lock;
    private final KafkaRaftServer server;
    private final int port;
    private final Path clientFile;

    private EmbeddedKafka(DirectoryLock lock, KafkaRaftServer server, int port, Path clientFile) {
        this.lock = lock;
        this.server = server;
        this.port = port;
        this.clientFile = clientFile;
    }

    /**
     * Starts the node on a directory that belongs to it alone, formatting it the first time.
     *
     * @param port where to listen on 127.0.0.1; {@link LoopbackPort#ANY} for a free one
     * @throws StartupRefusedException if the port or the directory is taken
     */
    public static EmbeddedKafka start(Path directory, int port) {
        Path home = directory.toAbsolutePath().normalize();
        DirectoryLock lock = DirectoryLock.take(home);
        try {
            return start(home, port, lock);
        } catch (IOException | ExecutionException e) {
            lock.close();
            throw new StartupRefusedException(
                    "The embedded Kafka in " + home + " did not start.", e);
        } catch (InterruptedException e) {
            lock.close();
            Thread.currentThread().interrupt();
            throw new StartupRefusedException(
                    "The start of the embedded Kafka was interrupted.", e);
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private static EmbeddedKafka start(Path home, int wantedPort, DirectoryLock lock)
            throws IOException, InterruptedException, ExecutionException {
        boolean unused = FileMask.restrictToOwner(); // the broker writes in this process
        Path data = home.resolve("data");
        Path clientFile = home.resolve("client.properties");
        Optional<BrokerLogin> known = BrokerLogin.read(clientFile);
        BrokerLogin login = known.orElseGet(BrokerLogin::generate);
        if (Files.notExists(data.resolve("meta.properties"))) {
            format(home, settings(data, ports(LoopbackPort.ANY), login, Mechanism.SCRAM), login);
        } else if (known.isEmpty()) {
            renew(home, data, login);
        }
        Ports ports = ports(wantedPort);
        KafkaRaftServer server = run(settings(data, ports, login, Mechanism.SCRAM));
        login.write(clientFile, ports.bootstrapServers());
        return new EmbeddedKafka(lock, server, ports.broker(), clientFile);
    }

    private record Ports(int broker, int controller) {

        String bootstrapServers() {
            return "127.0.0.1:" + broker;
        }
    }

    private static Ports ports(int wanted) {
        int port = LoopbackPort.claim(wanted, "Kafka", "countersign.embedded.kafka-port");
        int controllerPort = port;
        while (controllerPort == port) { // which nobody listens on yet, and may be given again
            controllerPort =
                    LoopbackPort.claim(
                            LoopbackPort.ANY, "Kafka", "countersign.embedded.kafka-port");
        }
        return new Ports(port, controllerPort);
    }

    private static Properties settings(
            Path data, Ports ports, BrokerLogin login, Mechanism mechanism) {
        Properties settings = new Properties();
        settings.setProperty("process.roles", "broker,controller");
        settings.setProperty("node.id", "1");
        settings.setProperty("controller.quorum.voters", "1@127.0.0.1:" + ports.controller());
        settings.setProperty("controller.listener.names", "CONTROLLER");
        settings.setProperty("inter.broker.listener.name", "LOOPBACK");
        settings.setProperty(
                "listener.security.protocol.map",
                "LOOPBACK:SASL_PLAINTEXT,CONTROLLER:SASL_PLAINTEXT");
        settings.setProperty(
                "listeners",
                "LOOPBACK://"
                        + ports.bootstrapServers()
                        + ",CONTROLLER://127.0.0.1:"
                        + ports.controller());
        settings.setProperty("advertised.listeners", "LOOPBACK://" + ports.bootstrapServers());
        settings.setProperty("sasl.mechanism.inter.broker.protocol", mechanism.saslName());
        takeLogins(settings, "loopback", login, mechanism);
        // The broker, which kept the passwords, cannot be asked before it has begun.
        settings.setProperty("sasl.mechanism.controller.protocol", Mechanism.PLAIN.saslName());
        takeLogins(settings, "controller", login, Mechanism.PLAIN);
        settings.setProperty(
                "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
        settings.setProperty("super.users", "User:" + BrokerLogin.USER);
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

    private static void takeLogins(
            Properties settings, String listener, BrokerLogin login, Mechanism mechanism) {
        String prefix = "listener.name." + listener + ".";
        settings.setProperty(prefix + "sasl.enabled.mechanisms", mechanism.saslName());
        settings.setProperty(
                prefix + mechanism.saslName().toLowerCase(Locale.ROOT) + ".sasl.jaas.config",
                login.brokerSettings(mechanism));
    }

    private static void format(Path home, Properties settings, BrokerLogin login)
            throws IOException {
        Path file = home.resolve("format.properties");
        StringWriter text = new StringWriter();
        settings.store(text, null);
        PrivateFiles.write(file, text.toString());
        var output = new ByteArrayOutputStream();
        String[] command = {
            "format",
            "--cluster-id",
            Uuid.randomUuid().toString(),
            "--config",
            file.toString(),
            "--add-scram",
            login.toAdd()
        };
        int status =
                StorageTool.execute(command, new PrintStream(output, true, StandardCharsets.UTF_8));
        Files.delete(file);
        if (status != 0) {
            throw new IOException(output.toString(StandardCharsets.UTF_8));
        }
    }

    /**
     * Has a broker keep a new password: one whose file was lost, or that an earlier version made
     * without any.
     */
    private static void renew(Path home, Path data, BrokerLogin login)
            throws IOException, InterruptedException, ExecutionException {
        Ports ports = ports(LoopbackPort.ANY);
        KafkaRaftServer server = run(settings(data, ports, login, Mechanism.PLAIN));
        Path file = home.resolve("renew.properties");
        PrivateFiles.write(file, login.clientSettings(Mechanism.PLAIN, ports.bootstrapServers()));
        try (Admin admin = Admin.create(ClientFile.read(file))) {
            admin.alterUserScramCredentials(
                            List.of(
                                    new UserScramCredentialUpsertion(
                                            BrokerLogin.USER,
                                            new ScramCredentialInfo(
                                                    ScramMechanism.SCRAM_SHA_256, ITERATIONS),
                                            login.password())))
                    .all()
                    .get();
        } finally {
            Files.delete(file);
            server.shutdown();
            server.awaitShutdown();
        }
    }

    private static KafkaRaftServer run(Properties settings)
            throws InterruptedException, ExecutionException {
        var server = new KafkaRaftServer(KafkaConfig.fromProps(settings, false), Time.SYSTEM);
        startUp(server);
        return server;
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

    /** Returns the port on which it listens on 127.0.0.1. */
    public int port() {
        return port;
    }

    /** Returns the value that a client calls {@code bootstrap.servers}. */
    public String bootstrapServers() {
        return "127.0.0.1:" + port;
    }

    /**
     * Returns the file with the settings that a client needs, as Kafka's tools read it. It is for
     * the owner of the directory alone.
     */
    public Path clientFile() {
        return clientFile;
    }

    /** The same settings, for a client in this program. */
    public Map<String, Object> clientSettings() {
        return ClientFile.read(clientFile);
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
