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
import dev.countersign.reconcile.domain.transaction.TransactionType;
import org.jspecify.annotations.Nullable;

/**
 * Requests: an authorization, single message, refund authorization or inquiry is decided and
 * answered, unless the network or a clearing was faster.
 */
final class RequestPosting {

    private RequestPosting() {}

    static void request(PostingContext context, AuthorizationRequest request) {
        Purpose purpose = Purpose.of(request);
        if (purpose.asksOnly()) {
            inquire(context, request, purpose);
            return;
        }
        if (context.inCardCurrency(request.activity()) && attached(context, request)) {
            return;
        }
        boolean reversedBefore =
                EarlyArrivalPosting.reversedBefore(context, request.activity(), context.at);
        Origin origin =
                switch (request.kind()) {
                    case FINANCIAL_REQUEST -> Origin.SINGLE_MESSAGE;
                    default -> purpose == Purpose.REFUND ? Origin.REFUND_REQUEST : Origin.REQUEST;
                };
        Transaction made =
                DecisionPosting.decideNew(
                        context,
                        context.entry,
                        AuthorizationQuestion.of(request, purpose, reversedBefore),
                        origin);
        context.posting.answer(
                DecisionPosting.answer(context, context.entry, made.id(), made.decision()));
        EarlyArrivalPosting.applyWaiting(context, made, request.activity());
    }

    private static void inquire(
            PostingContext context, AuthorizationRequest request, Purpose purpose) {
        AuthorizationDecision decision =
                DecisionPosting.decide(context, AuthorizationQuestion.of(request, purpose, false));
        DecisionPosting.conclude(
                context,
                context.entry,
                null,
                DecisionPosting.toRecord(context, decision, context.entry),
                Outcome.APPROVED,
                false);
    }

    /**
     * Attaches a late request to the transaction that a stand-in advice or a force post made before
     * it came. That transaction stands: the late request adds no hold.
     */
    private static boolean attached(PostingContext context, AuthorizationRequest request) {
        boolean givesBack = Purpose.of(request) == Purpose.REFUND;
        for (EarlyArrival arrival : context.posting.history().early()) {
            Transaction already = madeBy(context, arrival, givesBack);
            if (already != null) {
                attach(context, request, arrival, already);
                return true;
            }
        }
        return false;
    }

    /** Finds a transaction that was made for it; none that gives back for what is spent. */
    private static @Nullable Transaction madeBy(
            PostingContext context, EarlyArrival arrival, boolean givesBack) {
        TransactionId id = arrival.transactionId();
        if (id == null || !arrival.madeFor(context.entry)) {
            return null;
        }
        Transaction made =
                context.posting.history().latest(transaction -> transaction.id().equals(id));
        return made != null && (made.type() == TransactionType.REFUND) == givesBack ? made : null;
    }

    private static void attach(
            PostingContext context,
            AuthorizationRequest request,
            EarlyArrival arrival,
            Transaction made) {
        Transaction already =
                settlesAlone(request, made)
                        ? context.posting.change(made, made.asSingleMessage())
                        : made;
        if (!arrival.identity().equals(context.entry.identity())) {
            context.posting.found(arrival);
            context.posting.await(arrival.markFor(context.entry));
        }
        DecisionRecord decision = late(context, request.activity(), already);
        context.message(
                Outcome.ATTACHED,
                already.id(),
                DecisionPosting.answer(context, context.entry, already.id(), decision),
                decision.declinedFor());
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
            PostingContext context, CardActivity activity, Transaction already) {
        long requested = activity.amount().minor();
        CardRules rules = context.posting.history().position().facts().rules();
        return switch (already.status()) {
            case DECLINED -> already.decision();
            case REVERSED ->
                    DecisionRecord.declined(
                            DeclineCode.REVERSED_BEFORE_AUTH, already.network(), rules);
            case AUTHORIZED, SETTLED -> {
                boolean inPart =
                        already.origin() != Origin.FORCE_POST
                                || activity.flags().partialApprovalSupported();
                long all = Math.max(already.authorizedMinor(), already.amounts().cleared());
                long approved = inPart ? Math.min(requested, all) : requested;
                yield DecisionRecord.givenBy(
                        approved,
                        approved < requested ? "10" : "00",
                        DecisionRecord.approvalCode(context.entry.identity()),
                        rules);
            }
        };
    }
}
