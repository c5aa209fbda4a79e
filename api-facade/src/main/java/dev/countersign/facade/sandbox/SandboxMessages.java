package dev.countersign.facade.sandbox;

import dev.countersign.facade.rest.input.Body;
import dev.countersign.ingest.simulate.Envelope;
import dev.countersign.reconcile.domain.card.Card;
import dev.countersign.reconcile.domain.feed.Merchant;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Messages as an acquirer of the sandbox begins them; the helpers add what they are about. */
record SandboxMessages(RandomGenerator random) {

    static final String ACQUIRER = "400001";

    private static final Map<String, String> SOURCE = Map.of("system", "sandbox");

    private static final Pattern REFERENCE = Pattern.compile("(?s)(?=.*[^0\\s]).{1,255}");

    /** A message about money on a card. */
    Envelope about(Card card, String kind, Instant at, Money amount, Money merchantAmount) {
        return about(card, kind, at)
                .with("refs", "acquirer_id", ACQUIRER)
                .money("amount", amount.minor(), amount.currency().getCurrencyCode())
                .money(
                        "merchant_amount",
                        merchantAmount.minor(),
                        merchantAmount.currency().getCurrencyCode());
    }

    /** A message about a card. */
    Envelope about(Card card, String kind, Instant at) {
        return ofNetwork(kind, card.brand().wire(), at).with("card_id", card.id().toString());
    }

    /** A message of a network. */
    Envelope ofNetwork(String kind, String network, Instant at) {
        return Envelope.of(kind, network, randomUuid(), at).with("source", new HashMap<>(SOURCE));
    }

    /** With the members of a merchant that are known. */
    static Envelope at(Merchant merchant, Envelope message) {
        put(message, "merchant", "id", merchant.id());
        put(message, "merchant", "terminal_id", merchant.terminalId());
        put(message, "merchant", "name", merchant.name());
        put(message, "merchant", "mcc", merchant.mcc());
        put(message, "merchant", "city", merchant.city());
        put(message, "merchant", "country", merchant.country());
        return message;
    }

    /** The reference of the network that a caller names; a text of zeros alone names nothing. */
    static @Nullable String reference(Body body) {
        return body.text("network_reference", REFERENCE, "1 to 255 characters, and not only zeros");
    }

    /** Returns the processing code for what the cardholder does, as networks write it. */
    static String processingCode(TransactionType type) {
        return switch (type) {
            case PURCHASE -> "000000";
            case CASH_WITHDRAWAL -> "010000";
            case REFUND -> "200000";
        };
    }

    /** Sets a member that is there. */
    static void put(Envelope message, String part, String name, @Nullable Object value) {
        if (value != null) {
            message.with(part, name, value);
        }
    }

    /** A number of so many digits, none of them 0 at the front. */
    String number(int digits) {
        StringBuilder text = new StringBuilder(digits).append(1 + random.nextInt(9));
        while (text.length() < digits) {
            text.append(random.nextInt(10));
        }
        return text.toString();
    }

    private UUID randomUuid() {
        return new UUID(
                (random.nextLong() & ~0xF000L) | 0x4000L,
                (random.nextLong() & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L);
    }
}
