package dev.countersign.facade.console.quarantine;

import dev.countersign.facade.console.access.OperatorRequest;
import dev.countersign.facade.console.page.InvalidInputException;
import dev.countersign.reconcile.service.operations.QuarantineQueue;
import org.jspecify.annotations.Nullable;

/** The actions of an operator on a message that could not be read. */
public final class QuarantineActions {

    private final QuarantineQueue queue;
    private final @Nullable FeedReplay feed;

    /**
     * Prepares them.
     *
     * @param feed null in a process that reads no feed
     */
    public QuarantineActions(QuarantineQueue queue, @Nullable FeedReplay feed) {
        this.queue = queue;
        this.feed = feed;
    }

    /** True where messages can be sent again from here. */
    boolean canReplay() {
        return feed != null;
    }

    void replay(OperatorRequest asked, long id) {
        FeedReplay sending = feed;
        if (sending == null) {
            throw new InvalidInputException(
                    "This process does not read the feed: use the console of one that does.");
        }
        asked.doing(
                "message.replay",
                String.valueOf(id),
                "",
                () -> queue.replay(id, asked.operator().name(), sending::send));
    }

    void discard(OperatorRequest asked, long id, String reason) {
        asked.doing(
                "message.discard",
                String.valueOf(id),
                reason,
                () -> queue.discard(id, reason, asked.operator().name()));
    }
}
