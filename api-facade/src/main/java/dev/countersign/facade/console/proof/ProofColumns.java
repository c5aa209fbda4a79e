package dev.countersign.facade.console.proof;

import dev.countersign.facade.output.Columns;
import dev.countersign.jobs.proof.Booking;
import dev.countersign.jobs.proof.ProvedLine;
import dev.countersign.reconcile.domain.id.IdText;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The columns of files of records and bookings. */
final class ProofColumns {

    static final Columns<ProvedLine> LINES =
            Columns.<ProvedLine>of()
                    .text("record_id", row -> id("clr_", row.record()))
                    .text("record_type", ProvedLine::recordType)
                    .text("outcome", ProvedLine::outcome)
                    .amount("settlement_amount", ProvedLine::minor, ProvedLine::currency)
                    .text("settlement_currency", ProvedLine::currency)
                    .amount(
                            "interchange_amount",
                            ProvedLine::interchangeMinor,
                            ProvedLine::interchangeCurrency)
                    .text("interchange_currency", ProvedLine::interchangeCurrency)
                    .amount("billing_amount", ProvedLine::billedMinor, ProvedLine::billedCurrency)
                    .text("billing_currency", ProvedLine::billedCurrency)
                    .text("network", ProvedLine::network)
                    .text("settlement_date", ProvedLine::settlementDate)
                    .text("arn", ProvedLine::arn)
                    .text("transaction_id", row -> id("txn_", row.transaction()))
                    .text("card_id", row -> id("card_", row.card()))
                    .text("break_type", ProvedLine::breakType)
                    .time("posted_at", ProvedLine::at);

    static final Columns<Booking> BOOKINGS =
            Columns.<Booking>of()
                    .text("business_date", Booking::businessDate)
                    .text("event", Booking::event)
                    .text("subject", Booking::subject)
                    .text("debit_account", Booking::debit)
                    .text("credit_account", Booking::credit)
                    .amount("amount", Booking::minor, Booking::currency)
                    .text("currency", Booking::currency)
                    .text("transaction_id", row -> id("txn_", row.transaction()))
                    .text("record_id", row -> id("clr_", row.clearing()));

    private ProofColumns() {}

    private static @Nullable String id(String prefix, @Nullable UUID id) {
        return id == null ? null : IdText.write(prefix, id);
    }
}
