package dev.countersign.reconcile.store.settlement;

import static dev.countersign.reconcile.store.sql.PgType.BIGINT;
import static dev.countersign.reconcile.store.sql.PgType.DATE;
import static dev.countersign.reconcile.store.sql.PgType.INTEGER;
import static dev.countersign.reconcile.store.sql.PgType.TEXT;
import static dev.countersign.reconcile.store.sql.PgType.UUID;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.ledger.AccountBalance;
import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.ledger.JournalLine;
import dev.countersign.reconcile.domain.ledger.LedgerAccount;
import dev.countersign.reconcile.domain.ledger.Side;
import dev.countersign.reconcile.store.funding.FundingMovementStore;
import dev.countersign.reconcile.store.sql.BulkTable;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Journals, as rows of one amount that leaves one account and enters another, and of what the same
 * event lets go of a hold: no set of such rows can be out of balance. They are only ever added, and
 * each event of a subject once.
 */
public final class JournalStore {

    private static final BulkTable<Row> TABLE =
            BulkTable.<Row>named("ledger_row")
                    .column("subject", UUID, row -> row.journal().entry().subject())
                    .column("event", TEXT, row -> row.journal().entry().event().wire())
                    .column("ordinal", INTEGER, Row::ordinal)
                    .column("mode", TEXT, row -> row.booked().mode().wire())
                    .column("business_date", DATE, row -> row.journal().entry().businessDate())
                    .column(
                            "account_id",
                            UUID,
                            row ->
                                    row.booked().accountId() == null
                                            ? null
                                            : row.booked().accountId().value())
                    .column("debit_account", TEXT, row -> row.debit().account().code())
                    .column("credit_account", TEXT, row -> row.credit().account().code())
                    .column("amount_minor", BIGINT, row -> row.debit().money().minor())
                    .column(
                            "currency",
                            TEXT,
                            row -> row.debit().money().currency().getCurrencyCode())
                    .column(
                            "card_id",
                            UUID,
                            row ->
                                    row.booked().cardId() == null
                                            ? null
                                            : row.booked().cardId().value())
                    .column(
                            "transaction_id",
                            UUID,
                            row ->
                                    row.booked().transactionId() == null
                                            ? null
                                            : row.booked().transactionId().value())
                    .column("clearing_id", UUID, row -> row.booked().clearingId())
                    .column("released_minor", BIGINT, Row::releasedMinor)
                    .build();

    /**
     * A journal and what it belongs to, so that a line leads back to its message.
     *
     * @param clearingId the row of the clearing record, where one brought it about
     */
    public record BookedJournal(
            Journal journal,
            Mode mode,
            @Nullable AccountId accountId,
            @Nullable CardId cardId,
            @Nullable TransactionId transactionId,
            java.util.@Nullable UUID clearingId) {}

    /**
     * A pair of lines of the same amount.
     *
     * @param releasedMinor what the entry before it lets go of a hold, where it is told in this row
     */
    private record Row(
            BookedJournal booked,
            int ordinal,
            JournalLine debit,
            JournalLine credit,
            @Nullable Long releasedMinor) {

        Journal journal() {
            return booked.journal();
        }

        boolean releases() {
            return debit.account() == LedgerAccount.HOLDS_CONTRA
                    && credit.account() == LedgerAccount.HOLDS;
        }

        boolean releases(Row release) {
            return release.releases()
                    && debit.account().nature() != LedgerAccount.Nature.MEMO
                    && debit.money().currency().equals(release.debit().money().currency());
        }

        boolean isOfFunds() {
            return debit.account() == LedgerAccount.CARDHOLDER_FUNDS
                    || credit.account() == LedgerAccount.CARDHOLDER_FUNDS;
        }

        FundingMovementStore.PostedFunds posted() {
            long minor = debit.money().minor();
            return new FundingMovementStore.PostedFunds(
                    journal().entry().subject(),
                    journal().entry().event().wire(),
                    ordinal,
                    booked.mode(),
                    journal().entry().businessDate(),
                    debit.account() == LedgerAccount.CARDHOLDER_FUNDS ? -minor : minor,
                    booked.cardId(),
                    booked.transactionId());
        }

        Row with(Row release) {
            return new Row(booked, ordinal, debit, credit, release.debit().money().minor());
        }
    }

