package dev.countersign.facade.launch.start;

import dev.countersign.facade.launch.health.FatalErrorHandler;
import java.util.concurrent.CountDownLatch;

/** A process in which a thread fails while others wait for ever. */
public final class FailingProcess {

    private FailingProcess() {}

    public static void main(String[] arguments) throws InterruptedException {
        FatalErrorHandler.install();
        Thread.ofPlatform()
                .name("worker")
                .start(
                        () -> {
                            throw new StackOverflowError("as deep as it gets");
                        });
        new CountDownLatch(1).await();
    }
}
