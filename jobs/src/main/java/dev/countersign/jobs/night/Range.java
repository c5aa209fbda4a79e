package dev.countersign.jobs.night;

import java.util.UUID;

/** A range of keys, both ends included, that one worker of a step goes through. */
public record Range(UUID from, UUID to) {

    /** All keys there are. */
    public static final Range ALL = new Range(new UUID(0, 0), new UUID(-1, -1));

    /** What is left of the range behind a key. */
    public Range after(UUID key) {
        return new Range(next(key), to);
    }

    /** The key after this one. */
    public static UUID next(UUID key) {
        long low = key.getLeastSignificantBits() + 1;
        long high = low == 0 ? key.getMostSignificantBits() + 1 : key.getMostSignificantBits();
        return new UUID(high, low);
    }
}
