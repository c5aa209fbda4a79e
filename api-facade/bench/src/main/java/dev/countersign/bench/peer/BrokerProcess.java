package dev.countersign.bench.peer;

import dev.countersign.ingest.embedded.EmbeddedKafka;
import dev.countersign.reconcile.embedded.LoopbackPort;
import java.nio.file.Path;
import java.util.List;

/** The broker of a run, in a process of its own, so that its share of the machine can be told. */
public final class BrokerProcess {

    private BrokerProcess() {}

    /**
     * Says where it listens, and stays until it is ended.
     *
     * @param arguments the directory
     */
    public static void run(List<String> arguments) throws InterruptedException {
        EmbeddedKafka kafka = EmbeddedKafka.start(Path.of(arguments.getFirst()), LoopbackPort.ANY);
        System.out.println("client " + kafka.clientFile());
        Thread.currentThread().join();
    }
}
