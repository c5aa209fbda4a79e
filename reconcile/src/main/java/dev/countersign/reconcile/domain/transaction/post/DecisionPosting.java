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
    static AuthorizationDecision decide(PostingContext fold, AuthorizationQuestion question) {
        AuthorizationDecision decision =
                asAnswered(
                        fold,
                        question,
                        fold.authorizer.decide(question, fold.posting.history().position()));
        CardHistory history = fold.posting.history();
        fold.posting.history(
                history.withPosition(history.position().withSecurity(decision.security())));
        return decision;
    }

    /** A request whose answer stands is decided by that, whatever the card would say now. */
    private static AuthorizationDecision asAnswered(
            PostingContext fold, AuthorizationQuestion question, AuthorizationDecision now) {
        Decision before = fold.published.to(question.header().messageId());
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
            PostingContext fold, FeedEntry of, AuthorizationQuestion question, Origin origin) {
        AuthorizationDecision decision = decide(fold, question);
        long requested = question.activity().amount().minor();
        Amounts amounts;
        if (!decision.approved()) {
            amounts = Amounts.declined(requested);
        } else if (question.purpose() == Purpose.REFUND) {
            amounts = Amounts.awaitingRefund(requested);
        } else {
            amounts = Amounts.held(requested, decision.approvedMinor());
        }
        return fold.posting.change(
                null,
                fold.make(
                        of,
                        question.activity(),
                        origin,
                        TransactionType.of(question.purpose()),
                        decision.approved()
                                ? TransactionStatus.AUTHORIZED
                                : TransactionStatus.DECLINED,
                        amounts,
                        toRecord(fold, decision, of)));
    }

    static DecisionRecord toRecord(
            PostingContext fold, AuthorizationDecision decision, FeedEntry of) {
        return DecisionRecord.of(
                decision, fold.posting.history().position().facts().rules(), of.identity());
    }

    static Decision answer(
            PostingContext fold,
            FeedEntry of,
            @Nullable TransactionId transaction,
            DecisionRecord verdict) {
        Decision before = fold.published.to(of.message().header().messageId());
        if (before != null) {
            return before;
        }
        CardActivity activity = ((NetworkMessage.CardMessage) of.message()).activity();
        return new Decision(
                of.message().header().messageId(),
                activity.card().text(),
                transaction,
                verdict.approvedMinor(),
                activity.amount().currency().getCurrencyCode(),
                verdict.responseCode(),
                verdict.approvalCode(),
                verdict.reason(),
                fold.decidedAt,
                available(fold, of, verdict));
    }

    /**
     * Records a decision as a message of its own, and answers it.
     *
     * @param waited true for a message that was parked, and is answered beside this one
     */
    static void conclude(
            PostingContext fold,
            FeedEntry of,
            @Nullable TransactionId transaction,
            DecisionRecord verdict,
            Outcome approved,
            boolean waited) {
        fold.posting.message(
                new RecordedMessage(
                        of,
                        fold.holder(),
                        transaction,
                        verdict.declinedFor() == null ? approved : Outcome.DECLINED,
                        answer(fold, of, transaction, verdict),
                        verdict.declinedFor(),
                        verdict.failed(),
                        waited ? fold.entry.place() : null,
                        fold.decidedAt(of)));
    }

    /** Returns what a balance inquiry is told; null in any other answer. */
    private static @Nullable Long available(
            PostingContext fold, FeedEntry of, DecisionRecord verdict) {
        return of.message() instanceof AuthorizationRequest request
                        && Purpose.of(request) == Purpose.BALANCE_INQUIRY
                        && verdict.declinedFor() == null
                ? fold.posting.history().position().fundsMinor()
                : null;
    }
}
