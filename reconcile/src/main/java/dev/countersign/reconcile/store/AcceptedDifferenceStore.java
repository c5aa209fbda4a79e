package dev.countersign.reconcile.store;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.ledger.Journal.Entry;
import dev.countersign.reconcile.domain.ledger.JournalEvent;
import dev.countersign.reconcile.domain.ledger.Journals;
import dev.countersign.reconcile.domain.money.Money;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/**
 * Differences between totals that the issuer bears until the network corrects them, with their
 * journals. The newest row of a cycle says what is borne now.
 */
public final class AcceptedDifferenceStore {

    private final JournalStore journals = new JournalStore();

    /**
     * What is borne of a cycle.
     *
     * @param netMinor above 0 when the network asks for more than our records
     * @param differences a JSON object: what differed as it was accepted
     */
    public record Accepted(
            Mode mode,
            UUID subject,
            int number,
            long netMinor,
            String currency,
            String differences) {}

    /** What is borne of a cycle now. */
    public Optional<Accepted> find(Handle handle, Mode mode, UUID subject) {
        return handle.createQuery(
                        """
                        select mode, subject, number, net_minor, currency, differences::text
                          from accepted_difference
                         where mode = :mode
                           and subject = :subject
                           and differences is not null
                           and number = (select max(number)
                                           from accepted_difference newest
                                          where newest.mode = :mode
                                            and newest.subject = :subject)
                        """)
                .bind("mode", mode.wire())
                .bind("subject", subject)
                .map(
                        (row, context) ->
                                new Accepted(
                                        mode,
                                        subject,
                                        row.getInt("number"),
                                        row.getLong("net_minor"),
                                        row.getString("currency"),
                                        row.getString("differences")))
                .findOne();
    }

    /**
     * Bears what a difference between totals is about, on a date that is open.
     *
     * @return false when it is more than an account holds
     */
    public boolean accept(Handle handle, BreakId difference, LocalDate businessDate) {
        Optional<Accepted> accepted =
                handle.createQuery(
                                """
                                insert into accepted_difference (mode, subject, number, business_date,
                                                                 net_minor, currency, differences)
                                select mode, subject,
                                       (select coalesce(max(number), 0) + 1
                                          from accepted_difference before
                                         where before.mode = break.mode
                                           and before.subject = break.subject),
                                       :businessDate, (detail ->> 'net_difference')::bigint, currency,
                                       detail -> 'differences'
                                  from break
                                 where id = :id
                                   and abs((detail ->> 'net_difference')::numeric) <= :largest
                                returning mode, subject, number, net_minor, currency, differences::text
                                """)
                        .bind("id", difference.value())
                        .bind("largest", Long.MAX_VALUE)
                        .bind("businessDate", businessDate)
                        .map(
                                (row, context) ->
                                        new Accepted(
                                                Rows.wire(row, "mode", Mode.class),
                                                Rows.uuid(row, "subject"),
                                                row.getInt("number"),
                                                row.getLong("net_minor"),
                                                row.getString("currency"),
                                                row.getString("differences")))
                        .findOne();
        accepted.ifPresent(now -> book(handle, now, now.netMinor(), businessDate));
        return accepted.isPresent();
    }

    /** Takes back what was borne: what differs is something else now, or nothing. */
    public void takeBack(Handle handle, Accepted borne, LocalDate businessDate) {
        Accepted back =
                new Accepted(
                        borne.mode(),
                        borne.subject(),
                        borne.number() + 1,
                        Math.negateExact(borne.netMinor()),
                        borne.currency(),
                        borne.differences());
        handle.createUpdate(
                        """
                        insert into accepted_difference (mode, subject, number, business_date, net_minor,
                                                         currency)
                        values (:mode, :subject, :number, :businessDate, :minor, :currency)
                        """)
                .bind("mode", back.mode().wire())
                .bind("subject", back.subject())
                .bind("number", back.number())
                .bind("businessDate", businessDate)
                .bind("minor", back.netMinor())
                .bind("currency", back.currency())
                .execute();
        book(handle, back, back.netMinor(), businessDate);
    }

    private void book(Handle handle, Accepted accepted, long minor, LocalDate businessDate) {
        UUID subject =
                UUID.nameUUIDFromBytes(
                        (accepted.subject() + "|accepted|" + accepted.number())
                                .getBytes(StandardCharsets.UTF_8));
        Entry entry = Entry.of(businessDate, JournalEvent.TOTAL_DIFFERENCE, subject);
        journals.insert(
                handle,
                List.of(
                        new JournalStore.Booked(
                                Journals.totalDifference(
                                        entry, minor, Money.of(0, accepted.currency()).currency()),
                                accepted.mode(),
                                null,
                                null,
                                null,
                                null)));
    }
}
