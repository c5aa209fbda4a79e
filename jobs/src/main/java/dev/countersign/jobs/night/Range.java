package dev.countersign.jobs.night;

import java.util.UUID;

/** A range of keys, both ends included, that one worker of a step goes through. */
public record Range(UUID from, UUID to) {

    /** All keys there are. */
    public static final Range ALL = new Range(new UUID(0, 0), new UUID(-1, -1));

    private static final String BETWEEN = "..";

    public static Range named(String name) {
        int between = name.indexOf(BETWEEN);
        return new Range(
                UUID.fromString(name.substring(0, between)),
                UUID.fromString(name.substring(between + BETWEEN.length())));
    }

    /** The range that stands for one place of a list, where what is shared out has no keys. */
    public static Range ofPlace(int place) {
        UUID key = new UUID(0, place);
        return new Range(key, key);
    }

    /** Returns the name that the range is known by: its keys, and nothing else. */
    public String name() {
        return from + BETWEEN + to;
    }

    /** Returns the part of the range that is left behind a key. */
    public Range after(UUID key) {
        return new Range(next(key), to);
    }

    public static UUID next(UUID key) {
        long low = key.getLeastSignificantBits() + 1;
        long high = low == 0 ? key.getMostSignificantBits() + 1 : key.getMostSignificantBits();
        return new UUID(high, low);
    }
}
