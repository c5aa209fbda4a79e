package dev.countersign.jobs.report;

import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.domain.text.PlainText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Currency;

/** One value of a row. Each format writes each kind in its own way. */
sealed interface ReportValue {

    ReportValue NOTHING = new NoValue();

    record NoValue() implements ReportValue {}

    /** A text; what no format can carry, kept when it was not refused yet, shows as U+FFFD. */
    record Text(String value) implements ReportValue {

        public Text {
            value = PlainText.legible(value);
        }
    }

    record Quantity(BigDecimal value) implements ReportValue {}

    record Day(LocalDate value) implements ReportValue {}

    /** A moment, to the millisecond. */
    record Time(Instant value) implements ReportValue {

        public Time {
            value = value.truncatedTo(ChronoUnit.MILLIS);
        }
    }

    /**
     * Money.
     *
     * @param minor in minor units
     * @param currency empty where the row names none
     */
    record Amount(BigInteger minor, String currency) implements ReportValue {

        /** Counts the digits behind the point. */
        int digits() {
            return Currencies.find(currency).map(Currency::getDefaultFractionDigits).orElse(0);
        }

        BigDecimal major() {
            return new BigDecimal(minor, digits());
        }
    }
}
