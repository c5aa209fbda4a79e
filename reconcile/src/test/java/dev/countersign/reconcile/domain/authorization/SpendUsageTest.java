package dev.countersign.reconcile.domain.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import org.junit.jupiter.api.Test;

class SpendUsageTest {

    @Test
    void keepsTheDaysAndMonthsThatMessagesStillReach() {
        SpendUsage usage =
                SpendUsage.EMPTY
                        .withDay(LocalDate.parse("2026-11-29"), 1)
                        .withDay(LocalDate.parse("2026-11-30"), 2)
                        .withDay(LocalDate.parse("2026-12-01"), 3)
                        .withMonth(YearMonth.parse("2026-10"), 4)
                        .withMonth(YearMonth.parse("2026-11"), 5)
                        .withMonth(YearMonth.parse("2026-12"), 6)
                        .recent();

        assertThat(usage.covers(noon("2026-11-29"))).isFalse();
        assertThat(usage.covers(noon("2026-11-30"))).isTrue();
        assertThat(usage.onDayOf(noon("2026-11-30"))).isEqualTo(2);
        assertThat(usage.inMonthOf(noon("2026-11-30"))).isEqualTo(5);
        assertThat(usage.inMonthOf(noon("2026-12-01"))).isEqualTo(6);
        assertThat(usage.withDay(LocalDate.parse("2026-10-31"), 7).covers(noon("2026-10-31")))
                .as("its month has gone with its days")
                .isFalse();
    }

    @Test
    void keepsAllOfWhatIsRecent() {
        SpendUsage usage =
                SpendUsage.EMPTY
                        .withDay(LocalDate.parse("2026-12-01"), 3)
                        .withMonth(YearMonth.parse("2026-12"), 6);

        assertThat(usage.recent()).isSameAs(usage);
        assertThat(SpendUsage.EMPTY.recent()).isSameAs(SpendUsage.EMPTY);
    }

    @Test
    void goesOnToALaterDayOnlyWhereNothingIsSpentAfterTheLast() {
        LocalDate last = LocalDate.parse("2026-11-30");
        SpendUsage known = SpendUsage.EMPTY.with(last, 2, 5, false);

        SpendUsage next = known.through(noon("2026-12-02")).plus(noon("2026-12-02"), 7);

        assertThat(next.onDayOf(noon("2026-12-02"))).isEqualTo(7);
        assertThat(next.inMonthOf(noon("2026-12-02"))).isEqualTo(7);
        assertThat(next.inMonthOf(noon("2026-11-30"))).isEqualTo(5);
        assertThat(known.through(noon("2026-11-29"))).isSameAs(known);
        assertThat(next.recent().through(noon("2026-12-03")).onDayOf(noon("2026-12-03"))).isZero();
        assertThat(known.plus(noon("2026-12-01"), 1).through(noon("2026-12-01")))
                .as("spent on a day that was not loaded")
                .matches(usage -> !usage.covers(noon("2026-12-01")));
        assertThat(SpendUsage.EMPTY.with(last, 2, 5, true).through(noon("2026-12-01")))
                .matches(usage -> !usage.covers(noon("2026-12-01")));
    }

    private static Instant noon(String day) {
        return Instant.parse(day + "T12:00:00Z");
    }
}
