package dev.countersign.bench.peer;

/** Fate of a consumer's partitions when its process is killed. */
public enum Membership {
    /** A successor waits until the session of the dead member is over. */
    SESSION,
    /** A successor under the same name takes them at once. */
    STANDING
}
