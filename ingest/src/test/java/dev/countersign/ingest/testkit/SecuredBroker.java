package dev.countersign.ingest.testkit;

import dev.countersign.reconcile.testkit.ChildJvm;
import dev.countersign.reconcile.testkit.TestCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.Uuid;

/** A Kafka node that clients reach over TLS alone, and only those that log in. */
public final class SecuredBroker implements AutoCloseable {

    private static final String LOGIN =
            "org.apache.kafka.common.security.plain.PlainLoginModule required"
                    + " username=\"countersign\" password=\"of-countersign\"";

    private final ChildJvm node;
    private final Map<String, String> client;

    private SecuredBroker(ChildJvm node, Map<String, String> client) {
        this.node = node;
        this.client = client;
    }

    /** Starts it in a directory of its own, and returns when it takes messages. */
    public static SecuredBroker start(Path directory) throws Exception {
        TestCertificate certificate = TestCertificate.make(directory);
        List<Integer> ports = BrokerCluster.ports(2);
        String address = "127.0.0.1:" + ports.getFirst();
        String controller = "127.0.0.1:" + ports.getLast();
        Path file = directory.resolve("node.properties");
        Files.writeString(
                file,
                """
                process.roles=broker,controller
                node.id=1
                controller.quorum.voters=1@%2$s
                controller.listener.names=CONTROLLER
                inter.broker.listener.name=SECURED
                listener.security.protocol.map=SECURED:SASL_SSL,CONTROLLER:PLAINTEXT
                listeners=SECURED://%1$s,CONTROLLER://%2$s
                advertised.listeners=SECURED://%1$s
                sasl.mechanism.inter.broker.protocol=PLAIN
                listener.name.secured.sasl.enabled.mechanisms=PLAIN
                listener.name.secured.plain.sasl.jaas.config=%3$s user_countersign="of-countersign";
                ssl.keystore.location=%4$s
                ssl.keystore.type=%6$s
                ssl.keystore.password=%7$s
                ssl.truststore.location=%5$s
                ssl.truststore.type=%6$s
                ssl.truststore.password=%7$s
                log.dirs=%8$s
                auto.create.topics.enable=false
                offsets.topic.replication.factor=1
                offsets.topic.num.partitions=4
                transaction.state.log.replication.factor=1
                transaction.state.log.min.isr=1
                group.initial.rebalance.delay.ms=0
                """
                        .formatted(
                                address,
                                controller,
                                LOGIN,
                                certificate.keyStore(),
                                certificate.trustStore(),
                                TestCertificate.TYPE,
                                TestCertificate.PASSWORD,
                                directory.resolve("node")));
        BrokerCluster.format(Uuid.randomUuid().toString(), file);
        ChildJvm node = ChildJvm.run(BrokerProcess.class, file.toString());
        var unused = node.await("READY");
        return new SecuredBroker(
                node,
                Map.of(
                        "bootstrap.servers",
                        address,
                        "security.protocol",
                        "SASL_SSL",
                        "sasl.mechanism",
                        "PLAIN",
                        "sasl.jaas.config",
                        LOGIN + ";",
                        "ssl.truststore.location",
                        certificate.trustStore().toString(),
                        "ssl.truststore.type",
                        TestCertificate.TYPE,
                        "ssl.truststore.password",
                        TestCertificate.PASSWORD));
    }

    /** The settings of a client, by the names that Kafka gives them. */
    public Map<String, String> clientSettings() {
        return client;
    }

    /** Writes a file of what a client needs, and leaves some of it out. */
    public Path clientFile(Path file, String... without) throws IOException {
        Map<String, String> some = new TreeMap<>(client);
        some.keySet().removeAll(List.of(without));
        return Files.writeString(
                file,
                some.entrySet().stream()
                        .map(each -> each.getKey() + "=" + each.getValue() + "\n")
                        .collect(Collectors.joining()));
    }

    @Override
    public void close() {
        node.close();
    }
}
