package dev.countersign.jobs.bank;

import dev.countersign.jobs.bank.camt.StatementEnd.Balance;
import dev.countersign.jobs.bank.camt.StatementHeader;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * The dates that a statement speaks of.
 *
 * @param from the first one; null where it names none
 * @param to the last one, up to which a statement is final; null where it names none
 */
record StatementDates(@Nullable LocalDate from, @Nullable LocalDate to) {

    /**
     * Derives them: from what the statement says of itself, else from its closing balance, its
     * entries, the date of its making.
     */
    static StatementDates of(
            StatementHeader header,
            @Nullable Balance closing,
            @Nullable LocalDate firstValue,
            @Nullable LocalDate lastBooked) {
        LocalDate closed = closing == null ? null : closing.date();
        LocalDate to = first(closed, header.to(), lastBooked, header.createdOn());
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
