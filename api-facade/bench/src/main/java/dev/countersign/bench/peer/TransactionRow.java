package dev.countersign.bench.peer;

import dev.countersign.bench.load.BenchBook;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A row of the transaction table in the binary form of COPY: what a peer writes of a decision is
 * what the product writes of it.
 */
final class TransactionRow {

    static final String COLUMNS =
            """
            id, identity, payload_hash, message_id, account_id, mode, card_id, customer_id, origin,
            type, status, amount_minor, currency, requested_minor, approved_minor, held_minor,
            cleared_minor, reversed_minor, expired_minor, refunded_minor, increments,
            merchant_amount_minor, merchant_currency, merchant_id, merchant_name, merchant_mcc,
            merchant_city, merchant_country, channel, network, network_txn_id, stan, rrn,
            acquirer_id, decided_minor, response_code, approval_code, decline_reason, decline_code,
            rules_version, day_used_minor, month_used_minor, skewed, hold_until, version,
            feed_partition, feed_offset, created_at, decided_at
            """;

    private static final short COLUMN_COUNT = 49;
    private static final int BYTES_MAX = 1_200;
    private static final UUID ACCOUNT = UUID.fromString("019d0000-0000-7002-8000-000000000001");
    private static final Instant EPOCH = Instant.parse("2000-01-01T00:00:00Z");
    private static final LocalDate EPOCH_DAY = LocalDate.of(2000, 1, 1);
    private static final int HOLD_DAYS = 5;

    private final ByteBuffer buffer = ByteBuffer.allocate(BYTES_MAX);

    /** The decision of a request, and the amounts spent before it. */
    record Decision(boolean approved, long dayUsed, long monthUsed) {}

    /** The row of a decision: the number of its columns, then each with its length. */
    byte[] of(Request request, Decision decision, int partition, long offset, Instant now) {
        buffer.clear();
        buffer.putShort(COLUMN_COUNT);
        uuid(
                new UUID(
                        (request.at.toEpochMilli() << 16) | 0x7000L,
                        request.messageId.getLeastSignificantBits()));
        uuid(new UUID(request.messageId.getLeastSignificantBits(), request.card.hashCode()));
        int64(request.messageId.hashCode());
        uuid(request.messageId);
        uuid(ACCOUNT);
        text("sandbox");
        uuid(request.card);
        uuid(BenchBook.customerOf(request.card));
        text("request");
        text("purchase");
        text(decision.approved() ? "authorized" : "declined");
        int64(request.minor);
        text(request.currency);
        int64(request.minor);
        long approved = decision.approved() ? request.minor : 0;
        int64(approved);
        int64(approved);
        int64(0);
        int64(0);
        int64(0);
        int64(0);
        int32(0);
        int64(request.merchantMinor);
        text(request.merchantCurrency);
        text(request.merchantId);
        text(request.merchantName);
        text(request.mcc);
        text(request.city);
        text(request.country);
        text("in_store");
        text("visa");
        text(request.networkTxnId);
        text(request.stan);
        text(request.rrn);
        text(request.acquirerId);
        int64(approved);
        text(decision.approved() ? "00" : "61");
        text(decision.approved() ? request.stan : null);
        text(decision.approved() ? null : "spending_limit_exceeded");
        text(decision.approved() ? null : "daily_limit");
        int32(1);
        int64(decision.dayUsed());
        int64(decision.monthUsed());
        buffer.putInt(1).put((byte) 0);
        int32(
                (int)
                        ChronoUnit.DAYS.between(
                                EPOCH_DAY,
                                LocalDate.ofInstant(request.at, ZoneOffset.UTC)
                                        .plusDays(HOLD_DAYS)));
        int32(1);
        int32(partition);
        int64(offset);
        int64(ChronoUnit.MICROS.between(EPOCH, request.at));
        int64(ChronoUnit.MICROS.between(EPOCH, now));
        byte[] row = new byte[buffer.position()];
        buffer.flip().get(row);
        return row;
    }

    private void uuid(UUID value) {
        buffer.putInt(16)
                .putLong(value.getMostSignificantBits())
                .putLong(value.getLeastSignificantBits());
    }

    private void int64(long value) {
        buffer.putInt(8).putLong(value);
    }

    private void int32(int value) {
        buffer.putInt(4).putInt(value);
    }

    private void text(@Nullable String value) {
        if (value == null) {
            buffer.putInt(-1);
            return;
        }
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        buffer.putInt(bytes.length).put(bytes);
    }
}
