package dev.countersign.facade.console.lookup;

import dev.countersign.facade.output.Columns;
import dev.countersign.reconcile.store.LifeStore.Booking;

/** What a file of the journals of one transaction or dispute holds. */
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
}
