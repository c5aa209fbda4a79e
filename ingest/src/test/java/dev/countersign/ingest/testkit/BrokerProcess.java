package dev.countersign.ingest.testkit;

import dev.countersign.reconcile.embedded.ClientFile;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;

/** A Kafka node in a process of its own, so that a test can kill it. */
final class BrokerProcess {

    private BrokerProcess() {}

    /**
     * Runs until it is killed.
     *
     * @param arguments file of the node's settings
     */
    public static void main(String[] arguments) {
        Properties settings = new Properties();
        settings.putAll(ClientFile.read(Path.of(arguments[0])));
        var server = new KafkaRaftServer(KafkaConfig.fromProps(settings, false), Time.SYSTEM);
        server.startup();
        System.out.println("READY as " + arguments[0]);
        var nowhere =
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        System.setOut(nowhere); // nobody reads what it says of the others
        System.setErr(nowhere);
        server.awaitShutdown();
    }
}
