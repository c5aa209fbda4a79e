package dev.countersign.facade.console.lookup;

import dev.countersign.facade.console.page.CsvFile;
import dev.countersign.facade.output.Columns;
import dev.countersign.reconcile.domain.lookup.LedgerBooking;
import dev.countersign.reconcile.service.operations.Lookup;
import java.util.List;

/** The columns of a file with the journals of one transaction or dispute. */
public final class JournalColumns {

    public static final Columns<LedgerBooking> ALL =
            Columns.<LedgerBooking>of()
                    .text("business_date", LedgerBooking::businessDate)
                    .text("event", LedgerBooking::event)
                    .text("debit", LedgerBooking::debit)
                    .text("credit", LedgerBooking::credit)
                    .amount("amount", LedgerBooking::minor, LedgerBooking::currency)
                    .text("currency", LedgerBooking::currency);

    private JournalColumns() {}

    /**
     * The journals of one transaction or dispute as a file.
     *
     * @throws dev.countersign.facade.console.page.InvalidInputException when there are more than
     *     are looked for
     */
    public static CsvFile file(String id, List<LedgerBooking> bookings) {
        return CsvFile.bounded(
                id + "-journals",
                ALL,
                bookings,
                Lookup.HISTORY_ROWS_MAX,
                "The files of the accounts, from the trial balance, have all bookings of a date.");
    }
}
