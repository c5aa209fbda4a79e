package dev.countersign.ingest.testkit;

import dev.countersign.reconcile.embedded.LoopbackPort;
import dev.countersign.reconcile.testkit.ChildJvm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;

/**
 * Three Kafka nodes, each broker and controller, in processes of their own: what is on one of them
 * is on the others, and any of them may be killed.
 */
public final class BrokerCluster implements AutoCloseable {

    private static final int NODES = 3;

    private final List<Path> settings;
    private final List<ChildJvm> nodes = new ArrayList<>();
    private final Path clientFile;

    private BrokerCluster(List<Path> settings, Path clientFile) {
        this.settings = settings;
        this.clientFile = clientFile;
    }

    /** Starts all of them in a directory of their own, and returns when they take messages. */
    public static BrokerCluster start(Path directory) throws IOException {
        List<Integer> ports = ports(2 * NODES);
        List<Integer> brokers = ports.subList(0, NODES);
        String voters =
                IntStream.range(0, NODES)
                        .mapToObj(node -> node + 1 + "@127.0.0.1:" + ports.get(NODES + node))
                        .collect(Collectors.joining(","));
        String id = Uuid.randomUuid().toString();
        List<Path> files = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            Path file = directory.resolve("node-" + node + ".properties");
            Files.writeString(
                    file,
                    """
                        process.roles=broker,controller
                        node.id=%s
                        controller.quorum.voters=%s
                        controller.listener.names=CONTROLLER
                        inter.broker.listener.name=LOOPBACK
                        listener.security.protocol.map=LOOPBACK:PLAINTEXT,CONTROLLER:PLAINTEXT
                        listeners=LOOPBACK://127.0.0.1:%s,CONTROLLER://127.0.0.1:%s
                        advertised.listeners=LOOPBACK://127.0.0.1:%s
                        log.dirs=%s
                        auto.create.topics.enable=false
                        default.replication.factor=3
                        min.insync.replicas=2
                        offsets.topic.num.partitions=4
                        transaction.state.log.num.partitions=4
                        group.initial.rebalance.delay.ms=0
                        """
                            .formatted(
                                    node + 1,
                                    voters,
                                    brokers.get(node),
                                    ports.get(NODES + node),
                                    brokers.get(node),
                                    directory.resolve("node-" + node)));
            format(id, file);
            files.add(file);
        }
        Path client = directory.resolve("client.properties");
        Files.writeString(
                client,
                "bootstrap.servers="
                        + brokers.stream()
                                .map(port -> "127.0.0.1:" + port)
                                .collect(Collectors.joining(","))
                        + "\n");
        BrokerCluster cluster = new BrokerCluster(files, client);
        for (Path file : files) {
            cluster.nodes.add(ChildJvm.run(BrokerProcess.class, file.toString()));
        }
        for (ChildJvm node : cluster.nodes) {
            var unused = node.await("READY");
        }
        return cluster;
    }

    static List<Integer> ports(int count) {
        return IntStream.generate(() -> LoopbackPort.claim(LoopbackPort.ANY, "Kafka", "none"))
                .distinct()
                .limit(count)
                .boxed()
                .toList();
    }

    static void format(String cluster, Path file) throws IOException {
        var output = new ByteArrayOutputStream();
        String[] command = {"format", "--cluster-id", cluster, "--config", file.toString()};
        if (StorageTool.execute(command, new PrintStream(output, true, StandardCharsets.UTF_8))
                != 0) {
            throw new IOException(output.toString(StandardCharsets.UTF_8));
        }
    }

    /** The file of what clients need. */
    public Path clientFile() {
        return clientFile;
    }

    /** Ends a node as a crash does. */
    public void kill(int node) throws InterruptedException {
        nodes.get(node).kill();
    }

    /** Starts a node that was killed, and returns when it takes messages. */
    public void startAgain(int node) throws IOException {
        ChildJvm again = ChildJvm.run(BrokerProcess.class, settings.get(node).toString());
        nodes.set(node, again);
        var unused = again.await("READY");
    }

    @Override
    public void close() {
        nodes.forEach(ChildJvm::close);
    }
}
