package dev.countersign.jobs.report;

import java.math.BigInteger;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/**
 * The control totals of a report's amounts, by currency and column: a reader of its files adds up
 * to the same, or has not all of them.
 */
final class ControlSums {

    private static final Sum NOTHING = new Sum(BigInteger.ZERO, BigInteger.ZERO);

    private final Map<String, Map<String, Sum>> byCurrency = new TreeMap<>();

    /**
     * The sums of what was added, in minor units.
     *
     * @param debits of the amounts above zero
     * @param credits of those below zero, without their sign
     */
    private record Sum(BigInteger debits, BigInteger credits) {

        Sum plus(BigInteger minor) {
            return minor.signum() < 0
                    ? new Sum(debits, credits.subtract(minor))
                    : new Sum(debits.add(minor), credits);
        }

        BigInteger net() {
            return debits.subtract(credits);
        }
    }

    /** Adds an amount in minor units. */
    void add(String currency, String column, BigInteger minor) {
        byCurrency
                .computeIfAbsent(currency, code -> new TreeMap<>())
                .merge(column, NOTHING.plus(minor), (before, ignored) -> before.plus(minor));
    }

    /** Writes what stands above zero, what below, and what remains. */
    void writeTo(ObjectNode manifest) {
        write(manifest.putObject("debits"), Sum::debits);
        write(manifest.putObject("credits"), Sum::credits);
        write(manifest.putObject("sums"), Sum::net);
    }

    private void write(ObjectNode of, Function<Sum, BigInteger> figure) {
        byCurrency.forEach(
                (currency, sums) -> {
                    ObjectNode figures = of.putObject(currency);
                    sums.forEach((column, sum) -> figures.put(column, figure.apply(sum)));
                });
    }
}
