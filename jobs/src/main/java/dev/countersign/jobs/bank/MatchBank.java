package dev.countersign.jobs.bank;

import dev.countersign.jobs.bank.BankStore.ComparedDay;
import dev.countersign.jobs.night.Chunk;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.Range;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.breaks.TotalsBreak;
import dev.countersign.reconcile.domain.id.NamedId;
import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.ledger.Journal.Entry;
import dev.countersign.reconcile.domain.ledger.JournalEvent;
import dev.countersign.reconcile.domain.ledger.Journals;
import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.domain.settlement.BankDay;
import dev.countersign.reconcile.domain.settlement.BankDay.BookedAmounts;
import dev.countersign.reconcile.store.breaks.BreakStore;
import dev.countersign.reconcile.store.settlement.JournalStore;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Compares what the bank moved on each value date with what the networks settle on it. What agrees
 * is paid: it is booked from the network to the bank. What does not is a break until later data
 * makes it agree, or it is written off. What an operator said is a fee of the bank is booked as
 * one, and what names a funding account moves that. What is missing between statements is a break,
 * too.
 */
public final class MatchBank implements Chunk {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final BankStore bank = new BankStore();
    private final BreakStore breaks = new BreakStore();
    private final BankFunds funds = new BankFunds();
    private final StatementGaps gaps = new StatementGaps();
    private final JournalStore journals = new JournalStore();

    @Override
    public ChunkResult next(Handle handle, Night night, Range range, @Nullable String after) {
        List<ComparedDay> days = bank.days(handle, night);
        long booked = 0;
        for (ComparedDay compared : days) {
            BookedAmounts due = compared.day().booked(compared.booked());
            BookedAmounts change = compared.booked().upTo(due);
            boolean moves =
                    !change.equals(BookedAmounts.NOTHING)
                            || compared.fees() != compared.feeBooked();
            int bookings = compared.bookings() + (moves ? 1 : 0);
            bank.stand(handle, night, compared, due, bookings);
            if (moves) {
                bank.book(handle, night, compared, change, bookings);
                book(handle, night, compared, change, bookings);
                booked++;
            }
            report(handle, night, compared);
        }
        booked += funds.book(handle, night);
        gaps.report(handle, night);
        return ChunkResult.finished(days.size(), booked);
    }

    private void book(
            Handle handle, Night night, ComparedDay compared, BookedAmounts change, int number) {
        UUID subject = NamedId.of(compared.subject(), number);
        Currency currency = Currencies.find(compared.currency()).orElseThrow();
        List<Journal> due = new ArrayList<>();
        due.add(
                Journals.networkPaid(
                        Entry.of(night.businessDate(), JournalEvent.NETWORK_PAID, subject),
                        change.paid(),
                        currency));
        due.add(
                Journals.totalDifference(
                        Entry.of(night.businessDate(), JournalEvent.TOTAL_DIFFERENCE, subject),
                        change.difference(),
                        currency));
        due.add(
                Journals.bankFee(
                        Entry.of(night.businessDate(), JournalEvent.BANK_FEE, subject),
                        compared.fees() - compared.feeBooked(),
                        currency));
        journals.insert(handle, night.mode(), due);
    }

    private void report(Handle handle, Night night, ComparedDay compared) {
        BankDay.BankMatch match = compared.day().match();
        if (match == BankDay.BankMatch.WAITING && compared.day().stated()) {
            return;
        }
        ObjectNode evidence =
                JSON.createObjectNode()
                        .put("value_date", compared.valueDate().toString())
                        .put("bank", compared.day().bank())
                        .put("network", compared.day().network());
        if (match == BankDay.BankMatch.DIFFERS) {
            List<String> notes = funds.notes(handle, night, compared);
            if (!notes.isEmpty()) {
                notes.forEach(evidence.putArray("entries")::add);
            }
        }
        TotalsBreak found =
                night.found(
                        BreakType.BANK_MISMATCH,
                        compared.subject(),
                        compared.day().difference(),
                        compared.currency(),
                        evidence);
        breaks.keepOrResolve(
                handle,
                found,
                match == BankDay.BankMatch.DIFFERS,
                compared.day().stated() ? "the bank agrees" : "the bank has not stated the date",
                night.closingInstant());
    }
}
