package dev.countersign.jobs.night;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import org.junit.jupiter.api.Test;

/** In which order dates are run. */
class NightOrderTest {

    private static final LocalDate TODAY = LocalDate.parse("2028-03-01");
    private static final LocalDate FIRST = LocalDate.parse("2028-02-20");

    @Test
    void beginsWithTheDateOfTheOldestMessage() {
        NightOrder order = new NightOrder(TODAY, null, null, false, LocalDate.parse("2028-02-28"));

        order.requireNext(LocalDate.parse("2028-02-28"));
        order.requireNext(LocalDate.parse("2028-02-27"));
        refuses(order, "2028-02-29", "before 2028-02-28 is complete");
        refuses(order, "2018-02-28", "the first date to run is 2028-02-28");
    }

    /** One message with the clock of 1970 does not ask for twenty thousand nights. */
    @Test
    void takesAnyDateWhereTheOldestMessageIsOlderThanAYear() {
        NightOrder order = new NightOrder(TODAY, null, null, false, LocalDate.parse("1970-01-01"));

        assertThat(order.next()).isNull();
        order.requireNext(LocalDate.parse("2028-02-29"));
        order.requireNext(LocalDate.parse("1970-01-01"));
        refuses(order, "2028-03-01", "still open");
    }

    @Test
    void takesAnyDateOfTheLastYearWhileNothingWasRecorded() {
        NightOrder order = new NightOrder(TODAY, null, null, false, null);

        order.requireNext(LocalDate.parse("2028-02-29"));
        order.requireNext(LocalDate.parse("2027-03-01"));
        refuses(order, "2027-02-28", "cannot begin before 2027-03-01");
        refuses(order, "2018-02-28", "nothing was ever recorded");
    }

    @Test
    void goesOnDayByDayOverALeapDay() {
        NightOrder order = new NightOrder(TODAY, FIRST, LocalDate.parse("2028-02-28"), true, null);

        assertThat(order.next()).isEqualTo("2028-02-29");
        order.requireNext(LocalDate.parse("2028-02-29"));
        refuses(order, "2028-02-28", "is complete");
        refuses(order, "2028-02-20", "is complete");
        refuses(order, "2028-02-19", "the book begins with 2028-02-20");
    }

    @Test
    void countsTheDatesThatHaveEndedAndAreNotComplete() {
        assertThat(new NightOrder(TODAY, FIRST, FIRST, true, null).overdue()).isEqualTo(9);
        assertThat(new NightOrder(TODAY, FIRST, TODAY.minusDays(1), true, null).overdue()).isZero();
        assertThat(new NightOrder(TODAY, FIRST, TODAY.minusDays(1), false, null).overdue())
                .isEqualTo(1);
        assertThat(new NightOrder(TODAY, null, null, false, null).overdue()).isZero();
    }

    @Test
    void closesAnOpenDayBeforeTheNext() {
        NightOrder order = new NightOrder(TODAY, FIRST, LocalDate.parse("2028-02-29"), false, null);

        assertThat(order.next()).isEqualTo("2028-02-29");
        order.requireNext(LocalDate.parse("2028-02-29"));
        order.requireNotClosed(TODAY);
        refuses(order, "2028-02-28", "the night of 2028-02-29 covers it");
    }

    @Test
    void refusesWhatHasNotEnded() {
        NightOrder order = new NightOrder(TODAY, FIRST, LocalDate.parse("2028-02-29"), true, null);

        refuses(order, "2028-03-01", "still open");
        refuses(order, "2028-03-02", "in the future");
    }

    private static void refuses(NightOrder order, String date, String reason) {
        assertThatThrownBy(() -> order.requireNext(LocalDate.parse(date)))
                .isInstanceOf(NightRefusedException.class)
                .hasMessageContaining(reason);
    }
}
