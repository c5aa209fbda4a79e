package dev.countersign.reconcile.domain.breaks;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * Money that merchants gave back, shared out: each minor unit of it answers for one purchase. What
 * it answered for a purchase before is kept for that purchase, since a difference and a dispute
 * about it ask for the same money.
 */
public final class CreditPool {

    /**
     * The effect of a record on one transaction. A reversal has one part for each transaction of
     * which it reversed something.
     *
     * @param record its row
     * @param postedTo the transaction: of a refund its own
     */
    public record Part(UUID record, UUID postedTo) {}

    private record Kept(Part part, UUID purchase) {}

    private final Map<Part, Long> free = new HashMap<>();
    private final Map<Kept, Long> kept = new HashMap<>();

    /**
     * Part of a record that gave something back, before it is asked for.
     *
     * @param minor what came back by it in all
     * @param answered what of it answered before, for whichever purchase
     */
    public void came(Part part, long minor, long answered) {
        free.putIfAbsent(part, Math.max(0, minor - answered));
    }

    /** Records the amount of a part that answered for a purchase before. */
    public void keeps(Part part, UUID purchase, long minor) {
        kept.putIfAbsent(new Kept(part, purchase), minor);
    }

    /** Returns the amount that a part has for a purchase. */
    public long of(Part part, UUID purchase) {
        return saturated(
                free.getOrDefault(part, 0L), kept.getOrDefault(new Kept(part, purchase), 0L));
    }

    /** Uses up what it has for a purchase, kept first, up to as much; says how much it was. */
    public long take(Part part, UUID purchase, long minor) {
        Kept key = new Kept(part, purchase);
        long ofKept = Math.min(minor, kept.getOrDefault(key, 0L));
        long ofFree = Math.min(minor - ofKept, free.getOrDefault(part, 0L));
        kept.computeIfPresent(key, (same, has) -> has - ofKept);
        free.computeIfPresent(part, (same, has) -> has - ofFree);
        return ofKept + ofFree;
    }

    private static long saturated(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }
}
