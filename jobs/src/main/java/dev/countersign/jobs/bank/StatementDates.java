package dev.countersign.jobs.bank;

import dev.countersign.jobs.bank.camt.StatementEnd.Balance;
import dev.countersign.jobs.bank.camt.StatementHeader;
import dev.countersign.jobs.bank.camt.StatementHeader.Kind;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * The dates that a statement speaks of.
 *
 * @param from the first one; null where it names none
 * @param to up to which nothing more comes; null where it names none
 */
record StatementDates(@Nullable LocalDate from, @Nullable LocalDate to) {

    /**
     * Derives them: from what the statement says of itself, else from its closing balance, its
     * entries, the date of its making. A report within a day has spoken of the days before alone.
     */
    static StatementDates of(
            StatementHeader header,
            @Nullable Balance closing,
            @Nullable LocalDate firstValue,
            @Nullable LocalDate lastBooked) {
        LocalDate closed = closing == null ? null : closing.on();
        LocalDate to = first(closed, header.to(), lastBooked, header.createdOn());
        if (to != null && header.kind() == Kind.REPORT) {
            to = to.minusDays(1);
        }
        LocalDate from = first(header.from(), firstValue, to);
        return new StatementDates(
                firstValue != null && from != null && firstValue.isBefore(from) ? firstValue : from,
                to);
    }

    private static @Nullable LocalDate first(@Nullable LocalDate... dates) {
        for (LocalDate date : dates) {
            if (date != null) {
                return date;
            }
        }
        return null;
    }
}
