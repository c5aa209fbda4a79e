package dev.countersign.facade.simulate;

import dev.countersign.facade.output.Progress;
import dev.countersign.reconcile.service.feed.FeedRecord;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Consumer lag of the product on the messages that a command sent.
 *
 * @param feed name of its topic
 * @param last the offset of the last message in each partition
 */
record ConsumerLag(String feed, FeedRecord record, Map<Integer, Long> last) {

    private static final Duration LOOK_AGAIN = Duration.ofMillis(500);

    /** A feed of which nothing is decided for so long is not read. */
    private static final Duration PATIENCE = Duration.ofSeconds(6);

    /** Waits until all is decided, while anything is; answers how many messages still wait. */
    long awaitNone(PrintWriter err) {
        long total = left();
        long before = total;
        long since = System.nanoTime();
        try (Progress progress = Progress.of("waiting messages decided", total, err)) {
            for (long left = total; left > 0; left = left()) {
                long now = System.nanoTime();
                if (left < before) {
                    before = left;
                    since = now;
                } else if (now - since > PATIENCE.toNanos()) {
                    return left;
                }
                progress.at(total - left);
                LockSupport.parkNanos(LOOK_AGAIN.toNanos());
            }
        }
        return 0;
    }

    /** Says of messages that were sent and waited for what became of them. */
    static String sentence(long waiting) {
        return waiting == 0
                ? "All of them are decided."
                : waiting
                        + " of them wait to be decided, and the feed is not read now: is the product"
                        + " running?";
    }

    private long left() {
        return record.undecided(feed, last);
    }
}
