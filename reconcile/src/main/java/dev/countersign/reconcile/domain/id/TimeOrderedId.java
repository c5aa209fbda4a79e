package dev.countersign.reconcile.domain.id;

import java.time.Instant;
import java.util.UUID;

/**
 * Version 7 identifiers (RFC 9562): 48 bits of milliseconds, then 74 bits that tell apart what
 * happened in the same one. Those of transactions come from the identity of their message, so that
 * reading a feed again makes the same identifiers, and order by identifier is order by time.
 */
public final class TimeOrderedId {

    private static final long VERSION_7 = 0x7000L;
    private static final long VARIANT = 0x8000000000000000L;
    private static final long VARIANT_MASK = 0x3FFFFFFFFFFFFFFFL;

    private TimeOrderedId() {}

    /**
     * The identifier of what happened at an instant, told apart by 128 bits of which 74 are used.
     */
    public static UUID of(Instant at, UUID distinct) {
        return of(at, distinct.getMostSignificantBits(), distinct.getLeastSignificantBits());
    }

    /** The identifier of an instant, 12 bits of {@code first} and 62 bits of {@code second}. */
    public static UUID of(Instant at, long first, long second) {
        long high = (at.toEpochMilli() << 16) | VERSION_7 | (first & 0xFFF);
        return new UUID(high, VARIANT | (second & VARIANT_MASK));
    }

    /**
     * The smallest identifier of an instant: where a range of time begins in an index by id. Before
     * 1970 there is none, and the range begins with the first of all.
     */
    public static UUID floor(Instant at) {
        return of(at.isBefore(Instant.EPOCH) ? Instant.EPOCH : at, 0, 0);
    }

    /** The instant that an identifier begins with. */
    public static Instant instant(UUID id) {
        return Instant.ofEpochMilli(id.getMostSignificantBits() >>> 16);
    }
}
