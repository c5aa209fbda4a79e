package dev.countersign.reconcile.store.settlement;

import static dev.countersign.reconcile.store.sql.PgType.BIGINT;
import static dev.countersign.reconcile.store.sql.PgType.BOOLEAN;
import static dev.countersign.reconcile.store.sql.PgType.DATE;
import static dev.countersign.reconcile.store.sql.PgType.INTEGER;
import static dev.countersign.reconcile.store.sql.PgType.TEXT;
import static dev.countersign.reconcile.store.sql.PgType.TIMESTAMPTZ;
import static dev.countersign.reconcile.store.sql.PgType.UUID;

import dev.countersign.reconcile.domain.feed.CardActivity;
import dev.countersign.reconcile.domain.feed.NetworkRefs;
import dev.countersign.reconcile.domain.feed.evidence.CryptogramEvidence;
import dev.countersign.reconcile.domain.id.TimeOrderedId;
import dev.countersign.reconcile.domain.transaction.RecordedClearing;
import dev.countersign.reconcile.store.feed.MessageStore;
import dev.countersign.reconcile.store.sql.BulkTable;
import dev.countersign.reconcile.store.sql.Rows;
import java.util.Collection;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** Clearing records as received. */
public final class ClearingStore {

    private static final BulkTable<RecordedClearing> TABLE =
            BulkTable.<RecordedClearing>named("clearing")
                    .column(
                            "id",
                            UUID,
                            row ->
                                    TimeOrderedId.of(
                                            row.clearing().header().at(), row.entry().identity()))
                    .column("identity", UUID, row -> row.entry().identity())
                    .column("payload_hash", BIGINT, row -> row.entry().payloadHash())
                    .column("message_id", UUID, row -> row.clearing().header().messageId())
                    .column("kind", TEXT, row -> row.clearing().kind().wire())
                    .column(
                            "account_id",
                            UUID,
                            row -> row.owner() == null ? null : row.owner().accountId().value())
                    .column(
                            "mode",
                            TEXT,
                            row -> row.owner() == null ? null : row.owner().mode().wire())
                    .column(
                            "card_id",
                            UUID,
                            row -> row.owner() == null ? null : row.owner().cardId().value())
                    .column(
                            "card_reference",
                            TEXT,
                            row -> row.owner() == null ? activity(row).card().text() : null)
                    .column(
                            "transaction_id",
                            UUID,
                            row -> row.posted() == null ? null : row.posted().value())
                    .column("network", TEXT, row -> row.clearing().header().network().wire())
                    .column("network_txn_id", TEXT, row -> refs(row).keys().networkTxnId())
                    .column(
                            "original_network_txn_id",
                            TEXT,
                            row -> refs(row).originalNetworkTxnId())
                    .column("arn", TEXT, row -> refs(row).arn())
                    .column("approval_code", TEXT, row -> refs(row).approvalCode())
                    .column("stan", TEXT, row -> refs(row).keys().stan())
                    .column("rrn", TEXT, row -> refs(row).keys().rrn())
                    .column("acquirer_id", TEXT, row -> refs(row).keys().acquirerId())
                    .column("clearing_sequence", INTEGER, row -> refs(row).clearingSequence())
                    .column("clearing_count", INTEGER, row -> refs(row).clearingCount())
                    .column("usage_code", INTEGER, row -> refs(row).usageCode())
                    .column("final_clearing", BOOLEAN, row -> activity(row).flags().finalClearing())
                    .column("direction", TEXT, row -> row.clearing().direction().wire())
                    .column("processing_code", TEXT, row -> row.clearing().processingCode())
                    .column("type", TEXT, row -> row.type().wire())
                    .column("channel", TEXT, row -> activity(row).claim().channel().wire())
                    .column("chip_verified", BOOLEAN, ClearingStore::chipVerified)
                    .column("amount_minor", BIGINT, row -> activity(row).amount().minor())
                    .column(
                            "currency",
                            TEXT,
                            row -> activity(row).amount().currency().getCurrencyCode())
                    .column(
                            "merchant_amount_minor",
                            BIGINT,
                            row -> activity(row).claim().amount().minor())
                    .column(
                            "merchant_currency",
                            TEXT,
                            row -> activity(row).claim().amount().currency().getCurrencyCode())
                    .column("fx_rate", TEXT, row -> row.clearing().fxRate())
                    .column("merchant_id", TEXT, row -> activity(row).claim().merchant().id())
                    .column(
                            "terminal_id",
                            TEXT,
                            row -> activity(row).claim().merchant().terminalId())
                    .column("merchant_name", TEXT, row -> activity(row).claim().merchant().name())
                    .column("merchant_mcc", TEXT, row -> activity(row).claim().merchant().mcc())
                    .column("merchant_city", TEXT, row -> activity(row).claim().merchant().city())
                    .column(
                            "merchant_country",
                            TEXT,
                            row -> activity(row).claim().merchant().country())
                    .column("interchange_minor", BIGINT, row -> row.clearing().interchangeMinor())
                    .column(
                            "interchange_currency",
                            TEXT,
                            row -> row.clearing().interchangeCurrency())
                    .column("settlement_date", DATE, row -> row.clearing().settlement().date())
                    .column("settlement_cycle", INTEGER, row -> row.clearing().settlement().cycle())
                    .column(
                            "settlement_service",
                            TEXT,
                            row -> row.clearing().settlement().service())
                    .column(
                            "settlement_institution",
                            TEXT,
                            row -> row.clearing().settlement().institutionId())
                    .column("settlement_minor", BIGINT, row -> row.clearing().settlement().minor())
                    .column(
                            "settlement_currency",
                            TEXT,
                            row -> row.clearing().settlement().currency())
                    .column("file_id", TEXT, row -> row.clearing().header().fileId())
                    .column("file_seq", INTEGER, row -> row.clearing().header().fileSeq())
                    .column("record_no", INTEGER, row -> row.clearing().header().recordNo())
                    .column("feed_partition", INTEGER, row -> row.entry().offset().partition())
                    .column("feed_offset", BIGINT, row -> row.entry().offset().offset())
                    .column("created_at", TIMESTAMPTZ, row -> row.clearing().header().at())
                    .column("recorded_at", TIMESTAMPTZ, RecordedClearing::recordedAt)
                    .build();

    public void insert(Handle handle, List<RecordedClearing> clearings) {
        TABLE.insert(handle, clearings);
    }

    /** Returns those of these identities that are clearing records that were read before. */
    public List<MessageStore.ProcessedMessage> known(
            Handle handle, Collection<java.util.UUID> identities) {
        return handle.createQuery(
                        """
                        select identity, payload_hash, feed_partition, feed_offset
                          from clearing
                         where identity = any(:identities)
                        """)
                .bindArray("identities", java.util.UUID.class, identities)
                .map(
                        (row, context) ->
                                new MessageStore.ProcessedMessage(
                                        Rows.uuid(row, "identity"),
                                        row.getLong("payload_hash"),
                                        Rows.feedOffset(row),
                                        null))
                .list();
    }

    private static CardActivity activity(RecordedClearing row) {
        return row.clearing().activity();
    }

    private static NetworkRefs refs(RecordedClearing row) {
        return activity(row).refs();
    }

    private static boolean chipVerified(RecordedClearing row) {
        return activity(row).evidence().cryptogram() == CryptogramEvidence.VALID;
    }
}
