package dev.countersign.facade.launch.demo;

import dev.countersign.reconcile.domain.card.CardType;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.order.PhysicalOrder.Address;
import org.jspecify.annotations.Nullable;

/**
 * An invented cardholder, as the demo makes them by their number.
 *
 * @param phone of a range that is kept for invented persons; null where there is none
 */
record DemoPerson(
        int number,
        String first,
        String last,
        @Nullable String phone,
        Address address,
        String currency,
        Network network,
        CardType cardType) {

    String externalId() {
        return "demo-" + number;
    }

    String email() {
        return "cardholder-" + number + "@example.com";
    }

    String cardholderName() {
        return first + " " + last;
    }
}
