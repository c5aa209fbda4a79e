package dev.countersign.reconcile.domain.settlement;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * Money that merchants gave back, shared out: each minor unit of a record answers for one purchase.
 * What it answered for a purchase before is kept for that purchase, since a difference and a
 * dispute about it ask for the same money.
 */
public final class MoneyBack {

    private record Kept(UUID record, UUID purchase) {}

    private final Map<UUID, Long> free = new HashMap<>();
    private final Map<Kept, Long> kept = new HashMap<>();

    /**
     * A record that gave something back, before it is asked for.
     *
     * @param minor what came back by it in all
     * @param answered what of it answered before, for whichever purchase
     */
    public void came(UUID record, long minor, long answered) {
        free.putIfAbsent(record, Math.max(0, minor - answered));
    }

    /** What of a record answered for a purchase before. */
    public void keeps(UUID record, UUID purchase, long minor) {
        kept.putIfAbsent(new Kept(record, purchase), minor);
    }

    /** What a record has for a purchase. */
    public long of(UUID record, UUID purchase) {
        return saturated(
                free.getOrDefault(record, 0L), kept.getOrDefault(new Kept(record, purchase), 0L));
    }

    /** What several records have for a purchase. */
    public long of(Iterable<UUID> records, UUID purchase) {
        long all = 0;
        for (UUID record : records) {
            all = saturated(all, of(record, purchase));
        }
        return all;
    }

    /**
     * Uses up what a record has for a purchase, kept first, up to as much; says how much it was.
     */
    public long take(UUID record, UUID purchase, long minor) {
        Kept key = new Kept(record, purchase);
        long ofKept = Math.min(minor, kept.getOrDefault(key, 0L));
        long ofFree = Math.min(minor - ofKept, free.getOrDefault(record, 0L));
        kept.computeIfPresent(key, (same, has) -> has - ofKept);
        free.computeIfPresent(record, (same, has) -> has - ofFree);
        return ofKept + ofFree;
    }

    /** The same of several, the first first. */
    public void take(Iterable<UUID> records, UUID purchase, long minor) {
        long wanted = minor;
        for (UUID record : records) {
            wanted -= take(record, purchase, wanted);
        }
    }

    private static long saturated(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }
}
