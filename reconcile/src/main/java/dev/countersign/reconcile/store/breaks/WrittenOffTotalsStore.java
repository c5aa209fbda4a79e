package dev.countersign.reconcile.store.breaks;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.NamedId;
import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.ledger.Journal.Entry;
import dev.countersign.reconcile.domain.ledger.JournalEvent;
import dev.countersign.reconcile.domain.ledger.Journals;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.store.settlement.JournalStore;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Breaks between totals that are written off until the network corrects them, with their journals.
 * The newest row of a cycle says what is written off now.
 */
public final class WrittenOffTotalsStore {

    private final JournalStore journals = new JournalStore();

    /**
     * Amount that is written off of a cycle.
     *
     * @param netMinor above 0 when the network asks for more than our records
     * @param differences a JSON object: what differed as it was accepted
     */
    public record WrittenOffTotal(
            Mode mode,
            UUID subject,
            int number,
            long netMinor,
            String currency,
            String differences) {}

    /** Finds the amount that is written off of a cycle now. */
    public Optional<WrittenOffTotal> find(Handle handle, Mode mode, UUID subject) {
        return handle.createQuery(
                        """
                        select mode, subject, number, net_minor, currency, differences::text as differences
                          from written_off_total
                         where mode = :mode
                           and subject = :subject
                           and differences is not null
                           and number = (select max(number)
                                           from written_off_total newest
                                          where newest.mode = :mode
                                            and newest.subject = :subject)
                        """)
                .bind("mode", mode)
                .bind("subject", subject)
                .mapTo(WrittenOffTotal.class)
                .findOne();
    }

    /**
     * The write-off that a break between totals would make, unless it is more than an account
     * holds.
     */
    private static final String NEXT =
            """
            select mode, subject,
                   (select coalesce(max(number), 0) + 1
                      from written_off_total before
                     where before.mode = break.mode
                       and before.subject = break.subject) as number,
                   (detail ->> 'net_difference')::bigint as net_minor, currency,
                   (detail -> 'differences')::text as differences
              from break
             where id = :id
               and abs((detail ->> 'net_difference')::numeric) <= :largest
            """;

    /**
     * Returns the journal that writing off a break between totals would book.
     *
     * @return empty when it is more than an account holds
     */
    public Optional<Journal> wouldBook(Handle handle, BreakId id, LocalDate businessDate) {
        return next(handle, id).map(next -> journal(next, next.netMinor(), businessDate));
    }

    /**
     * Writes off a break between totals, on a date that is open.
     *
     * @return false when it is more than an account holds
     */
    public boolean accept(Handle handle, BreakId id, LocalDate businessDate) {
        Optional<WrittenOffTotal> next = next(handle, id);
        next.ifPresent(
                accepted -> {
                    insert(handle, accepted, accepted.differences(), businessDate);
                    book(handle, accepted, accepted.netMinor(), businessDate);
                });
        return next.isPresent();
    }

    private static Optional<WrittenOffTotal> next(Handle handle, BreakId id) {
        return handle.createQuery(NEXT)
                .bind("id", id)
                .bind("largest", Long.MAX_VALUE)
                .mapTo(WrittenOffTotal.class)
                .findOne();
    }

    /** Takes back what was written off: what differs is something else now, or nothing. */
    public void reverse(Handle handle, WrittenOffTotal writtenOff, LocalDate businessDate) {
        WrittenOffTotal back =
                new WrittenOffTotal(
                        writtenOff.mode(),
                        writtenOff.subject(),
                        writtenOff.number() + 1,
                        Math.negateExact(writtenOff.netMinor()),
                        writtenOff.currency(),
                        writtenOff.differences());
        insert(handle, back, null, businessDate);
        book(handle, back, back.netMinor(), businessDate);
    }

    /**
     * @param differences what differed; null where that is taken back
     */
    private static void insert(
            Handle handle,
            WrittenOffTotal accepted,
            @Nullable String differences,
            LocalDate businessDate) {
        handle.createUpdate(
                        """
                        insert into written_off_total (mode, subject, number, business_date, net_minor,
                                                       currency, differences)
                        values (:mode, :subject, :number, :businessDate, :netMinor, :currency,
                                cast(:differences as jsonb))
                        """)
                .bindMethods(accepted)
                .bind("businessDate", businessDate)
                .bind("differences", differences)
                .execute();
    }

    private void book(Handle handle, WrittenOffTotal accepted, long minor, LocalDate businessDate) {
        journals.insert(handle, accepted.mode(), List.of(journal(accepted, minor, businessDate)));
    }

    private static Journal journal(WrittenOffTotal accepted, long minor, LocalDate businessDate) {
        UUID subject = NamedId.of(accepted.subject(), "accepted", accepted.number());
        Entry entry = Entry.of(businessDate, JournalEvent.TOTAL_DIFFERENCE, subject);
        return Journals.totalDifference(entry, minor, Money.of(0, accepted.currency()).currency());
    }
}
