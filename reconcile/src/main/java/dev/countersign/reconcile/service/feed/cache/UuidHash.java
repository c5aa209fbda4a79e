package dev.countersign.reconcile.service.feed.cache;

import java.util.UUID;

/** Computes the place of an id in a hash table whose length is a power of two. */
public final class UuidHash {

    /**
     * 2^64 divided by the golden ratio. Multiplied by it (Fibonacci hashing), keys that differ
     * little, as those of ids that were made together, lie far apart.
     */
    private static final long FIBONACCI = 0x9E3779B97F4A7C15L;

    private UuidHash() {}

    /** An id in half as many bits; two different ones rarely share them. */
    public static long key(UUID id) {
        return id.getMostSignificantBits() * 31 + id.getLeastSignificantBits();
    }

    /**
     * The place where the search for a key begins.
     *
     * @param length of the table, a power of two
     */
    public static int home(long key, int length) {
        return (int) ((key * FIBONACCI) >>> 32) & (length - 1);
    }
}
