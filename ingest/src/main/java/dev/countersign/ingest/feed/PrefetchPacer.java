package dev.countersign.ingest.feed;

import java.time.Duration;

/**
 * Pacer of the cards that an owner fetches ahead in a turn. It fetches few, so that messages do not
 * wait for them. It fetches more beside a large batch, which takes its time, or where no message
 * comes. It begins carefully, and never fetches more than twice what was seen to go quickly. If
 * fetching takes long, as it does with cards that did much, the next turn fetches half as many.
 */
final class PrefetchPacer {

    private static final int AT_FIRST = 100;
    private static final int FEWEST = 10;
    private static final int MOST = 6_000;

    private static final long PER_MESSAGE = 3;
    private static final int BESIDE_FEW_MESSAGES = 100;
    private static final int BESIDE_NONE = 500;

    private static final Duration QUICK = Duration.ofMillis(100);

    private int max = AT_FIRST;

    /** Returns the number of cards to fetch in a turn with so many messages. */
    int cardsBeside(int messages) {
        int wanted =
                messages == 0
                        ? BESIDE_NONE
                        : Math.clamp(PER_MESSAGE * messages, BESIDE_FEW_MESSAGES, MOST);
        return Math.min(wanted, max);
    }

    /** So many were to be fetched, and it took so long. */
    void took(int cards, Duration time) {
        max =
                time.compareTo(QUICK) <= 0
                        ? Math.min(MOST, Math.max(max, 2 * cards))
                        : Math.max(FEWEST, cards / 2);
    }

    /** Forgets what was quick: it is not known any more. */
    void beginAnew() {
        max = AT_FIRST;
    }
}
