package dev.countersign.facade.console.quarantine;

import dev.countersign.reconcile.domain.quarantine.QuarantinedMessage;

/** Sends a message again as it first came. */
public interface FeedReplay {

    /** Returns when the broker has it. */
    void send(QuarantinedMessage message);
}
