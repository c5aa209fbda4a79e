package dev.countersign.reconcile.store.breaks;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.id.CardId;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Differences between totals, which stand as long as the totals differ. */
public final class TotalsBreakStore {

    /**
     * A difference between totals, found from the totals and not from a message.
     *
     * @param subject what it is about, and that it is found again by
     * @param foundOn the business date whose night found it
     * @param card whose it is; null where it is of no card
     * @param sum of any size and sign; a break shows no more than the largest amount there is
     * @param currency null where it is about no money, or about several currencies
     * @param detail a JSON object
     */
    public record TotalsBreak(
            BreakType type,
            UUID subject,
            Mode mode,
            LocalDate foundOn,
            @Nullable CardId card,
            BigInteger sum,
            @Nullable String currency,
            String detail) {

        private static final BigInteger MINOR_MAX = BigInteger.valueOf(Long.MAX_VALUE);

        long minor() {
            return sum.abs().min(MINOR_MAX).longValueExact();
        }
    }

    /**
     * Statement that updates a break that is not closed. Once the detail differs, what an operator
     * said of the break, or wanted written off, was said of another break.
     */
    private static final String KEEP =
            """
            update break
               set amount_minor = :minor,
                   detail = cast(:detail as jsonb),
                   resolution = case when before.same then resolution end,
                   updated_at = :now
              from (select id, detail = cast(:detail as jsonb) as same
                      from break
                     where type = :type
                       and subject = :subject
                       and state in ('open', 'investigating')
                       for update) before
             where break.id = before.id
            returning break.id, before.same
            """;

    private record Kept(UUID id, boolean same) {}

    /**
     * Statement that records a break. A break that an operator had closed on the same date says in
     * its history that it is open again.
     */
    private static final String FIND =
            """
            with found as (
                insert into break (id, type, severity, subject, origin_date, account_id, mode, card_id,
                                   amount_minor, currency, state, detail, created_at, updated_at)
                select :id, :type, :severity, :subject, :foundOn,
                       (select account_id from card where id = cast(:card as uuid)), :mode,
                       cast(:card as uuid), :minor, :currency, 'open', cast(:detail as jsonb), :now, :now
                 where not exists (select 1
                                     from break
                                    where type = :type
                                      and subject = :subject
                                      and resolved_by <> 'night'
                                      and detail = cast(:detail as jsonb))
                    on conflict (type, subject, origin_date) do update
                   set state = 'open',
                       amount_minor = excluded.amount_minor,
                       detail = excluded.detail,
                       closed_at = null,
                       resolution = null,
                       resolved_by = null,
                       approved_by = null,
                       updated_at = excluded.updated_at
                returning id, xmax <> 0 as known
            )
            insert into break_history (break_id, number, at, actor, action)
            select id,
                   coalesce((select max(number)
                               from break_history
                              where break_history.break_id = found.id), 0) + 1,
                   :now, 'night', 'reopen'
              from found
             where known
               and exists (select 1 from break_history where break_history.break_id = found.id)
            """;

    /**
     * Says how a difference between totals stands now.
     *
     * @param there whether there still is one
     * @param whyGone what closes it where there is none any more
     */
    public void keepOrResolve(
            Handle handle, TotalsBreak difference, boolean there, String whyGone, Instant now) {
        if (there) {
            keep(handle, difference, now);
        } else {
            resolve(handle, difference, whyGone, now);
        }
    }

    /**
     * Finds a difference, or brings the one that nobody has closed up to date. One that a person
     * closed is found again only when it is another.
     */
    public void keep(Handle handle, TotalsBreak difference, Instant now) {
        List<Kept> kept =
                handle.createQuery(KEEP)
                        .bind("type", difference.type().name())
                        .bind("subject", difference.subject())
                        .bind("minor", difference.minor())
                        .bind("detail", difference.detail())
                        .bind("now", now.atOffset(ZoneOffset.UTC))
                        .map(
                                (row, context) ->
                                        new Kept(
                                                row.getObject("id", UUID.class),
                                                row.getBoolean("same")))
                        .list();
        if (!kept.isEmpty()) {
            BreakStore.lapse(
                    handle, kept.stream().filter(one -> !one.same()).map(Kept::id).toList(), now);
            return;
        }
        Instant origin = difference.foundOn().atStartOfDay(ZoneOffset.UTC).toInstant();
        handle.createUpdate(FIND)
                .bind("id", BreakStore.id(difference.type(), difference.subject(), origin))
                .bind("type", difference.type().name())
                .bind("severity", difference.type().severity().wire())
                .bind("subject", difference.subject())
                .bind("foundOn", difference.foundOn())
                .bind("card", difference.card() == null ? null : difference.card().value())
                .bind("mode", difference.mode().wire())
                .bind("minor", difference.minor())
                .bind("currency", difference.currency())
                .bind("detail", difference.detail())
                .bind("now", now.atOffset(ZoneOffset.UTC))
                .execute();
    }

    private void resolve(Handle handle, TotalsBreak difference, String why, Instant now) {
        List<UUID> resolved =
                handle.createQuery(
                                """
                        update break
                           set state = 'resolved',
                               resolution = :why,
                               resolved_by = 'night',
                               closed_at = :now,
                               updated_at = :now
                         where type = :type
                           and subject = :subject
                           and state in ('open', 'investigating')
                        returning id
                        """)
                        .bind("type", difference.type().name())
                        .bind("subject", difference.subject())
                        .bind("why", why)
                        .bind("now", now.atOffset(ZoneOffset.UTC))
                        .mapTo(UUID.class)
                        .list();
        BreakStore.lapse(handle, resolved, now);
    }
}
