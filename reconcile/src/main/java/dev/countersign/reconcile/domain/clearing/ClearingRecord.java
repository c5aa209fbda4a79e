package dev.countersign.reconcile.domain.clearing;

import dev.countersign.reconcile.domain.feed.CardActivity;
import dev.countersign.reconcile.domain.feed.MerchantClaim;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Clearing;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Direction;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Settlement;
import dev.countersign.reconcile.domain.feed.NetworkRefs;
import dev.countersign.reconcile.domain.id.TimeOrderedId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.transaction.CardOwner;
import dev.countersign.reconcile.domain.transaction.MessageRef;
import dev.countersign.reconcile.domain.transaction.RecordedClearing;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A clearing record as it was recorded, with all that a rule of the night looks at.
 *
 * <p>That a record comes twice is settled before: its identity is unique, so the second one is not
 * recorded and never gets here.
 *
 * @param owner whose card it is; null for a card that nobody knows
 * @param amount billed to the cardholder
 * @param interchangeMinor above 0 what the issuer earns
 * @param interchangeCurrency as the record writes it; null where it is that of the settlement
 * @param posted the transaction that the stream posted it to; only a refund has one
 * @param at its business time
 */
public record ClearingRecord(
        MessageRef message,
        MessageKind kind,
        @Nullable CardOwner owner,
        String cardReference,
        Network network,
        NetworkRefs refs,
        boolean finalClearing,
        Direction direction,
        TransactionType type,
        Money amount,
        MerchantClaim claim,
        @Nullable Long interchangeMinor,
        @Nullable String interchangeCurrency,
        Settlement settlement,
        @Nullable TransactionId posted,
        Instant at) {

    /** The order in which records are settled: by time, then as they stand in the feed. */
    public static final Comparator<ClearingRecord> ORDER =
            Comparator.comparing(ClearingRecord::at)
                    .thenComparingInt(record -> record.message().offset().partition())
                    .thenComparingLong(record -> record.message().offset().offset())
                    .thenComparing(record -> record.message().identity());

    /** A record as the stream recorded it. */
    public static ClearingRecord of(RecordedClearing recorded) {
        Clearing clearing = recorded.clearing();
        CardActivity activity = clearing.activity();
        return new ClearingRecord(
                MessageRef.of(recorded.entry()),
                clearing.kind(),
                recorded.owner(),
                activity.card().text(),
                clearing.header().network(),
                activity.refs(),
                activity.flags().finalClearing(),
                clearing.direction(),
                recorded.type(),
                activity.amount(),
                activity.claim(),
                clearing.interchangeMinor(),
                clearing.interchangeCurrency(),
                clearing.settlement(),
                recorded.posted(),
                clearing.header().at());
    }

    /** Its row's id, which follows from time and identity. */
    public UUID id() {
        return TimeOrderedId.of(at, message.identity());
    }

    /** The id of the transaction that it makes when it belongs to none. */
    public TransactionId transactionId() {
        return new TransactionId(id());
    }

    /** The UTC date of the record. */
    public LocalDate date() {
        return LocalDate.ofInstant(at, ZoneOffset.UTC);
    }

    /**
     * A transaction with this record cleared.
     *
     * @param holdAfter what stays reserved for further parts; never more than before
     */
    public Transaction clear(Transaction transaction, long holdAfter) {
        return transaction.clear(
                amount.minor(), transaction.claim().minorOf(claim.amount()), holdAfter, at);
    }

    /** True for what a merchant presents of a purchase. */
    public boolean presentment() {
        return kind == MessageKind.CLEARING && !credit();
    }

    /** True for a presentment that gives money back, however the network names it. */
    public boolean credit() {
        return kind == MessageKind.REFUND
                || (kind == MessageKind.CLEARING && direction == Direction.CREDIT);
    }

    /** True for one of several announced parts of a purchase. */
    public boolean partOfSequence() {
        Integer count = refs.clearingCount();
        return count != null && count > 1;
    }

    /**
     * True when no further part can be expected: it is alone, or the last of its sequence, or says
     * that it is the final one.
     */
    public boolean last() {
        Integer sequence = refs.clearingSequence();
        Integer count = refs.clearingCount();
        return finalClearing
                || count == null
                || (sequence == null ? 1 : sequence.intValue()) >= count;
    }

    /** The number of the part, 1 where the record says none. */
    public int sequence() {
        Integer sequence = refs.clearingSequence();
        return sequence == null ? 1 : sequence;
    }

    /**
     * Returns the amount that the network settles for the record: the billed amount, or the amount
     * that the record states in another settlement currency.
     */
    public Money networkMoney() {
        return settlement.of(amount);
    }
}
