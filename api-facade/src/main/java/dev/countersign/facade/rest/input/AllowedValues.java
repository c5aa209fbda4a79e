package dev.countersign.facade.rest.input;

import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.Wire;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * A closed set of values, by the names that the interface has for them. A name that is not among
 * them is refused with all that are.
 *
 * @param <E> what the names stand for
 */
public final class AllowedValues<E> {

    private final Map<String, E> byName = new LinkedHashMap<>();

    private AllowedValues(Iterable<E> values, Function<E, String> name) {
        for (E value : values) {
            byName.put(name.apply(value), value);
        }
    }

    /** All values of a set that has names of its own. */
    public static <E extends Enum<E> & Wire> AllowedValues<E> of(Class<E> set) {
        return of(set, Wire::wire);
    }

    /** All values of a set, named in this way. */
    public static <E extends Enum<E>> AllowedValues<E> of(Class<E> set, Function<E, String> name) {
        return new AllowedValues<>(Arrays.asList(set.getEnumConstants()), name);
    }

    /** Something that is so or is not. */
    public static AllowedValues<Boolean> either(String whenTrue, String whenFalse) {
        return new AllowedValues<>(
                Arrays.asList(true, false), value -> value ? whenTrue : whenFalse);
    }

    /**
     * The value of a name.
     *
     * @param name as the caller sent it
     * @param otherwise what it is refused with if it names none
     * @param param where it was sent, such as {@code shipping_address.country}
     */
    E read(String name, ErrorCode otherwise, String param) {
        E value = byName.get(name);
        if (value == null) {
            throw new RequestRefusedException(
                    otherwise,
                    "The value must be one of " + String.join(", ", byName.keySet()) + ".",
                    param);
        }
        return value;
    }
}
