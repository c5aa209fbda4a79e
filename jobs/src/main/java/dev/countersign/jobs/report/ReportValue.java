package dev.countersign.jobs.report;

import dev.countersign.reconcile.domain.text.PlainText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;

/** One value of a row. Each format writes each kind in its own way. */
sealed interface ReportValue {

    record Nothing() implements ReportValue {}

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
     * @param digits how many of its digits stand behind the point
     */
    record Amount(BigInteger minor, int digits, String currency) implements ReportValue {

        BigDecimal major() {
            return new BigDecimal(minor, digits);
        }
    }
}
