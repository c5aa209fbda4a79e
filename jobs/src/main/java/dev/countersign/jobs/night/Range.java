package dev.countersign.jobs.night;

import java.util.UUID;

/** A range of keys, both ends included, that one worker of a step goes through. */
public record Range(UUID from, UUID to) {

    /** All keys there are. */
    public static final Range ALL = new Range(new UUID(0, 0), new UUID(-1, -1));
}
