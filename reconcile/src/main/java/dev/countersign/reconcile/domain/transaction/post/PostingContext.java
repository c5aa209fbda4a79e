package dev.countersign.reconcile.domain.transaction.post;

import dev.countersign.reconcile.domain.authorization.AuthorizationDecision;
import dev.countersign.reconcile.domain.authorization.AuthorizationQuestion;
import dev.countersign.reconcile.domain.authorization.AuthorizationQuestion.Purpose;
import dev.countersign.reconcile.domain.authorization.Authorizer;
import dev.countersign.reconcile.domain.authorization.DeclineCode;
import dev.countersign.reconcile.domain.breaks.Break;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.feed.CardActivity;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.NetworkMessage;
import dev.countersign.reconcile.domain.feed.NetworkMessage.AuthorizationRequest;
import dev.countersign.reconcile.domain.feed.Processing;
import dev.countersign.reconcile.domain.id.TimeOrderedId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.transaction.Amounts;
import dev.countersign.reconcile.domain.transaction.CardHistory;
import dev.countersign.reconcile.domain.transaction.CardOwner;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.domain.transaction.DecisionRecord;
import dev.countersign.reconcile.domain.transaction.EarlyArrival;
import dev.countersign.reconcile.domain.transaction.EarlyArrival.Kind;
import dev.countersign.reconcile.domain.transaction.Hold;
import dev.countersign.reconcile.domain.transaction.HoldWindows;
import dev.countersign.reconcile.domain.transaction.MessageRef;
import dev.countersign.reconcile.domain.transaction.Origin;
import dev.countersign.reconcile.domain.transaction.OriginalReference;
import dev.countersign.reconcile.domain.transaction.RecordedMessage;
import dev.countersign.reconcile.domain.transaction.RecordedMessage.Outcome;
import dev.countersign.reconcile.domain.transaction.StatedAmount;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One message on its way through: what is known of its card, what has been done to it so far, and
 * what every kind of message needs.
 */
final class PostingContext {

    final FeedEntry entry;
    final Instant at;
    final Instant decidedAt;
    final Authorizer authorizer;
    final HoldWindows windows;
    final Posting.Builder posting;

    PostingContext(
            Authorizer authorizer,
            HoldWindows windows,
            FeedEntry entry,
            @Nullable CardHistory history,
            Instant decidedAt) {
        this.authorizer = authorizer;
        this.windows = windows;
        this.entry = entry;
        this.at = entry.message().header().at();
        this.decidedAt = decidedAt;
        this.posting = new Posting.Builder(history);
    }

    boolean reversedBefore(CardActivity activity, Instant sentAt) {
        for (EarlyArrival arrival : posting.history().early()) {
            if (isWholeReversal(arrival, activity, sentAt)) {
                return true;
            }
        }
        return false;
    }

    boolean isWholeReversal(EarlyArrival arrival, CardActivity activity, Instant sentAt) {
        if (arrival.kind() != Kind.REVERSAL || !arrival.belongsTo(activity, sentAt)) {
            return false;
        }
        return arrival.stated().left() == null
                ? arrival.stated().minor() >= activity.amount().minor()
                : arrival.stated().left() == 0;
    }

    Transaction decideNew(FeedEntry of, AuthorizationQuestion question, Origin origin) {
        CardHistory history = posting.history();
        AuthorizationDecision decision = authorizer.decide(question, history.position());
        remember(decision);
        long requested = question.activity().amount().minor();
        Amounts amounts;
        if (!decision.approved()) {
            amounts = Amounts.declined(requested);
        } else if (question.purpose() == Purpose.REFUND) {
            amounts = Amounts.awaitingRefund(requested);
        } else {
            amounts = Amounts.held(requested, decision.approvedMinor());
        }
        TransactionStatus status =
                decision.approved() ? TransactionStatus.AUTHORIZED : TransactionStatus.DECLINED;
        return posting.change(
                null,
                make(
                        of,
                        question.activity(),
                        origin,
                        type(question.purpose()),
                        status,
                        amounts,
                        verdict(decision, of)));
    }

