package dev.countersign.facade.console.now;

import dev.countersign.reconcile.domain.authorization.DeclineCode;
import dev.countersign.reconcile.domain.authorization.DeclineReason;
import dev.countersign.reconcile.domain.feed.Network;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The answer to a declined request.
 *
 * @param reason as the interface shows it
 * @param responseCode as the network got it
 */
public record Decline(String reason, String responseCode) {

    /**
     * The reason by its name. Behind {@code other} stand many that the interface has no name for:
     * there it is what the response code stands for.
     */
    String name() {
        if (!reason.equals(DeclineReason.OTHER.wire())) {
            return words(reason);
        }
        String causes =
                Arrays.stream(DeclineCode.values())
                        .filter(code -> code.reason() == DeclineReason.OTHER)
                        .filter(this::answers)
                        .map(code -> words(code.wire()))
                        .collect(Collectors.joining(" or "));
        return causes.isEmpty() ? words(reason) : "other: " + causes;
    }

    private boolean answers(DeclineCode code) {
        return Arrays.stream(Network.values())
                .anyMatch(network -> code.responseCode(network).equals(responseCode));
    }

    private static String words(String wire) {
        return wire.replace('_', ' ');
    }
}
