package dev.countersign.jobs.bank;

import dev.countersign.jobs.bank.BankStore.ComparedDay;
import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.domain.funding.FundingMovement;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.domain.id.NamedId;
import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.ledger.Journal.Entry;
import dev.countersign.reconcile.domain.ledger.JournalEvent;
import dev.countersign.reconcile.domain.ledger.Journals;
import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.store.funding.FundingMovementStore;
import dev.countersign.reconcile.store.settlement.JournalStore;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/**
 * Books what the bank says came to funding accounts, and what left them: an entry of a statement
 * once, and back where it is taken back or told to pay something else. The bank has moved the
 * money, so that a debit is posted whatever is there. What a report within the day says waits for
 * the statement, which may say it in other words.
 */
final class BankFunds {

    private final JournalStore journals = new JournalStore();
    private final FundingMovementStore movements = new FundingMovementStore();

    /**
     * An entry of which the ledger has another amount than the bank.
     *
     * @param dueMinor above zero what came to the account; zero where nothing is due any more
     * @param bookings how often something of it was booked
     */
    private record DueEntry(
            UUID entry,
            FundingId funding,
            AccountId owner,
            String currency,
            long dueMinor,
            long bookedMinor,
            int bookings) {

        long change() {
            return dueMinor - bookedMinor;
        }

        UUID subject() {
            return NamedId.of(entry, funding.value(), bookings + 1);
        }

        /** Money that came in stays a credit when it is taken back. */
        JournalEvent event() {
            return (dueMinor == 0 ? bookedMinor : dueMinor) > 0
                    ? JournalEvent.FUNDING_CREDIT
                    : JournalEvent.FUNDING_DEBIT;
        }
    }

    private static final String DUE =
            """
            select entry_id as entry, funding_id as funding, account_id as owner, currency,
                   coalesce(due.minor, 0) as due_minor, coalesce(booked.minor, 0) as booked_minor,
                   coalesce(booked.bookings, 0) as bookings
              from (select id as entry_id, funding_id, -paid_minor as minor
                      from bank_entry
                     where mode = :mode
                       and funding_id is not null
                       and not intraday
                       and value_date <= :businessDate) due
              full join (select entry_id, funding_id, booked_minor as minor, bookings
                           from bank_funding
                          where mode = :mode) booked using (entry_id, funding_id)
              join funding_account on funding_account.id = funding_id
             where coalesce(due.minor, 0) <> coalesce(booked.minor, 0)
             order by entry_id, funding_id
            """;

    /** Books what is due, and returns how many entries. */
    long book(Handle handle, Night night) {
        List<DueEntry> dues =
                handle.createQuery(DUE).bindMethods(night).mapTo(DueEntry.class).list();
        List<JournalStore.BookedJournal> booked = new ArrayList<>();
        List<FundingMovement> moved = new ArrayList<>();
        for (DueEntry due : dues) {
            booked.add(
                    new JournalStore.BookedJournal(
                            journal(night, due), night.mode(), due.owner(), null, null, null));
            moved.add(movement(night, due));
            keep(handle, night, due);
        }
        journals.insert(handle, booked);
        movements.add(handle, moved);
        return dues.size();
    }

    private static Journal journal(Night night, DueEntry due) {
        return Journals.fundingAtBank(
                Entry.of(night.businessDate(), due.event(), due.subject()),
                due.change(),
                Currencies.find(due.currency()).orElseThrow());
    }

    private static FundingMovement movement(Night night, DueEntry due) {
        return new FundingMovement(
                due.funding(),
                night.mode(),
                due.subject(),
                due.event().wire(),
                0,
                night.businessDate(),
                due.change(),
                0,
                null,
                null);
    }

    private static void keep(Handle handle, Night night, DueEntry due) {
        handle.createUpdate(
                        """
                        insert into bank_funding (entry_id, funding_id, mode, booked_minor, bookings)
                        values (:entry, :funding, :mode, :due, 1)
                            on conflict (entry_id, funding_id) do update
                           set booked_minor = excluded.booked_minor,
                               bookings = bank_funding.bookings + 1
                        """)
                .bind("entry", due.entry())
                .bind("funding", due.funding().value())
                .bind("mode", night.mode().wire())
                .bind("due", due.dueMinor())
                .execute();
    }

    private static final int NOTES_MAX = 20;

    /** Sentences on the entries of a value date that name funding accounts and move none. */
    List<String> notes(Handle handle, Night night, ComparedDay compared) {
        return handle.createQuery(
                        """
                        select coalesce(reference, id::text) || ': ' || funding_note
                          from bank_entry
                         where mode = :mode
                           and currency = :currency
                           and value_date = :valueDate
                           and funding_note is not null
                           and not intraday
                         order by reference, id
                         limit :max
                        """)
                .bind("mode", night.mode().wire())
                .bind("currency", compared.currency())
                .bind("valueDate", compared.valueDate())
                .bind("max", NOTES_MAX)
                .mapTo(String.class)
                .list();
    }
}
