package dev.countersign.reconcile.store.settlement;

import static dev.countersign.reconcile.store.sql.PgType.BIGINT;
import static dev.countersign.reconcile.store.sql.PgType.DATE;
import static dev.countersign.reconcile.store.sql.PgType.INTEGER;
import static dev.countersign.reconcile.store.sql.PgType.JSONB;
import static dev.countersign.reconcile.store.sql.PgType.TEXT;
import static dev.countersign.reconcile.store.sql.PgType.TIMESTAMPTZ;
import static dev.countersign.reconcile.store.sql.PgType.UUID;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Settlement;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.store.sql.BulkTable;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Currency;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Outcome of each record that moves money: the lines of the settlement report. */
public final class SettlementLineStore {

    private static final BulkTable<Line> TABLE =
            BulkTable.<Line>named("settlement_line")
                    .column("id", UUID, Line::id)
                    .column("night_id", BIGINT, Line::nightId)
                    .column("mode", TEXT, row -> row.mode().wire())
                    .column("business_date", DATE, Line::businessDate)
                    .column("record_type", TEXT, Line::recordType)
                    .column("outcome", TEXT, Line::outcome)
                    .column(
                            "account_id",
                            UUID,
                            row -> row.accountId() == null ? null : row.accountId().value())
                    .column(
                            "card_id",
                            UUID,
                            row -> row.cardId() == null ? null : row.cardId().value())
                    .column("lineage_id", UUID, Line::lineageId)
                    .column("transaction_id", UUID, row -> value(row.transaction()))
                    .column("linked_transaction_id", UUID, row -> value(row.linkedTo()))
                    .column("arn", TEXT, Line::arn)
                    .column("direction", TEXT, Line::direction)
                    .column("amount_minor", BIGINT, row -> row.billed().minor())
                    .column("currency", TEXT, row -> code(row.billed()))
                    .column("settlement_minor", BIGINT, row -> row.network().minor())
                    .column("settlement_currency", TEXT, row -> code(row.network()))
                    .column("interchange_minor", BIGINT, Line::interchangeMinor)
                    .column(
                            "interchange_currency",
                            TEXT,
                            row -> row.interchangeCurrency().getCurrencyCode())
                    .column("network", TEXT, row -> row.over().wire())
                    .column("settlement_institution", TEXT, row -> row.settlement().institutionId())
                    .column("settlement_service", TEXT, row -> row.settlement().service())
                    .column("settlement_date", DATE, row -> row.settlement().date())
                    .column("settlement_cycle", INTEGER, row -> row.settlement().cycle())
                    .column("corrects", UUID, Line::corrects)
                    .column("match_level", INTEGER, Line::matchLevel)
                    .column("match_score", INTEGER, Line::matchScore)
                    .column("match_detail", JSONB, Line::explanation)
                    .column("auth_minor", BIGINT, Line::authorizedMinor)
                    .column("break_type", TEXT, Line::breakType)
                    .column("created_at", TIMESTAMPTZ, Line::at)
                    .build();

    /**
     * One line.
     *
     * @param id of the clearing record's row; of the transaction for a single message; of its own
     *     for a correction
     * @param direction debit when the network is owed
     * @param network what the network settles
     * @param interchangeMinor above 0 what the issuer earns
     * @param corrects the record whose line this one corrects
     * @param authorizedMinor what was authorized before this record, null without authorization
     * @param explanation a JSON object, null where nothing has to be explained
     */
    public record Line(
            java.util.UUID id,
            long nightId,
            Mode mode,
            LocalDate businessDate,
            String recordType,
            String outcome,
            @Nullable AccountId accountId,
            @Nullable CardId cardId,
            java.util.UUID lineageId,
            @Nullable TransactionId transaction,
            @Nullable TransactionId linkedTo,
            @Nullable String arn,
            String direction,
            Money billed,
            Money network,
            long interchangeMinor,
            Currency interchangeCurrency,
            Network over,
            Settlement settlement,
            java.util.@Nullable UUID corrects,
            int matchLevel,
            int matchScore,
            @Nullable String explanation,
            @Nullable Long authorizedMinor,
            @Nullable String breakType,
            Instant at) {}

    /** Adds lines; one that is there is refused by the database. */
    public void insert(Handle handle, List<Line> lines) {
        TABLE.insert(handle, lines);
    }

    /** Says what a record in suspense belongs to; what its own night wrote stays as it is. */
    public void identify(
            Handle handle, java.util.UUID id, TransactionId transaction, LocalDate on) {
        handle.createUpdate(
                        """
                        update settlement_line
                           set identified_transaction_id = :transaction,
                               identified_on = :on
                         where id = :id
                        """)
                .bind("transaction", transaction.value())
                .bind("on", on)
                .bind("id", id)
                .execute();
    }

    /** Says the same of a record of a case, whose lines share the id of their dispute. */
    public void identify(
            Handle handle,
            java.util.UUID id,
            java.util.UUID dispute,
            TransactionId transaction,
            LocalDate on) {
        identify(handle, id, transaction, on);
        handle.execute("update settlement_line set lineage_id = ? where id = ?", dispute, id);
    }

    private static java.util.@Nullable UUID value(@Nullable TransactionId id) {
        return id == null ? null : id.value();
    }

    private static String code(Money money) {
        return money.currency().getCurrencyCode();
    }
}
