package dev.countersign.reconcile.domain.fx;

import java.math.BigDecimal;
import java.time.LocalDate;

/**
 * The reference rate of a currency on a day: so many of its units are one euro.
 *
 * @param currency its code; old ones are kept as well
 */
public record ReferenceRate(String currency, LocalDate date, BigDecimal rate) {

    /** The euro is its own measure. */
    public static ReferenceRate euro(LocalDate date) {
        return new ReferenceRate("EUR", date, BigDecimal.ONE);
    }
}