    /**
     * Applies to an authorization the early arrivals that waited for it, in the order they came.
     */
    void meetEarlyArrivals(Transaction made, CardActivity activity) {
        for (EarlyArrival arrival : posting.history().early()) {
            if (!arrival.belongsTo(activity, made.createdAt())) {
                continue;
            }
            Transaction now = current(made);
            switch (arrival.kind()) {
                case REVERSAL -> {
                    if (now.status() == TransactionStatus.AUTHORIZED) {
                        ReversalPosting.met(this, now, arrival);
                    } else if (!mayStillBeApproved(now) && !arrival.waitsBeyond(now)) {
                        posting.found(arrival);
                    }
                }
                case INCREMENT -> {
                    posting.found(arrival);
                    if (arrival.parked() != null) {
                        IncrementPosting.addTo(this, now, arrival.parked(), true);
                    }
                }
                case ADVICE, FORCE_POST -> {}
            }
        }
    }

    /**
     * Tells whether the network may still approve for us a transaction that we declined. Its advice
     * must meet the reversal.
     */
    static boolean mayStillBeApproved(Transaction transaction) {
        return transaction.status() == TransactionStatus.DECLINED
                && transaction.verdict().declinedFor() != DeclineCode.REVERSED_BEFORE_AUTH;
    }

    @Nullable Transaction original(CardActivity activity) {
        return OriginalReference.namedBy(activity.refs(), at).in(posting.history());
    }

    Transaction current(Transaction made) {
        Transaction now = posting.history().latest(other -> other.id().equals(made.id()));
        return now == null ? made : now;
    }

    Transaction make(
            FeedEntry of,
            CardActivity activity,
            Origin origin,
            TransactionType type,
            TransactionStatus status,
            Amounts amounts,
            DecisionRecord verdict) {
        var header = of.message().header();
        boolean holds = type != TransactionType.REFUND && origin != Origin.SINGLE_MESSAGE;
        return new Transaction(
                new TransactionId(TimeOrderedId.of(header.at(), of.identity())),
                MessageRef.of(of),
                holder(),
                origin,
                type,
                status,
                amounts,
                activity.amount().currency(),
                Hold.until(holds ? windows.until(header.network(), activity, header.at()) : null),
                activity.claim(),
                header.network(),
                activity.refs().keys(),
                verdict,
                header.skewed(),
                0,
                header.at(),
                decidedAt,
                null);
    }

    AuthorizationQuestion question(
            NetworkMessage.OfCard message,
            Purpose purpose,
            long alreadyApproved,
            boolean reversedBefore,
            boolean nothingToAddTo) {
        return new AuthorizationQuestion(
                message.header(),
                message.activity(),
                purpose,
                alreadyApproved,
                reversedBefore,
                nothingToAddTo);
    }

    void remember(AuthorizationDecision decision) {
        CardHistory history = posting.history();
        posting.history(history.withPosition(history.position().withSecurity(decision.security())));
    }

    DecisionRecord verdict(AuthorizationDecision decision, FeedEntry of) {
        return DecisionRecord.of(
                decision, posting.history().position().facts().rules(), of.identity());
    }

    Decision answer(FeedEntry of, @Nullable TransactionId transaction, DecisionRecord verdict) {
        CardActivity activity = ((NetworkMessage.OfCard) of.message()).activity();
        return new Decision(
                of.message().header().messageId(),
                activity.card().text(),
                transaction,
                verdict.approvedMinor(),
                activity.amount().currency().getCurrencyCode(),
                verdict.responseCode(),
                verdict.approvalCode(),
                verdict.reason(),
                decidedAt);
    }

