package dev.countersign.jobs.proof;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.list.ListPosition;
import dev.countersign.reconcile.store.sql.KeyOrder;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.generic.GenericType;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** Reader of what nights kept of their dates. */
final class ProofStore {

    private static final ClasspathSqlLocator SQL = ClasspathSqlLocator.create();

    /**
     * Number of days after its last day at which a hold is released, as the newest frozen night
     * says.
     */
    private static final String RELEASE_DAYS =
            """
            (select night.release_days
               from night
              where night.mode = :mode
                and night.cut_at is not null
              order by night.id desc
              limit 1)
            """;

    private static final KeyOrder NEWEST_FIRST = KeyOrder.descending("business_date");

    /** Dates whose nights are all complete, the newest first, from a position on. */
    List<LocalDate> completeDates(Handle handle, Mode mode, ListPosition<LocalDate> at, int limit) {
        Query query =
                handle.createQuery(
                                """
                                select business_date
                                  from night
                                 where mode = :mode
                                """
                                        + NEWEST_FIRST.after(at, ":row")
                                        + """
                                           group by business_date
                                          having bool_and(state = 'completed')
                                          """
                                        + NEWEST_FIRST.by(at)
                                        + " limit :limit")
                        .bind("mode", mode.wire())
                        .bind("limit", limit);
        if (at.row() != null) {
            query.bind("row", at.row());
        }
        return at.inOrder(query.mapTo(LocalDate.class).list());
    }

    /** Returns the amounts by which the network's account moved, in parts. */
    List<ComponentAmount> parts(Handle handle, Mode mode, LocalDate date) {
        return handle.createQuery(SQL.locate(ProofStore.class, "parts"))
                .bind("mode", mode.wire())
                .bind("date", date)
                .mapTo(ComponentAmount.class)
                .list();
    }

    /**
     * Returns the amount by which the network's account moved as the ledger says, in each currency.
     */
    Map<String, BigDecimal> ledger(Handle handle, Mode mode, LocalDate date) {
        return handle.createQuery(
                        """
                        select currency, sum(credit_minor - debit_minor) as minor
                          from ledger_day
                         where mode = :mode
                           and business_date = :date
                           and account = '2010'
                         group by currency
                        """)
                .bind("mode", mode.wire())
                .bind("date", date)
                .setMapKeyColumn("currency")
                .setMapValueColumn("minor")
                .collectInto(new GenericType<TreeMap<String, BigDecimal>>() {});
    }

    /**
     * The reports that were issued, each in the newest version that was known at a moment.
     *
     * @param asOf null for the newest of all
     */
    List<IssuedReport> reports(Handle handle, Mode mode, LocalDate date, @Nullable Instant asOf) {
        return handle.createQuery(
                        """
                        select distinct on (name) name, version, row_count as rows, sha256,
                               manifest::text as manifest,
                               case when night.state = 'completed' then night.ended_at end
                                 as known_since
                          from issued_report
                          join night on night.id = issued_report.night_id
                         where issued_report.mode = :mode
                           and issued_report.business_date = :date
                           and (cast(:asOf as timestamptz) is null
                                or (night.state = 'completed' and night.ended_at <= :asOf))
                         order by name, version desc
                        """)
                .bind("asOf", asOf)
                .bind("mode", mode.wire())
                .bind("date", date)
                .mapTo(IssuedReport.class)
                .list();
    }

    /**
     * Returns the holds that each night to come releases, as the report of releases counts them.
     */
    List<ExpectedRelease> releases(Handle handle, Mode mode, LocalDate next) {
        return handle.createQuery(
                        """
                        select greatest(hold_until + %s, :next) as date,
                               currency, count(*) as holds, sum(held_minor) as minor
                          from open_hold
                         where mode = :mode
                         group by 1, 2
                         order by 1, 2
                        """
                                .formatted(RELEASE_DAYS))
                .bind("mode", mode.wire())
                .bind("next", next)
                .mapTo(ExpectedRelease.class)
                .list();
    }

    private static final KeyOrder OLDEST_FIRST = KeyOrder.ascending("transaction_id");

    /**
     * Lists what is held, in the order of its transactions, from a position on.
     *
     * @param next the first date whose night can let go of something
     */
    List<OpenHold> holds(
            Handle handle, Mode mode, LocalDate next, ListPosition<UUID> at, int limit) {
        Query query =
                handle.createQuery(
                                """
                                select transaction_id as transaction, card_id as card,
                                       held_minor as minor, currency, created_at as since,
                                       hold_until as until,
                                       greatest(hold_until + %s, :next) as released_on
                                  from open_hold
                                 where mode = :mode
                                """
                                                .formatted(RELEASE_DAYS)
                                        + OLDEST_FIRST.page(at, ":row"))
                        .bind("next", next)
                        .bind("mode", mode.wire())
                        .bind("limit", limit);
        if (at.row() != null) {
            query.bind("row", at.row());
        }
        return at.inOrder(query.mapTo(OpenHold.class).list());
    }
}
