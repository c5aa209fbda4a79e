package dev.countersign.reconcile.domain.settlement;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.Set;

/** The days on which merchants and networks work: Monday to Friday without holidays. */
public record BusinessDays(Set<LocalDate> holidays) {

    public static final BusinessDays WITHOUT_HOLIDAYS = new BusinessDays(Set.of());

    public BusinessDays {
        holidays = Set.copyOf(holidays);
    }

    /** True when they work on it. */
    public boolean includes(LocalDate date) {
        DayOfWeek day = date.getDayOfWeek();
        return day != DayOfWeek.SATURDAY && day != DayOfWeek.SUNDAY && !holidays.contains(date);
    }

    /** The day that many business days later; the next business day is the first. */
    public LocalDate after(LocalDate date, int days) {
        LocalDate reached = date;
        for (int left = days; left > 0; ) {
            reached = reached.plusDays(1);
            if (includes(reached)) {
                left--;
            }
        }
        return reached;
    }
}
