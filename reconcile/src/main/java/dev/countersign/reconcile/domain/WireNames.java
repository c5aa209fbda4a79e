package dev.countersign.reconcile.domain;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The names of each set, made once: a decision writes a dozen of them. */
final class WireNames extends ClassValue<List<String>> {

    static final WireNames OF = new WireNames();

    private WireNames() {}

    @Override
    protected List<String> computeValue(Class<?> set) {
        return Arrays.stream(set.getEnumConstants())
                .map(constant -> ((Enum<?>) constant).name().toLowerCase(Locale.ROOT))
                .toList();
    }
}
