package dev.countersign.facade.output;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

/** One value of a row. Each format writes each kind in its own way. */
sealed interface Cell {

    /** No value. */
    record NoValue() implements Cell {}

    /** A free text, which may hold anything. */
    record Text(String value) implements Cell {}

    /** A count or a measure. */
    record Quantity(BigDecimal value) implements Cell {}

    /**
     * Money.
     *
     * @param minor in minor units, as programs get it
     * @param fractionDigits how many of its digits stand behind the point, for people
     */
    record Amount(BigInteger minor, int fractionDigits) implements Cell {}

    /** Yes or no. */
    record Flag(boolean value) implements Cell {}

    /**
     * Several words.
     *
     * @param shown how people read it
     */
    record Words(List<String> values, String shown) implements Cell {}
}
