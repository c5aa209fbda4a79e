package dev.countersign.jobs.night;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/**
 * A range of keys, both ends included, that one worker of a step goes through. Where the work of a
 * step has names and no keys, a range stands for some of these names, and is known by them.
 */
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

    /** The range that stands for names. */
    public static Range of(List<String> names) {
        UUID key = UUID.nameUUIDFromBytes(String.join(" ", names).getBytes(StandardCharsets.UTF_8));
        return new Range(key, key);
    }

    /**
     * Returns the names that the range stands for.
     *
     * @param shares all names of the step, as they are shared out
     * @throws IllegalArgumentException when it stands for none of the shares
     */
    public List<String> names(List<List<String>> shares) {
        return shares.stream()
                .filter(names -> equals(of(names)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no share is " + name()));
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
