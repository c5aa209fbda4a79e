package dev.countersign.jobs.fx;

import dev.countersign.jobs.fx.CurrencyPurchases.BookedPurchase;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.ledger.JournalLine;
import dev.countersign.reconcile.domain.ledger.LedgerAccount;
import dev.countersign.reconcile.domain.ledger.Side;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.store.settlement.JournalStore;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** Positions of accounts 1900 and 1901, and the currency that was bought for them. */
final class CurrencyPositionStore {

    /**
     * The position of a currency.
     *
     * @param billedMinor what 1900 carries, above zero a debit
     * @param settledMinor what 1901 carries
     */
    record Position(String currency, BigInteger billedMinor, BigInteger settledMinor) {

        static Position of(List<Position> all, String currency) {
            return all.stream()
                    .filter(each -> each.currency().equals(currency))
                    .findFirst()
                    .orElse(new Position(currency, BigInteger.ZERO, BigInteger.ZERO));
        }

        /** The currencies that are open or that a purchase is about. */
        static Set<String> codes(List<Position> all, CurrencyPurchase purchase) {
            Set<String> codes = new TreeSet<>();
            all.forEach(each -> codes.add(each.currency()));
            codes.add(purchase.bought().currency().getCurrencyCode());
            codes.add(purchase.paid().currency().getCurrencyCode());
            return codes;
        }

        BigInteger minor() {
            return billedMinor.add(settledMinor);
        }

        /**
         * The account that carries more of the debit, or else of the credit; where neither has one,
         * what is owed is 1901's, and what was charged 1900's.
         */
        LedgerAccount account(boolean ofDebit) {
            int compared = settledMinor.compareTo(billedMinor);
            boolean settled =
                    ofDebit
                            ? billedMinor.signum() <= 0 || compared >= 0
                            : settledMinor.signum() < 0 && compared < 0;
            return settled ? LedgerAccount.FX_CONTRA : LedgerAccount.FX_POSITION;
        }
    }

    /** One purchase at a time. */
    void lock(Handle handle) {
        handle.execute("lock table fx_purchase in share row exclusive mode");
    }

    /** The positions as they are now: dates that were summed, and what was booked since. */
    List<Position> of(Handle handle, Mode mode) {
        return handle.createQuery(
                        "with "
                                + JournalStore.SUMMED
                                + """
                        select currency,
                               coalesce(sum(minor) filter (where account = '1900'), 0) as billed_minor,
                               coalesce(sum(minor) filter (where account = '1901'), 0) as settled_minor
                          from (select account, currency, debit_minor - credit_minor as minor
                                  from ledger_day
                                 where mode = :mode
                                   and account in ('1900', '1901')
                                   and business_date <= (select until from summed)
                                union all
                                select '1900', currency,
                                       case when debit_account = '1900' then amount_minor
                                            else -amount_minor end
                                  from ledger_row
                                 where mode = :mode
                                   and business_date > (select until from summed)
                                   and '1900' in (debit_account, credit_account)
                                union all
                                select '1901', currency,
                                       case when debit_account = '1901' then amount_minor
                                            else -amount_minor end
                                  from ledger_row
                                 where mode = :mode
                                   and business_date > (select until from summed)
                                   and '1901' in (debit_account, credit_account)) moved
                         group by currency
                         order by currency
                        """)
                .bind("mode", mode)
                .mapTo(Position.class)
                .list();
    }

    /**
     * Keeps a purchase.
     *
     * @return false when it is known
     */
    boolean insert(
            Handle handle,
            Mode mode,
            CurrencyPurchase purchase,
            UUID id,
            LocalDate date,
            String by,
            Instant now) {
        return handle.createUpdate(
                                """
                                insert into fx_purchase (id, mode, business_date, value_date,
                                                         bought_currency, bought_minor, paid_currency,
                                                         paid_minor, booked_by, booked_at)
                                values (:id, :mode, :date, :valueDate, :boughtCurrency, :bought,
                                        :paidCurrency, :paid, :by, :now)
                                    on conflict do nothing
                                """)
                        .bind("id", id)
                        .bind("mode", mode)
                        .bind("date", date)
                        .bind("valueDate", purchase.valueDate())
                        .bind("boughtCurrency", purchase.bought().currency().getCurrencyCode())
                        .bind("bought", purchase.bought().minor())
                        .bind("paidCurrency", purchase.paid().currency().getCurrencyCode())
                        .bind("paid", purchase.paid().minor())
                        .bind("by", by)
                        .bind("now", now)
                        .execute()
                == 1;
    }

    private static final String PURCHASES =
            """
            select id, bought_currency, bought_minor, paid_currency, paid_minor, value_date,
                   undone_at is not null as undone
              from fx_purchase
             where mode = :mode
            """;

    List<BookedPurchase> purchases(Handle handle, Mode mode, int limit) {
        return handle.createQuery(
                        PURCHASES + " order by value_date desc, booked_at desc, id limit :limit")
                .bind("mode", mode)
                .bind("limit", limit)
                .map((row, context) -> purchase(row))
                .list();
    }

    Optional<BookedPurchase> purchase(Handle handle, Mode mode, UUID id) {
        return handle.createQuery(PURCHASES + " and id = :id")
                .bind("mode", mode)
                .bind("id", id)
                .map((row, context) -> purchase(row))
                .findOne();
    }

    private static BookedPurchase purchase(ResultSet row) throws SQLException {
        return new BookedPurchase(
                row.getObject("id", UUID.class),
                new CurrencyPurchase(
                        Money.of(row.getLong("bought_minor"), row.getString("bought_currency")),
                        Money.of(row.getLong("paid_minor"), row.getString("paid_currency")),
                        row.getObject("value_date", LocalDate.class)),
                row.getBoolean("undone"));
    }

    /** Keeps that a purchase was taken back. */
    void undo(Handle handle, UUID id, String by, Instant now) {
        handle.createUpdate(
                        "update fx_purchase set undone_by = :by, undone_at = :now where id = :id")
                .bind("by", by)
                .bind("now", now)
                .bind("id", id)
                .execute();
    }

    /** The lines by which a purchase was booked, and what was gained or lost by it. */
    List<JournalLine> booked(Handle handle, UUID id) {
        return handle
                .createQuery(
                        """
                        select debit_account, credit_account, amount_minor, currency
                          from ledger_row
                         where subject = :id
                           and event in ('currency_bought', 'exchange_result')
                         order by event, ordinal
                        """)
                .bind("id", id)
                .map((row, context) -> pair(row))
                .list()
                .stream()
                .flatMap(List::stream)
                .toList();
    }

    private static List<JournalLine> pair(ResultSet row) throws SQLException {
        Money money = Money.of(row.getLong("amount_minor"), row.getString("currency"));
        return List.of(
                new JournalLine(account(row.getString("debit_account")), Side.DEBIT, money),
                new JournalLine(account(row.getString("credit_account")), Side.CREDIT, money));
    }

    private static LedgerAccount account(String code) {
        return LedgerAccount.find(code).orElseThrow();
    }
}
