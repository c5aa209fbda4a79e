package dev.countersign.reconcile.domain.transaction.post;

import dev.countersign.reconcile.domain.authorization.AuthorizationDecision;
import dev.countersign.reconcile.domain.authorization.AuthorizationQuestion;
import dev.countersign.reconcile.domain.authorization.AuthorizationQuestion.Purpose;
import dev.countersign.reconcile.domain.authorization.DeclineCode;
import dev.countersign.reconcile.domain.card.CardRules;
import dev.countersign.reconcile.domain.feed.CardActivity;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.feed.NetworkMessage.AuthorizationRequest;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.transaction.DecisionRecord;
import dev.countersign.reconcile.domain.transaction.EarlyArrival;
import dev.countersign.reconcile.domain.transaction.Origin;
import dev.countersign.reconcile.domain.transaction.RecordedMessage.Outcome;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import org.jspecify.annotations.Nullable;

/**
 * Requests: an authorization, single message, refund authorization or inquiry is decided and
 * answered, unless the network or a clearing was faster.
 */
final class RequestPosting {

    private RequestPosting() {}

    static void request(PostingContext fold, AuthorizationRequest request) {
        Purpose purpose = Purpose.of(request);
        if (purpose.asksOnly()) {
            inquire(fold, request, purpose);
            return;
        }
        if (fold.inCardCurrency(request.activity()) && attached(fold, request)) {
            return;
        }
        boolean reversedBefore =
                EarlyArrivalPosting.reversedBefore(fold, request.activity(), fold.at);
        Origin origin =
                switch (request.kind()) {
                    case FINANCIAL_REQUEST -> Origin.SINGLE_MESSAGE;
                    default -> purpose == Purpose.REFUND ? Origin.REFUND_REQUEST : Origin.REQUEST;
                };
        Transaction made =
                DecisionPosting.decideNew(
                        fold,
                        fold.entry,
                        AuthorizationQuestion.of(request, purpose, reversedBefore),
                        origin);
        fold.posting.answer(DecisionPosting.answer(fold, fold.entry, made.id(), made.verdict()));
        EarlyArrivalPosting.meet(fold, made, request.activity());
    }

    private static void inquire(
            PostingContext fold, AuthorizationRequest request, Purpose purpose) {
        AuthorizationDecision decision =
                DecisionPosting.decide(fold, AuthorizationQuestion.of(request, purpose, false));
        DecisionPosting.conclude(
                fold,
                fold.entry,
                null,
                DecisionPosting.toRecord(fold, decision, fold.entry),
                Outcome.APPROVED,
                false);
    }

    /**
     * Attaches a late request to the transaction that a stand-in advice or a force post made before
     * it came. That transaction stands: the late request adds no hold.
     */
    private static boolean attached(PostingContext fold, AuthorizationRequest request) {
        for (EarlyArrival arrival : fold.posting.history().early()) {
            Transaction already = madeBy(fold, arrival);
            if (already != null) {
                attach(fold, request, arrival, already);
                return true;
            }
        }
        return false;
    }

    private static @Nullable Transaction madeBy(PostingContext fold, EarlyArrival arrival) {
        TransactionId id = arrival.transactionId();
        return id != null && arrival.madeFor(fold.entry)
                ? fold.posting.history().latest(transaction -> transaction.id().equals(id))
                : null;
    }

    private static void attach(
            PostingContext fold,
            AuthorizationRequest request,
            EarlyArrival arrival,
            Transaction made) {
        Transaction already =
                settlesAlone(request, made)
                        ? fold.posting.change(made, made.asSingleMessage())
                        : made;
        if (!arrival.identity().equals(fold.entry.identity())) {
            fold.posting.found(arrival);
            fold.posting.await(arrival.metBy(fold.entry));
        }
        DecisionRecord verdict = late(fold, request.activity(), already);
        fold.message(
                Outcome.ATTACHED,
                already.id(),
                DecisionPosting.answer(fold, fold.entry, already.id(), verdict),
                verdict.declinedFor());
    }

    /** No record follows a financial request: the night posts what the network approved for it. */
    private static boolean settlesAlone(AuthorizationRequest request, Transaction made) {
        return request.kind() == MessageKind.FINANCIAL_REQUEST
                && made.origin() == Origin.ADVICE
                && made.status() == TransactionStatus.AUTHORIZED;
    }

    /**
     * A part is approved where the network approved one, or the terminal can take it; nothing more
     * is held either way.
     */
    private static DecisionRecord late(
            PostingContext fold, CardActivity activity, Transaction already) {
        long requested = activity.amount().minor();
        CardRules rules = fold.posting.history().position().facts().rules();
        return switch (already.status()) {
            case DECLINED -> already.verdict();
            case REVERSED ->
                    DecisionRecord.declined(
                            DeclineCode.REVERSED_BEFORE_AUTH, already.network(), rules);
            case AUTHORIZED, SETTLED -> {
                boolean inPart =
                        already.origin() != Origin.FORCE_POST
                                || activity.flags().partialApprovalSupported();
                long approved =
                        inPart ? Math.min(requested, already.amounts().displayAmount()) : requested;
                yield DecisionRecord.givenBy(
                        approved,
                        approved < requested ? "10" : "00",
                        DecisionRecord.approvalCode(fold.entry.identity()),
                        rules);
            }
        };
    }
}
