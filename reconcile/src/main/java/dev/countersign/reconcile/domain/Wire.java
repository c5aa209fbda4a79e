package dev.countersign.reconcile.domain;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A value of a closed set that has one lower-case name, everywhere the same: on the feed, in the
 * database and in the interface.
 */
public interface Wire {

    /** The constant's set and its place in it, given by every enum. */
    Class<?> getDeclaringClass();

    int ordinal();

    /** The name outside, such as {@code in_store}. */
    default String wire() {
        return WireNames.OF.get(getDeclaringClass()).get(ordinal());
    }

    /** Reads names of one set; build it once, it is a table. */
    static <E extends Enum<E> & Wire> Function<String, Optional<E>> reader(Class<E> set) {
        Map<String, E> byName =
                Arrays.stream(set.getEnumConstants())
                        .collect(Collectors.toUnmodifiableMap(Wire::wire, Function.identity()));
        return name -> Optional.ofNullable(byName.get(name));
    }
}