    void message(
            Outcome outcome,
            @Nullable TransactionId transaction,
            @Nullable Decision answer,
            @Nullable DeclineCode declinedFor) {
        posting.message(
                new RecordedMessage(
                        entry,
                        holderIfKnown(),
                        transaction,
                        outcome,
                        answer,
                        declinedFor,
                        declinedFor == null ? List.of() : List.of(declinedFor),
                        null,
                        decidedAt));
    }

    void resolve(FeedEntry of, TransactionId transaction, Decision answer, DecisionRecord verdict) {
        posting.message(
                new RecordedMessage(
                        of,
                        holder(),
                        transaction,
                        answer.approved() ? Outcome.APPLIED : Outcome.DECLINED,
                        answer,
                        verdict.declinedFor(),
                        verdict.failed(),
                        entry.place(),
                        decidedAt));
    }

    /**
     * Tells whether a notice is about money of another currency than the card's. Nothing could be
     * done with its amount, so the notice is kept as it came, with a break.
     */
    boolean keptForItsCurrency(CardActivity activity) {
        if (inCardCurrency(activity)) {
            return false;
        }
        difference(BreakType.CURRENCY_MISMATCH, null, activity.amount());
        message(Outcome.RECORDED, null, null, null);
        return true;
    }

    boolean inCardCurrency(CardActivity activity) {
        return activity.amount().currency().equals(cardCurrency());
    }

    private Currency cardCurrency() {
        return posting.history().position().facts().currency();
    }

    void stipOverride(TransactionId transaction, long amount) {
        difference(BreakType.STIP_OVERRIDE, transaction, amount);
    }

    void difference(BreakType type, @Nullable TransactionId transaction, long minor) {
        difference(type, transaction, new Money(minor, cardCurrency()));
    }

    private void difference(BreakType type, @Nullable TransactionId transaction, Money money) {
        CardOwner holder = holder();
        posting.difference(
                new Break(
                        type,
                        entry.identity(),
                        holder.accountId(),
                        holder.mode(),
                        holder.cardId(),
                        transaction,
                        money,
                        at,
                        null,
                        null,
                        entry.place()));
    }

    EarlyArrival early(
            CardActivity activity,
            Kind kind,
            @Nullable Long replacement,
            @Nullable TransactionId transaction,
            @Nullable FeedEntry parked) {
        OriginalReference original = OriginalReference.namedBy(activity.refs(), at);
        return new EarlyArrival(
                entry.identity(),
                holder().cardId(),
                kind,
                original.telling(),
                activity.refs().originalTransmittedAt(),
                StatedAmount.of(activity, replacement, at),
                transaction,
                parked);
    }

    CardOwner holder() {
        return CardOwner.of(posting.history().position().facts());
    }

    @Nullable CardOwner holderIfKnown() {
        return posting.known() ? holder() : null;
    }

    static Purpose purpose(AuthorizationRequest request) {
        return switch (request.kind()) {
            case REFUND_AUTHORIZATION -> Purpose.REFUND;
            case BALANCE_INQUIRY -> Purpose.BALANCE_INQUIRY;
            case ACCOUNT_VERIFICATION -> Purpose.ACCOUNT_VERIFICATION;
            default -> purposeOf(request.activity().processing());
        };
    }

    static Purpose purposeOf(Processing processing) {
        return switch (processing) {
            case PURCHASE -> Purpose.PURCHASE;
            case CASH_WITHDRAWAL -> Purpose.CASH_WITHDRAWAL;
            case REFUND -> Purpose.REFUND;
            case INQUIRY -> Purpose.BALANCE_INQUIRY;
            case VERIFICATION -> Purpose.ACCOUNT_VERIFICATION;
            case UNKNOWN -> Purpose.UNKNOWN;
        };
    }

    static TransactionType type(Purpose purpose) {
        return switch (purpose) {
            case CASH_WITHDRAWAL -> TransactionType.CASH_WITHDRAWAL;
            case REFUND -> TransactionType.REFUND;
            default -> TransactionType.PURCHASE;
        };
    }
}
