package dev.countersign.facade.launch.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoCalendarTest {

    @ParameterizedTest
    @CsvSource({
        "2026-11-27T23:40:00Z, 2026-09-28, 2026-10, 2026-11-25, 2026-11-24",
        "2026-12-01T00:00:00Z, 2026-09-28, 2026-10, 2026-11-29, 2026-11-28",
        "2026-12-02T12:00:00Z, 2026-10-29, 2026-11, 2026-11-30, 2026-12-01",
        "2026-12-03T23:59:59Z, 2026-10-29, 2026-11, 2026-12-01, 2026-12-01",
        "2027-03-05T08:00:00Z, 2027-01-29, 2027-02, 2027-03-03, 2027-03-02"
    })
    void endsWithAMonthThatCanBeClosedAndLeavesTheNightOfYesterday(
            String since,
            LocalDate firstDay,
            YearMonth closable,
            LocalDate lastNight,
            LocalDate threeDaysBefore) {
        DemoCalendar calendar = new DemoCalendar(Instant.parse(since));

        assertThat(calendar.firstDay()).isEqualTo(firstDay);
        assertThat(calendar.closableMonth()).isEqualTo(closable);
        assertThat(calendar.closedMonth()).isEqualTo(closable.minusMonths(1));
        assertThat(calendar.lastNight()).isEqualTo(lastNight);
        assertThat(calendar.daysBefore(3)).isEqualTo(threeDaysBefore);
        assertThat(calendar.lastNight()).isAfterOrEqualTo(closable.atEndOfMonth());
    }
}
