package dev.countersign.reconcile.domain.transaction.post;

import dev.countersign.reconcile.domain.authorization.AuthorizationDecision;
import dev.countersign.reconcile.domain.authorization.AuthorizationQuestion;
import dev.countersign.reconcile.domain.authorization.AuthorizationQuestion.Purpose;
import dev.countersign.reconcile.domain.authorization.DeclineCode;
import dev.countersign.reconcile.domain.authorization.DeclineReason;
import dev.countersign.reconcile.domain.feed.CardActivity;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.NetworkMessage;
import dev.countersign.reconcile.domain.feed.NetworkMessage.AuthorizationRequest;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.transaction.Amounts;
import dev.countersign.reconcile.domain.transaction.CardHistory;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.domain.transaction.DecisionRecord;
import dev.countersign.reconcile.domain.transaction.Origin;
import dev.countersign.reconcile.domain.transaction.RecordedMessage;
import dev.countersign.reconcile.domain.transaction.RecordedMessage.Outcome;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decisions: asked of the authorizer over the card's position, recorded and answered. */
final class DecisionPosting {

    private DecisionPosting() {}

    /** Decides, and keeps what the decision says of the card's security. */
    static AuthorizationDecision decide(PostingContext context, AuthorizationQuestion question) {
        AuthorizationDecision decision =
                asAnswered(
                        context,
                        question,
                        context.authorizer.decide(question, context.posting.history().position()));
        CardHistory history = context.posting.history();
        context.posting.history(
                history.withPosition(history.position().withSecurity(decision.security())));
        return decision;
    }

    /** A request whose answer stands is decided by that, whatever the card would say now. */
    private static AuthorizationDecision asAnswered(
            PostingContext context, AuthorizationQuestion question, AuthorizationDecision now) {
        Decision before = context.published.to(question.header().messageId());
        if (before == null) {
            return now;
        }
        DeclineReason reason = before.declineReason();
        DeclineCode code =
                reason == null
                        ? null
                        : DeclineCode.given(
                                reason, before.responseCode(), question.header().network());
        return new AuthorizationDecision(
                before.approvedMinor(),
                before.responseCode(),
                code,
                code == null ? List.of() : List.of(code),
                now.dayUsedMinor(),
                now.monthUsedMinor(),
                now.security());
    }

    /** Decides, and makes the transaction that the decision is about. */
    static Transaction decideNew(
            PostingContext context, FeedEntry of, AuthorizationQuestion question, Origin origin) {
        AuthorizationDecision decision = decide(context, question);
        long requested = question.activity().amount().minor();
        Amounts amounts;
        if (!decision.approved()) {
            amounts = Amounts.declined(requested);
        } else if (question.purpose() == Purpose.REFUND) {
            amounts = Amounts.awaitingRefund(requested);
        } else {
            amounts = Amounts.held(requested, decision.approvedMinor());
        }
        return context.posting.change(
                null,
                context.make(
                        of,
                        question.activity(),
                        origin,
                        TransactionType.of(question.purpose()),
                        decision.approved()
                                ? TransactionStatus.AUTHORIZED
                                : TransactionStatus.DECLINED,
                        amounts,
                        toRecord(context, decision, of)));
    }

    static DecisionRecord toRecord(
            PostingContext context, AuthorizationDecision decision, FeedEntry of) {
        return DecisionRecord.of(
                decision, context.posting.history().position().facts().rules(), of.identity());
    }

    static Decision answer(
            PostingContext context,
            FeedEntry of,
            @Nullable TransactionId transaction,
            DecisionRecord decision) {
        Decision before = context.published.to(of.message().header().messageId());
        if (before != null) {
            return before;
        }
        CardActivity activity = ((NetworkMessage.CardMessage) of.message()).activity();
        return new Decision(
                of.message().header().messageId(),
                activity.card().text(),
                transaction,
                decision.approvedMinor(),
                activity.amount().currency().getCurrencyCode(),
                decision.responseCode(),
                decision.approvalCode(),
                decision.reason(),
                context.decidedAt,
                available(context, of, decision));
    }

    /**
     * Records a decision as a message of its own, and answers it.
     *
     * @param waited true for a message that was parked, and is answered beside this one
     */
    static void conclude(
            PostingContext context,
            FeedEntry of,
            @Nullable TransactionId transaction,
            DecisionRecord decision,
            Outcome approved,
            boolean waited) {
        context.posting.message(
                new RecordedMessage(
                        of,
                        context.owner(),
                        transaction,
                        decision.declinedFor() == null ? approved : Outcome.DECLINED,
                        answer(context, of, transaction, decision),
                        decision.declinedFor(),
                        decision.failed(),
                        waited ? context.entry.offset() : null,
                        context.decidedAt(of)));
    }

    /** Returns what a balance inquiry is told; null in any other answer. */
    private static @Nullable Long available(
            PostingContext context, FeedEntry of, DecisionRecord decision) {
        return of.message() instanceof AuthorizationRequest request
                        && Purpose.of(request) == Purpose.BALANCE_INQUIRY
                        && decision.declinedFor() == null
                ? context.posting.history().position().fundsMinor()
                : null;
    }
}
