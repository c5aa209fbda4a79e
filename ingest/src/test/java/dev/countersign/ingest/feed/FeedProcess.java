package dev.countersign.ingest.feed;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** The feed in a process of its own, so that a test can kill it. */
final class FeedProcess {

    private FeedProcess() {}

    /**
     * Runs until it is killed, or asked to end.
     *
     * @param arguments JDBC address, file of client settings, name of this instance, and how many
     *     answers to give before the process kills itself on the way to the next (0 for never)
     */
    public static void main(String[] arguments) throws InterruptedException {
        try (RunningFeed feed =
                RunningFeed.startHalting(
                        arguments[0],
                        Path.of(arguments[1]),
                        arguments[2],
                        Long.parseLong(arguments[3]))) {
            Runtime.getRuntime().addShutdownHook(new Thread(feed::close));
            System.out.println("READY " + feed.service().isRunning());
            new CountDownLatch(1).await();
        }
    }
}
