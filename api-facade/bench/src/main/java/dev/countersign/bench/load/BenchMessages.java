package dev.countersign.bench.load;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * Requests to authorize a purchase, and their clearing records, by number: the same number makes
 * the same message. They are built by hand, since building them must cost less than deciding them.
 */
public final class BenchMessages {

    private static final long ID_HIGH = 0xB0000000_00004000L;
    private static final long ID_LOW = 0x8000000000000000L;
    private static final int CENTS_MAX = 9_000;

    private final int cards;
    private final Instant from;
    private final long stepMicros;
    private final Spread spread;

    /**
     * Describes a run of messages.
     *
     * @param cards of the book
     * @param spread how they are used
     * @param from when the first is transmitted
     * @param stepMicros from each to the next
     */
    public BenchMessages(int cards, Spread spread, Instant from, long stepMicros) {
        this.cards = cards;
        this.spread = spread;
        this.from = from;
        this.stepMicros = stepMicros;
    }

    /** Messages of today, so many that they fill an hour of it at most. */
    public static BenchMessages ofToday(int cards) {
        return ofToday(cards, Spread.EVEN);
    }

    /** The same, spread otherwise. */
    public static BenchMessages ofToday(int cards, Spread spread) {
        return new BenchMessages(cards, spread, today(), 1_000);
    }

    /** The midnight with which this day began. */
    public static Instant today() {
        return LocalDate.now(ZoneOffset.UTC).atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    /** The identifier of the message of a number. */
    public static UUID id(long number) {
        return new UUID(ID_HIGH, ID_LOW | number);
    }

    /** The number of a message, from its identifier. */
    public static long number(UUID id) {
        return id.getLeastSignificantBits() & ~ID_LOW;
    }

    /** Its card. */
    public byte[] key(long number) {
        return cardOf(number).getBytes(StandardCharsets.UTF_8);
    }

    private String cardOf(long number) {
        return BenchBook.card(spread.card(new SplittableRandom(number), cards)).toString();
    }

    /** The request of a number. */
    public byte[] request(long number) {
        return bytes(number, "authorization_request", number, "");
    }

    /** The clearing record of the request of a number. */
    public byte[] clearing(long number) {
        return bytes(
                number,
                "clearing",
                number + (1L << 40),
                String.format(
                        Locale.ROOT,
                        ",\"arn\":\"7400001%016d\",\"clearing_sequence\":1,\"clearing_count\":1",
                        number));
    }

    private byte[] bytes(long number, String kind, long id, String more) {
        long cents = 100L + new SplittableRandom(~number).nextInt(CENTS_MAX);
        Instant at = from.plusNanos(number * stepMicros * 1_000);
        StringBuilder text = new StringBuilder(700);
        text.append("{\"schema_version\":1,\"message_id\":\"")
                .append(id(id))
                .append("\",\"kind\":\"")
                .append(kind)
                .append("\",\"network\":\"visa\",\"source\":{\"system\":\"bench\"},")
                .append("\"transmitted_at\":\"")
                .append(at)
                .append("\",\"card_id\":\"")
                .append(cardOf(number))
                .append("\",\"expiry\":\"2032-12\",\"refs\":{\"network_txn_id\":\"4663");
        digits(text, number, 11);
        text.append("\",\"stan\":\"");
        digits(text, number % 1_000_000, 6);
        text.append("\",\"rrn\":\"");
        digits(text, number, 12);
        text.append("\",\"acquirer_id\":\"400001\"")
                .append(more)
                .append("},\"processing_code\":\"000000\",\"pos_entry_mode\":\"051\",")
                .append("\"direction\":\"debit\",\"amount\":{\"value\":")
                .append(cents)
                .append(",\"currency\":\"EUR\"},\"merchant_amount\":{\"value\":")
                .append(cents)
                .append(",\"currency\":\"EUR\"},\"merchant\":{\"id\":\"SHOP0000002\",")
                .append("\"name\":\"TRATTORIA\",\"mcc\":\"5812\",\"city\":\"ROMA\",")
                .append(
                        "\"country\":\"IT\"},\"cvm\":{\"pin\":\"absent\",\"cryptogram\":\"valid\"}}");
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void digits(StringBuilder text, long number, int width) {
        String digits = Long.toString(number);
        for (int i = digits.length(); i < width; i++) {
            text.append('0');
        }
        text.append(digits);
    }
}
