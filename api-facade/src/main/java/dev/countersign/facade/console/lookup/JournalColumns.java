package dev.countersign.facade.console.lookup;

import dev.countersign.facade.console.page.CsvFile;
import dev.countersign.facade.output.Columns;
import dev.countersign.reconcile.store.lookup.TransactionHistoryStore;
import dev.countersign.reconcile.store.lookup.TransactionHistoryStore.Booking;
import java.util.List;

/** The columns of a file with the journals of one transaction or dispute. */
public final class JournalColumns {

    public static final Columns<Booking> ALL =
            Columns.<Booking>of()
                    .text("business_date", Booking::businessDate)
                    .text("event", Booking::event)
                    .text("debit", Booking::debit)
                    .text("credit", Booking::credit)
                    .amount("amount", Booking::minor, Booking::currency)
                    .text("currency", Booking::currency);

    private JournalColumns() {}

    /**
     * The journals of one transaction or dispute as a file.
     *
     * @throws dev.countersign.facade.console.page.InvalidInputException when there are more than
     *     are looked for
     */
    public static CsvFile file(String id, List<Booking> bookings) {
        return CsvFile.bounded(
                id + "-journals",
                ALL,
                bookings,
                TransactionHistoryStore.ROWS_MAX,
                "The files of the accounts, from the trial balance, have all bookings of a date.");
    }
}
