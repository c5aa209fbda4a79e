package dev.countersign.facade.simulate;

import dev.countersign.facade.local.Commands;
import java.time.LocalDate;

/**
 * The nights that settle messages which were sent. They are run in order, so that they begin with
 * the one that the books want next, not with the day of the messages.
 *
 * @param next the date that is run next
 * @param last the last date of the messages
 * @param today the UTC date now, whose night cannot be run yet
 */
record NextNights(LocalDate next, LocalDate last, LocalDate today) {

    /** Says which to run, with the command for the first where it can be run. */
    String sentence() {
        if (!next.isBefore(today)) {
            return "The night of %s settles them, and can be run when that day has ended (UTC)."
                    .formatted(next);
        }
        return "Next, the night of %s%s:%n  %s job run nightly --business-date %s --mode sandbox"
                .formatted(
                        next,
                        next.isBefore(last) ? ", then of each date to " + last : "",
                        Commands.LAUNCHER,
                        next);
    }
}
