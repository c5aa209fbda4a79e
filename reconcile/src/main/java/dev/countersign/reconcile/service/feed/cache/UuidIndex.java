package dev.countersign.reconcile.service.feed.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Gives each of many ids a place, one after the other and without a gap, and finds it again, with
 * the words that are kept beside it: a map in plain arrays, which costs a tenth of one made of
 * objects and no garbage.
 *
 * <p>It is a hash table with open addressing: an id whose entry is taken gets the next free one.
 */
final class UuidIndex {

    /** So few that a block is less than what a collector takes for a huge object, half a MB. */
    private static final int IDS_PER_BLOCK = 1 << 11;

    private static final int ENTRIES_AT_FIRST = 1 << 10;

    /**
     * Number of words that an id itself takes. Its words are behind it, so that a reader who finds
     * the id has them at hand.
     */
    private static final int ID = 2;

    private final List<long[]> blocks = new ArrayList<>();

    /** Number of words in a place, the id's own among them. */
    private final int width;

    /** One more than the place of an id, by its hash; 0 where none is. */
    private int[] entries = new int[ENTRIES_AT_FIRST];

    private int size;

    /**
     * None yet.
     *
     * @param words how many are kept beside each id
     */
    UuidIndex(int words) {
        this.width = ID + words;
    }

    /** Returns the number of ids. Their places are below it. */
    int size() {
        return size;
    }

    /** The place of an id; -1 for one that has none. */
    int find(UUID id) {
        return entries[entry(id)] - 1;
    }

    /** The id that has a place. */
    UUID at(int place) {
        long[] ids = block(place);
        int at = idAt(place);
        return new UUID(ids[at], ids[at + 1]);
    }

    /** The array that holds the words of a place, from {@link #wordsAt} on. */
    long[] block(int place) {
        return blocks.get(place / IDS_PER_BLOCK);
    }

    /** Returns where the words of a place begin in their array. */
    int wordsAt(int place) {
        return idAt(place) + ID;
    }

    /** Gives an id that has none the place after the last; its words are whatever was there. */
    int add(UUID id) {
        if (size == blocks.size() * IDS_PER_BLOCK) {
            blocks.add(new long[width * IDS_PER_BLOCK]);
        }
        block(size)[idAt(size)] = id.getMostSignificantBits();
        block(size)[idAt(size) + 1] = id.getLeastSignificantBits();
        entries[entry(id)] = ++size;
        if (2 * size > entries.length) {
            grow();
        }
        return size - 1;
    }

    /**
     * Takes an id out; the last one gets its place, with its words.
     *
     * @return the place, which may have been the last, or -1 when the id had none
     */
    int remove(UUID id) {
        int entry = entry(id);
        int place = entries[entry] - 1;
        if (place < 0) {
            return -1;
        }
        closeGap(entry);
        size--;
        if (place < size) {
            entries[entry(at(size))] = place + 1;
            System.arraycopy(block(size), idAt(size), block(place), idAt(place), width);
        }
        return place;
    }

    void clear() {
        blocks.clear();
        entries = new int[ENTRIES_AT_FIRST];
        size = 0;
    }

    private int idAt(int place) {
        return place % IDS_PER_BLOCK * width;
    }

    /** Finds the entry where an id is, or would be. */
    private int entry(UUID id) {
        int entry = home(id);
        while (entries[entry] != 0 && !isAt(entries[entry] - 1, id)) {
            entry = (entry + 1) & (entries.length - 1);
        }
        return entry;
    }

    private boolean isAt(int place, UUID id) {
        long[] ids = block(place);
        int at = idAt(place);
        return ids[at] == id.getMostSignificantBits()
                && ids[at + 1] == id.getLeastSignificantBits();
    }

    private int home(UUID id) {
        return UuidHash.home(UuidHash.key(id), entries.length);
    }

    /** Takes an entry out, and moves up those behind it that are there for want of room. */
    private void closeGap(int gap) {
        int mask = entries.length - 1;
        int empty = gap;
        for (int next = (gap + 1) & mask; entries[next] != 0; next = (next + 1) & mask) {
            int home = home(at(entries[next] - 1));
            if (((next - home) & mask) >= ((next - empty) & mask)) {
                entries[empty] = entries[next];
                empty = next;
            }
        }
        entries[empty] = 0;
    }

    private void grow() {
        entries = new int[2 * entries.length];
        for (int place = 0; place < size; place++) {
            entries[entry(at(place))] = place + 1;
        }
    }
}
