package dev.countersign.ingest.simulate;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One purchase or refund, and the messages about it. */
public final class SimulatedLifecycle {

    /** Of the purchase that is cleared, what the issuer earns: two in a thousand. */
    private static final long INTERCHANGE_PER_MILLE = 2;

    private final SimulatedCard card;
    private final long number;
    private final String reference;
    private final String series;
    private final String stan;
    private final SplittableRandom random;
    private int parts;

    /**
     * @param series of the traffic: its references begin with it
     */
    SimulatedLifecycle(SimulatedCard card, long number, String series, SplittableRandom random) {
        this.card = card;
        this.number = number;
        this.series = series;
        this.random = random;
        this.reference = series + String.format(Locale.ROOT, "%09d", number);
        this.stan = String.format(Locale.ROOT, "%06d", number % 1_000_000);
    }

    SimulatedCard card() {
        return card;
    }

    String reference() {
        return reference;
    }

    SimulatedMessage request(String kind, Shop shop, Instant at, long amount, String processing) {
        return message(purchase(kind, shop, at, amount, processing));
    }

    Envelope purchase(String kind, Shop shop, Instant at, long amount, String processing) {
        return money(envelope(kind, at), shop, amount)
                .with("expiry", card.expiry().toString())
                .with("refs", "network_txn_id", reference)
                .with("refs", "stan", stan)
                .with(
                        "refs",
                        "rrn",
                        series + String.format(Locale.ROOT, "%06d", number % 1_000_000))
                .with("refs", "acquirer_id", "400001")
                .with("processing_code", processing)
                .with("pos_entry_mode", shop.entryMode())
                .with("direction", "debit")
                .with("merchant", "id", shop.id())
                .with("merchant", "name", shop.name())
                .with("merchant", "mcc", shop.mcc())
                .with("merchant", "city", shop.city())
                .with("merchant", "country", shop.country());
    }

    SimulatedMessage inquiry(Instant at, boolean verification) {
        return verification
                ? request("account_verification", anyShop(), at, 0, "330000")
                : request("balance_inquiry", anyShop(), at, 0, "300000");
    }

    SimulatedMessage advice(Shop shop, Instant at, long amount) {
        return message(
                purchase("authorization_advice", shop, at, amount, "000000")
                        .with("flags", "stand_in", true)
                        .with("advice", "response_code", "00"));
    }

    SimulatedMessage increment(Shop shop, Instant at, long amount) {
        return message(
                purchase("incremental_authorization", shop, at, amount, "000000")
                        .with("refs", "stan", nextStan()));
    }

    SimulatedMessage reversal(Shop shop, Instant at, long amount, @Nullable Long remains) {
        Envelope message =
                purchase("reversal", shop, at, amount, "000000")
                        .with("refs", "original_stan", stan)
                        .with("refs", "stan", nextStan());
        if (remains != null) {
            message.money("replacement_amount", remains, card.currency());
        }
        return message(message);
    }

    /**
     * A presentment of an amount.
     *
     * @param merchants what the merchant asked for it, in cents of the card's currency
     */
    SimulatedMessage clearing(
            Shop shop, Instant at, long amount, long merchants, int sequence, int count) {
        return message(
                settled(purchase("clearing", shop, at, amount, "000000"), at, amount)
                        .money("merchant_amount", merchants(shop, merchants), shop.currency())
                        .with("refs", "arn", arn())
                        .with("refs", "usage_code", 1)
                        .with("refs", "clearing_sequence", sequence)
                        .with("refs", "clearing_count", count));
    }

    /** From now on what is presented has another ARN: it is something else, or says so. */
    SimulatedLifecycle presentedAnew() {
        parts++;
        return this;
    }

    SimulatedMessage refund(Shop shop, Instant at, long amount, String purchase) {
        return message(
                settled(purchase("refund", shop, at, amount, "200000"), at, -amount)
                        .with("direction", "credit")
                        .with("refs", "arn", arn())
                        .with("refs", "original_network_txn_id", purchase));
    }

    /**
     * A record that a caller changes before it is sent: it is settled in a cycle of its own.
     *
     * @param institution whose cycle that is
     */
    Envelope alone(String kind, Shop shop, Instant at, long amount, String institution) {
        boolean credit = kind.equals("refund");
        return settled(
                        purchase(kind, shop, at, amount, credit ? "200000" : "000000"),
                        at,
                        credit ? -amount : amount)
                .with("settlement", "institution_id", institution)
                .with("direction", credit ? "credit" : "debit")
                .with("refs", "arn", arn());
    }

    /**
     * Returns the interchange that the issuer earns on an amount; below 0 on an amount that is
     * given back.
     */
    public static long interchange(long amount) {
        return amount * INTERCHANGE_PER_MILLE / 1_000;
    }

    /** Returns the settlement date of what is presented on a day: it is settled on the next day. */
    public static LocalDate settlementDate(Instant at) {
        return LocalDate.ofInstant(at, ZoneOffset.UTC).plusDays(1);
    }

    private Envelope settled(Envelope message, Instant at, long signed) {
        return message.with("interchange", "amount", interchange(signed))
                .with("interchange", "currency", card.currency())
                .with("settlement", "settlement_date", settlementDate(at).toString())
                .with("settlement", "cycle", NetworkCycle.NUMBER)
                .with("settlement", "service", NetworkCycle.SERVICE)
                .with("settlement", "institution_id", NetworkCycle.INSTITUTION)
                .with("settlement", "currency", card.currency())
                .with("settlement", "amount", signed);
    }

    static UUID messageId(SplittableRandom random) {
        return new UUID(
                (random.nextLong() & ~0xF000L) | 0x4000L,
                (random.nextLong() & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L);
    }

    private Envelope envelope(String kind, Instant at) {
        return Envelope.of(kind, card.network().wire(), messageId(random), at)
                .with("card_id", card.id().toString());
    }

    private Envelope money(Envelope message, Shop shop, long amount) {
        return message.money("amount", amount, card.currency())
                .money("merchant_amount", merchants(shop, amount), shop.currency());
    }

    private long merchants(Shop shop, long amount) {
        return ExchangeRates.convert(amount, card.currency(), shop.currency());
    }

    private Shop anyShop() {
        return Shop.any(random, card.currency());
    }

    private String nextStan() {
        parts++;
        return String.format(Locale.ROOT, "%06d", (number + 500_000L + parts) % 1_000_000);
    }

    private String arn() {
        return "7400001" + series + String.format(Locale.ROOT, "%010d", number * 10 + parts);
    }

    SimulatedMessage message(Envelope envelope) {
        return new SimulatedMessage(envelope.at(), card.id().toString(), envelope.text(), true);
    }
}
