package dev.countersign.facade.administer.argument;

import dev.countersign.reconcile.domain.Wire;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads the names that the interface has for the values of a closed set.
 *
 * @param <E> the set
 */
public final class WireName<E extends Enum<E> & Wire> implements ITypeConverter<E> {

    private final Class<E> set;

    public WireName(Class<E> set) {
        this.set = set;
    }

    @Override
    public E convert(String text) {
        return Wire.reader(set)
                .apply(text.toLowerCase(Locale.ROOT))
                .orElseThrow(
                        () -> new TypeConversionException("'" + text + "' is none of " + names()));
    }

    private String names() {
        return Arrays.stream(set.getEnumConstants())
                .map(Wire::wire)
                .collect(Collectors.joining(", "));
    }
}
