package dev.countersign.reconcile.vault;

import dev.countersign.reconcile.domain.id.CardId;
import java.io.Serial;

/** A stored card number does not open: its row was changed, or is the row of another card. */
public final class SealBrokenException extends RuntimeException {

    @Serial private static final long serialVersionUID = 1L;

    SealBrokenException(CardId card, String keyId) {
        super(
                ("The card number of %s does not open with %s: its row was changed or belongs to"
                                + " another card.")
                        .formatted(card, keyId));
    }
}
