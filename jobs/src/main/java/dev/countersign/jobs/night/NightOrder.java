package dev.countersign.jobs.night;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * In which order dates are run: one after the other, none before it has ended, none twice. A date
 * that was only looked at while it was open has to be closed before the next.
 *
 * @param today the UTC date now
 * @param booksBegan of the first night there was, null when there is none
 * @param lastDate of the newest complete night, null when there is none
 * @param lastCloses whether that night closed its date
 * @param oldestMessage the UTC date of the first message that was recorded, null when there is none
 */
public record NightOrder(
        LocalDate today,
        @Nullable LocalDate booksBegan,
        @Nullable LocalDate lastDate,
        boolean lastCloses,
        @Nullable LocalDate oldestMessage) {

    /** A first night some days early, as on the day of an installation, is allowed. */
    private static final int EMPTY_DAYS_MAX = 31;

    /**
     * The date that has to be run next; null when any that has ended may be the first. A message
     * that is older than a year has a wrong clock, or is history: a person says when the book
     * begins, and its first night takes all that came before.
     */
    public @Nullable LocalDate next() {
        if (lastDate != null) {
            return lastCloses ? lastDate.plusDays(1) : lastDate;
        }
        return oldestMessage == null || oldestMessage.isBefore(today.minusYears(1))
                ? null
                : oldestMessage;
    }

    /** Number of dates that have ended and are not complete; 0 while any may be the first. */
    public long overdue() {
        LocalDate next = next();
        return next == null || !next.isBefore(today) ? 0 : ChronoUnit.DAYS.between(next, today);
    }

    /**
     * Refuses a date that is not next.
     *
     * @throws NightRefusedException with the reason
     */
    public void requireNext(LocalDate wanted) {
        requirePast(wanted);
        requireNotBefore(wanted);
        requireNotLongBeforeTheFirst(wanted);
        LocalDate next = next();
        if (next != null && wanted.isAfter(next)) {
            throw new NightRefusedException(
                    "%s cannot be run before %s is complete: run that first."
                            .formatted(wanted, next));
        }
    }

    /**
     * Refuses a date that the sandbox may not look at: a future one, or one before what was run.
     *
     * @throws NightRefusedException with the reason
     */
    public void requireNotClosed(LocalDate wanted) {
        requireNotFuture(wanted);
        requireNotBefore(wanted);
    }

    private void requireNotFuture(LocalDate wanted) {
        if (wanted.isAfter(today)) {
            throw new NightRefusedException(
                    "%s is in the future: today is %s (UTC).".formatted(wanted, today));
        }
    }

    private void requirePast(LocalDate wanted) {
        requireNotFuture(wanted);
        if (wanted.equals(today)) {
            throw new NightRefusedException(
                    "%s is still open: it can be run when the day has ended (UTC)."
                            .formatted(wanted));
        }
    }

    /** After a mistyped year, all dates from there on would have to be run one by one. */
    private void requireNotLongBeforeTheFirst(LocalDate wanted) {
        if (lastDate != null) {
            return;
        }
        if (oldestMessage != null && wanted.isBefore(oldestMessage.minusDays(EMPTY_DAYS_MAX))) {
            throw new NightRefusedException(
                    "%s is long before anything was recorded: the first date to run is %s."
                            .formatted(wanted, oldestMessage));
        }
        if (oldestMessage == null && wanted.isBefore(today.minusYears(1))) {
            throw new NightRefusedException(
                    "%s is long past, and nothing was ever recorded: this book cannot begin before %s."
                            .formatted(wanted, today.minusYears(1)));
        }
    }

    private void requireNotBefore(LocalDate wanted) {
        if (lastDate == null) {
            return;
        }
        if (booksBegan != null && wanted.isBefore(booksBegan)) {
            throw new NightRefusedException(
                    "%s cannot be run: the book begins with %s.".formatted(wanted, booksBegan));
        }
        if (lastCloses && !wanted.isAfter(lastDate)) {
            throw new NightRefusedException(
                    "%s is not run again: all up to %s is complete. 'job run nightly --rerun' proves a date."
                            .formatted(wanted, lastDate));
        }
        if (!lastCloses && wanted.isBefore(lastDate)) {
            throw new NightRefusedException(
                    "%s cannot be run: the night of %s covers it, and completes both once it is run after its day has ended."
                            .formatted(wanted, lastDate));
        }
    }
}
