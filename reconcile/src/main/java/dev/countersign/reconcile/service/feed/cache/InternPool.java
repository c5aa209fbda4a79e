package dev.countersign.reconcile.service.feed.cache;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Values that many have in common, each kept once, under a number, and only for as long as somebody
 * has it: holders are counted, so that nobody ever has to look for what is left over.
 */
final class InternPool<T> {

    /** In the place of a number, where there is no room for another value. */
    static final int NONE = -1;

    private static final int HOLDERS_AT_FIRST = 16;

    private final int max;
    private final List<@Nullable T> values = new ArrayList<>();
    private final Map<T, Integer> numbers = new HashMap<>();
    private final Deque<Integer> free = new ArrayDeque<>();

    /** Number of holders of each value, by the number of the value. */
    private int[] holders = new int[HOLDERS_AT_FIRST];

    /**
     * None yet.
     *
     * @param max how many different ones there can be
     */
    InternPool(int max) {
        this.max = max;
    }

    /** Returns how many different values can come, even if none is released. */
    int room() {
        return max - numbers.size();
    }

    /** The number of a value for one more who has it, or {@link #NONE} for a new one too many. */
    int take(T value) {
        Integer known = numbers.get(value);
        int number;
        if (known != null) {
            number = known;
        } else if (numbers.size() < max) {
            number = newNumber(value);
        } else {
            return NONE;
        }
        holders[number]++;
        return number;
    }

    /** One who has the value of this number has it no more. */
    void release(int number) {
        holders[number]--;
        if (holders[number] == 0) {
            numbers.remove(get(number));
            values.set(number, null);
            free.push(number);
        }
    }

    /** The value of a number that somebody has. */
    T get(int number) {
        return Objects.requireNonNull(values.get(number));
    }

    /** Returns how many holders the value of a number has. */
    int holders(int number) {
        return holders[number];
    }

    void clear() {
        values.clear();
        numbers.clear();
        free.clear();
        Arrays.fill(holders, 0);
    }

    private int newNumber(T value) {
        Integer unused = free.poll();
        int number = unused == null ? values.size() : unused;
        if (number == values.size()) {
            values.add(value);
        } else {
            values.set(number, value);
        }
        if (number == holders.length) {
            holders = Arrays.copyOf(holders, 2 * holders.length);
        }
        numbers.put(value, number);
        return number;
    }
}
