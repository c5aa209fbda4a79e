package dev.countersign.ingest.embedded;

import dev.countersign.reconcile.embedded.LoopbackPort;
import java.nio.file.Path;

/** Starts the node, says where it listens, and stays until it is killed. */
final class EmbeddedKafkaProcess {

    private EmbeddedKafkaProcess() {}

    public static void main(String[] arguments) throws InterruptedException {
        var kafka = EmbeddedKafka.start(Path.of(arguments[0]), LoopbackPort.ANY);
        System.out.println("client " + kafka.clientFile());
        Thread.currentThread().join();
    }
}
