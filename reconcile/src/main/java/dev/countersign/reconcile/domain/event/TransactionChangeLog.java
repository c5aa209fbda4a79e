package dev.countersign.reconcile.domain.event;

import dev.countersign.reconcile.domain.event.TransactionChange.VisibleState;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Changes of transactions in their order, packed: a new transaction that is as it was asked for
 * takes 19 bytes. Each change is a byte for its cause, the id, what was and what is. A state is one
 * byte, 0 where there was none, and eight for each number that it says to follow.
 *
 * <p>The statement that settles plain records writes the same form ({@code settle.sql}).
 */
@SuppressWarnings("EnumOrdinal") // rows live for seconds; what an enum gains later comes last
public final class TransactionChangeLog {

    private static final String NIGHT = "night";
    private static final byte NIGHT_CODE = 0x7f;
    private static final int SHOWN = 0x80;
    private static final int STATUS = 0x03;
    private static final int AMOUNT = 0x04;
    private static final int MERCHANT_AMOUNT = 0x08;
    private static final int SETTLED_AT = 0x10;

    /** The longest: cause, id, and two states with three numbers each. */
    private static final int CHANGE_BYTES_MAX = 1 + 16 + 2 * (1 + 3 * 8);

    private byte[] bytes;
    private int size;

    /** One for about so many new transactions. */
    public TransactionChangeLog(int changes) {
        bytes = new byte[changes * 20 + CHANGE_BYTES_MAX];
    }

    /** Adds what a message made or changed, unless it is shown as before. */
    public void add(MessageKind cause, @Nullable Transaction before, Transaction after) {
        add((byte) cause.ordinal(), before, after);
    }

    /** Adds what a night made or changed, unless it is shown as before. */
    public void addByNight(@Nullable Transaction before, Transaction after) {
        add(NIGHT_CODE, before, after);
    }

    private void add(byte cause, @Nullable Transaction before, Transaction after) {
        VisibleState was = before == null ? null : VisibleState.of(before);
        VisibleState now = VisibleState.of(after);
        if (now.equals(was)) {
            return;
        }
        if (bytes.length - size < CHANGE_BYTES_MAX) {
            bytes = Arrays.copyOf(bytes, bytes.length * 2);
        }
        UUID id = after.id().value();
        ByteBuffer free = ByteBuffer.wrap(bytes, size, bytes.length - size);
        free.put(cause).putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
        if (was == null) {
            free.put((byte) 0);
        } else {
            write(free, was);
        }
        write(free, now);
        size = free.position();
    }

    private static void write(ByteBuffer free, VisibleState state) {
        Long minor = state.otherMinor();
        Long merchantMinor = state.otherMerchantMinor();
        Instant settledAt = state.settledAt();
        free.put(
                (byte)
                        (SHOWN
                                | state.status().ordinal()
                                | (minor == null ? 0 : AMOUNT)
                                | (merchantMinor == null ? 0 : MERCHANT_AMOUNT)
                                | (settledAt == null ? 0 : SETTLED_AT)));
        if (minor != null) {
            free.putLong(minor);
        }
        if (merchantMinor != null) {
            free.putLong(merchantMinor);
        }
        if (settledAt != null) {
            free.putLong(settledAt.toEpochMilli());
        }
    }

    /** The changes so far; empty where nothing is shown otherwise than it was. */
    public byte[] bytes() {
        return Arrays.copyOf(bytes, size);
    }

    public static List<TransactionChange> read(byte[] packed) {
        ByteBuffer rest = ByteBuffer.wrap(packed);
        List<TransactionChange> changes = new ArrayList<>();
        while (rest.hasRemaining()) {
            String cause = cause(rest.get());
            TransactionId id = new TransactionId(new UUID(rest.getLong(), rest.getLong()));
            VisibleState was = readState(rest);
            VisibleState now = readState(rest);
            if (now == null) {
                throw new IllegalArgumentException("a change to nothing: " + id);
            }
            changes.add(new TransactionChange(id, cause, was, now));
        }
        return changes;
    }

    private static String cause(byte code) {
        return code == NIGHT_CODE ? NIGHT : MessageKind.values()[code].wire();
    }

    private static @Nullable VisibleState readState(ByteBuffer rest) {
        int form = Byte.toUnsignedInt(rest.get());
        return form == 0
                ? null
                : new VisibleState(
                        TransactionStatus.values()[form & STATUS],
                        (form & AMOUNT) == 0 ? null : Long.valueOf(rest.getLong()),
                        (form & MERCHANT_AMOUNT) == 0 ? null : Long.valueOf(rest.getLong()),
                        (form & SETTLED_AT) == 0 ? null : Instant.ofEpochMilli(rest.getLong()));
    }
}
