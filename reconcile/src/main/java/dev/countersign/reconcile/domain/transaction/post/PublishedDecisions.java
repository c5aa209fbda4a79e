package dev.countersign.reconcile.domain.transaction.post;

import dev.countersign.reconcile.domain.transaction.Decision;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Answers that the network has got already to requests that the book does not know any more: those
 * requests are decided as they were answered.
 *
 * @param byRequest the answers by the message id of the request
 */
public record PublishedDecisions(Map<UUID, Decision> byRequest) {

    /** No request was answered before. */
    public static final PublishedDecisions NONE = new PublishedDecisions(Map.of());

    /** The answer to a request; null where it has none. */
    public @Nullable Decision to(UUID messageId) {
        return byRequest.get(messageId);
    }
}
