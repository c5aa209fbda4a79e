package dev.countersign.reconcile.service.feed;

import dev.countersign.reconcile.service.feed.cache.UuidHash;
import java.util.Arrays;
import java.util.UUID;

/**
 * The identities of the last messages. Of each it keeps 64 bits, in the order of a hash: a new one
 * is looked for in one place of each of two tables, and one that was read lately mostly in one. Two
 * that share the 64 bits are taken for the same, so that who is told of a repetition has to ask.
 */
final class LastIdentities {

    private final int max;
    private long[] latest;
    private long[] before;
    private int size;

    /**
     * None yet.
     *
     * @param max of how many the last are known at least; at most of twice as many
     */
    LastIdentities(int max) {
        this.max = max;
        int room = Integer.highestOneBit(max) * 4;
        this.latest = new long[room];
        this.before = new long[room];
    }

    /** Remembers an identity, and says whether it was read lately. */
    boolean remember(UUID identity) {
        if (size >= max) {
            forgetOlder();
        }
        long key = key(identity);
        int at = find(latest, key);
        if (latest[at] == key) {
            return true;
        }
        latest[at] = key;
        size++;
        return before[find(before, key)] == key;
    }

    private void forgetOlder() {
        long[] older = before;
        before = latest;
        latest = older;
        Arrays.fill(latest, 0);
        size = 0;
    }

    /** Never 0, which stands for none. */
    private static long key(UUID identity) {
        long key = UuidHash.key(identity);
        return key == 0 ? 1 : key;
    }

    /** Finds the place where a key is, or would be. */
    private static int find(long[] keys, long key) {
        int mask = keys.length - 1;
        int at = UuidHash.home(key, keys.length);
        while (keys[at] != 0 && keys[at] != key) {
            at = (at + 1) & mask;
        }
        return at;
    }
}
