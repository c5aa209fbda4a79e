package dev.countersign.facade.launch.demo;

import dev.countersign.ingest.simulate.SimulatedRules;
import dev.countersign.reconcile.domain.card.AuthorizationControls;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Special cases that the demo shows, one cardholder each, in their order. */
enum DemoCase {
    FROZEN,
    FROZEN_LATELY,
    FROZEN_ABROAD,
    FORGETS_PIN,
    FORGETS_PIN_OFTEN,
    PIN_BLOCKED,
    NO_ONLINE,
    NO_CONTACTLESS,
    NO_ABROAD,
    WRONG_CODE,
    LOST,
    STOLEN,
    CUSTOMER_INACTIVE,
    ORDER_PENDING,
    ORDER_PROCESSING,
    ORDER_SHIPPED,
    CONFLICTING_MESSAGE,
    WRONG_CURRENCY,
    UNKNOWN_REFUND;

    /** The special case of the cardholder with a number; null for ordinary cardholders. */
    static @Nullable DemoCase of(int number) {
        return number < values().length ? values()[number] : null;
    }

    /** True when the card is plastic. */
    boolean plastic() {
        return switch (this) {
            case FORGETS_PIN,
                    FORGETS_PIN_OFTEN,
                    PIN_BLOCKED,
                    ORDER_PENDING,
                    ORDER_PROCESSING,
                    ORDER_SHIPPED ->
                    true;
            default -> false;
        };
    }

    /** True when its holder has chosen a PIN. */
    boolean hasPin() {
        return this == FORGETS_PIN || this == FORGETS_PIN_OFTEN || this == PIN_BLOCKED;
    }

    /** The authorization controls of the card. */
    AuthorizationControls controls() {
        return switch (this) {
            case NO_ONLINE -> controls(List.of(), false, true);
            case NO_CONTACTLESS -> controls(List.of(), true, false);
            case NO_ABROAD ->
                    controls(
                            List.of("DE", "FR", "IT", "ES", "GB", "US", "JP", "PT", "NL", "BE"),
                            true,
                            true);
            default -> SimulatedRules.controls(true);
        };
    }

    private static AuthorizationControls controls(
            List<String> blockedCountries, boolean online, boolean contactless) {
        List<String> casinos = List.of("7995");
        return new AuthorizationControls(
                List.of(), casinos, List.of(), blockedCountries, online, contactless, true);
    }
}