    private final FundingMovementStore funding = new FundingMovementStore();

    /**
     * Adds journals. One that was added before is refused by the database. What they post for cards
     * that have a funding account moves that account at the end of the transaction.
     */
    public void insert(Handle handle, List<BookedJournal> booked) {
        List<Row> rows = new ArrayList<>(booked.size() * 2);
        for (BookedJournal one : booked) {
            rows.addAll(pairs(one));
        }
        TABLE.insert(handle, rows);
        funding.addPosted(handle, rows.stream().filter(Row::isOfFunds).map(Row::posted).toList());
    }

    /** Adds journals of no account, but for those that are empty. */
    public void insert(Handle handle, Mode mode, List<Journal> journals) {
        insert(
                handle,
                journals.stream()
                        .filter(journal -> !journal.isEmpty())
                        .map(journal -> new BookedJournal(journal, mode, null, null, null, null))
                        .toList());
    }

    private static List<Row> pairs(BookedJournal booked) {
        List<JournalLine> lines = booked.journal().lines();
        if (lines.size() % 2 != 0) {
            throw new IllegalStateException("a line without its pair: " + booked.journal().entry());
        }
        List<Row> rows = new ArrayList<>(lines.size() / 2);
        for (int i = 0; i < lines.size(); i += 2) {
            JournalLine debit = lines.get(i).side() == Side.DEBIT ? lines.get(i) : lines.get(i + 1);
            JournalLine credit =
                    lines.get(i).side() == Side.DEBIT ? lines.get(i + 1) : lines.get(i);
            if (debit.side() == credit.side() || !debit.money().equals(credit.money())) {
                throw new IllegalStateException(
                        "lines that do not pair: " + booked.journal().entry());
            }
            int ordinal = booked.journal().entry().from() + i / 2;
            Row row = new Row(booked, ordinal, debit, credit, null);
            rows.add(
                    !rows.isEmpty() && row.releases(rows.getLast())
                            ? row.with(rows.removeLast())
                            : row);
        }
        return rows;
    }

    /**
     * A common table {@code summed} of the last date ({@code until}) whose sums are complete: what
     * is booked on later ones is summed by a night that is still to come, or failed.
     */
    public static final String SUMMED =
            """
            summed as (
                select coalesce(max(case when closes then business_date else business_date - 1 end),
                                '-infinity') as until
                  from night
                 where mode = :mode
                   and state = 'completed'
            )
            """;

    private static final String BALANCES =
            "with "
                    + SUMMED
                    + """
            select account, currency, sum(debit_minor) as debit, sum(credit_minor) as credit
              from (select account, currency, debit_minor, credit_minor
                      from ledger_day
                      join summed on ledger_day.business_date <= summed.until
                     where mode = :mode
                       and business_date <= :asOf
                    union all
                    select side.account, entry.currency, side.debit_minor, side.credit_minor
                      from ledger_entry entry
                      cross join lateral (values (entry.debit_account, entry.amount_minor, 0),
                                                 (entry.credit_account, 0, entry.amount_minor))
                              as side (account, debit_minor, credit_minor)
                     where entry.mode = :mode
                       and entry.business_date <= :asOf
                       and entry.business_date > (select until from summed)) sums
             group by account, currency
             order by account, currency
            """;

    /** The trial balance at the end of a business date: dates that were summed, and what is new. */
    public List<AccountBalance> balances(Handle handle, Mode mode, LocalDate asOf) {
        return handle.createQuery(BALANCES)
                .bind("mode", mode.wire())
                .bind("asOf", asOf)
                .mapTo(AccountBalance.class)
                .list();
    }
}
