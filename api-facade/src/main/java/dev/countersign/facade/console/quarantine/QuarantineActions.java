package dev.countersign.facade.console.quarantine;

import dev.countersign.facade.console.access.OperatorRequest;
import dev.countersign.reconcile.service.operations.QuarantineQueue;

/** The actions of an operator on a message that could not be read. */
public record QuarantineActions(QuarantineQueue queue, FeedReplay feed) {

    void replay(OperatorRequest asked, long id) {
        asked.doing(
                "message.replay",
                String.valueOf(id),
                "",
                () -> queue.replay(id, asked.operator().name(), feed::send));
    }

    void discard(OperatorRequest asked, long id, String reason) {
        asked.doing(
                "message.discard",
                String.valueOf(id),
                reason,
                () -> queue.discard(id, reason, asked.operator().name()));
    }
}
