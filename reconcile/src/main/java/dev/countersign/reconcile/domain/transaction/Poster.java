package dev.countersign.reconcile.domain.transaction;

import dev.countersign.reconcile.domain.authorization.AuthorizationDecision;
import dev.countersign.reconcile.domain.authorization.AuthorizationQuestion;
import dev.countersign.reconcile.domain.authorization.AuthorizationQuestion.Purpose;
import dev.countersign.reconcile.domain.authorization.Authorizer;
import dev.countersign.reconcile.domain.authorization.DeclineCode;
import dev.countersign.reconcile.domain.feed.CardActivity;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.feed.NetworkMessage;
import dev.countersign.reconcile.domain.feed.NetworkMessage.AuthorizationAdvice;
import dev.countersign.reconcile.domain.feed.NetworkMessage.AuthorizationRequest;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Clearing;
import dev.countersign.reconcile.domain.feed.NetworkMessage.IncrementalAuthorization;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Recorded;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Reversal;
import dev.countersign.reconcile.domain.feed.Processing;
import dev.countersign.reconcile.domain.id.TimeOrderedId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.settlement.Break;
import dev.countersign.reconcile.domain.settlement.BreakType;
import dev.countersign.reconcile.domain.transaction.EarlyArrival.Kind;
import dev.countersign.reconcile.domain.transaction.RecordedMessage.Outcome;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Folds one message over the history of its card. Each kind of message has one method here, and
 * what order and repetition may not change is decided here: whichever of two messages comes first,
 * the card ends the same.
 */
public final class Poster {

    private final Authorizer authorizer;

    public Poster(Authorizer authorizer) {
        this.authorizer = authorizer;
    }

    /**
     * What a message does that was not read before.
     *
     * @param history of its card; null when nobody knows the card or the message names none
     */
    public Posting post(FeedEntry entry, @Nullable CardHistory history, Instant decidedAt) {
        Fold fold = new Fold(entry, history, decidedAt);
        if (history == null) {
            fold.withoutCard();
            return fold.posting.build();
        }
        fold.giveUpWaiting();
        switch (entry.message()) {
            case AuthorizationRequest request -> fold.request(request);
            case IncrementalAuthorization increment -> fold.increment(increment);
            case AuthorizationAdvice advice -> fold.advice(advice);
            case Reversal reversal -> fold.reversal(reversal);
            case Clearing clearing -> fold.clearing(clearing);
            case Recorded recorded -> fold.record();
        }
        return fold.posting.build();
    }

    /**
     * What the passing of time does to a card: increments that waited too long for their original
     * are decided for themselves. Time passes with each message of the card, repeated ones too.
     */
    public Posting passTime(FeedEntry entry, CardHistory history, Instant decidedAt) {
        Fold fold = new Fold(entry, history, decidedAt);
        fold.giveUpWaiting();
        return fold.posting.build();
    }

    /** One message on its way through. */
    private final class Fold {

        private final FeedEntry entry;
        private final Instant at;
        private final Instant decidedAt;
        private final Posting.Builder posting;

        Fold(FeedEntry entry, @Nullable CardHistory history, Instant decidedAt) {
            this.entry = entry;
            this.at = entry.message().header().at();
            this.decidedAt = decidedAt;
            this.posting = new Posting.Builder(history);
        }

        /**
         * A request for an unknown card is answered, a clearing waits for suspense, the rest is
         * kept.
         */
        void withoutCard() {
            switch (entry.message()) {
                case NetworkMessage.Request request ->
                        message(
                                Outcome.UNKNOWN_CARD,
                                null,
                                unknownCard(request),
                                DeclineCode.CARD_NOT_FOUND);
                case Clearing clearing ->
                        posting.clearing(
                                new RecordedClearing(entry, clearing, null, null, decidedAt));
                case AuthorizationAdvice advice -> message(Outcome.UNKNOWN_CARD, null, null, null);
                case Reversal reversal -> message(Outcome.UNKNOWN_CARD, null, null, null);
                case Recorded recorded -> message(Outcome.RECORDED, null, null, null);
            }
        }

        private Answer unknownCard(NetworkMessage.Request request) {
            DeclineCode code = DeclineCode.CARD_NOT_FOUND;
            return new Answer(
                    request.header().messageId(),
                    request.activity().card().text(),
                    null,
                    0,
                    request.activity().amount().currency().getCurrencyCode(),
                    code.responseCode(request.header().network()),
                    null,
                    code.reason(),
                    decidedAt);
        }

        void giveUpWaiting() {
            for (EarlyArrival arrival : posting.history().early()) {
                boolean waits = posting.history().early().contains(arrival);
                if (waits && arrival.outwaited(at) && arrival.parked() != null) {
                    posting.found(arrival);
                    standAlone(arrival.parked());
                }
            }
        }

        /**
         * An increment whose original never came is a purchase of its own. What else waited for the
         * original now happens to it: a reversal takes it back, other increments add to it.
         */
        private void standAlone(FeedEntry parked) {
            IncrementalAuthorization increment = (IncrementalAuthorization) parked.message();
            CardActivity activity = increment.activity();
            AuthorizationQuestion question =
                    question(
                            increment,
                            purposeOf(activity.processing()),
                            0,
                            reversedBefore(activity, increment.header().at()),
                            false);
            Transaction made = decideNew(parked, question, Origin.INCREMENT);
            resolve(parked, made.id(), answer(parked, made.id(), made.verdict()), made.verdict());
            meetEarlyArrivals(made, activity);
        }

        // ---- requests

        void request(AuthorizationRequest request) {
            if (request.header().skewed()) {
                difference(BreakType.CLOCK_SKEW, null, 0);
            }
            Purpose purpose = purpose(request);
            if (purpose == Purpose.BALANCE_INQUIRY || purpose == Purpose.ACCOUNT_VERIFICATION) {
                inquire(request, purpose);
                return;
            }
            Transaction already = madeEarly(request.activity());
            if (already != null) {
                attach(request, already);
                return;
            }
            boolean reversedBefore = reversedBefore(request.activity(), at);
            Origin origin =
                    switch (request.kind()) {
                        case FINANCIAL_REQUEST -> Origin.SINGLE_MESSAGE;
                        default ->
                                purpose == Purpose.REFUND ? Origin.REFUND_REQUEST : Origin.REQUEST;
                    };
            Transaction made =
                    decideNew(entry, question(request, purpose, 0, reversedBefore, false), origin);
            posting.answer(answer(entry, made.id(), made.verdict()));
            meetEarlyArrivals(made, request.activity());
        }

        private void inquire(AuthorizationRequest request, Purpose purpose) {
            AuthorizationDecision decision =
                    authorizer.decide(
                            question(request, purpose, 0, false, false),
                            posting.history().position());
            remember(decision);
            Verdict verdict = verdict(decision, entry);
            posting.message(
                    new RecordedMessage(
                            entry,
                            holder(),
                            null,
                            decision.approved() ? Outcome.APPROVED : Outcome.DECLINED,
                            answer(entry, null, verdict),
                            decision.declinedFor(),
                            decision.failed(),
                            false,
                            decidedAt));
        }

        /** The transaction that a stand-in advice or a force post made before its request came. */
        private @Nullable Transaction madeEarly(CardActivity activity) {
            for (EarlyArrival arrival : posting.history().early()) {
                TransactionId id = arrival.transactionId();
                if (id != null && arrival.belongsTo(activity, at)) {
                    return posting.history().latest(transaction -> transaction.id().equals(id));
                }
            }
            return null;
        }

        /** What was decided or posted without us stands: the late request adds no hold. */
        private void attach(AuthorizationRequest request, Transaction already) {
            for (EarlyArrival arrival : posting.history().early()) {
                if (already.id().equals(arrival.transactionId())) {
                    posting.found(arrival);
                }
            }
            boolean declined = already.status() == TransactionStatus.DECLINED;
            long approved =
                    declined
                            ? 0
                            : Math.min(
                                    request.activity().amount().minor(), already.amounts().shown());
            Verdict verdict =
                    declined
                            ? already.verdict()
                            : Verdict.givenBy(
                                    approved,
                                    "00",
                                    Verdict.approvalCode(entry.identity()),
                                    posting.history().position().facts().rules());
            message(
                    Outcome.ATTACHED,
                    already.id(),
                    answer(entry, already.id(), verdict),
                    verdict.declinedFor());
        }

        private boolean reversedBefore(CardActivity activity, Instant sentAt) {
            for (EarlyArrival arrival : posting.history().early()) {
                if (isWholeReversal(arrival, activity, sentAt)) {
                    return true;
                }
            }
            return false;
        }

        private boolean isWholeReversal(
                EarlyArrival arrival, CardActivity activity, Instant sentAt) {
            if (arrival.kind() != Kind.REVERSAL || !arrival.belongsTo(activity, sentAt)) {
                return false;
            }
            return arrival.replacementMinor() == null
                    ? arrival.amountMinor() >= activity.amount().minor()
                    : arrival.replacementMinor() == 0;
        }

        private Transaction decideNew(FeedEntry of, AuthorizationQuestion question, Origin origin) {
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

        /** What waited for this authorization now happens to it, in the order it came. */
        private void meetEarlyArrivals(Transaction made, CardActivity activity) {
            for (EarlyArrival arrival : posting.history().early()) {
                if (!arrival.belongsTo(activity, made.createdAt())) {
                    continue;
                }
                Transaction now = current(made);
                switch (arrival.kind()) {
                    case REVERSAL -> {
                        posting.found(arrival);
                        if (now.status() == TransactionStatus.AUTHORIZED) {
                            release(now, arrival.amountMinor(), arrival.replacementMinor());
                        }
                    }
                    case INCREMENT -> {
                        posting.found(arrival);
                        if (arrival.parked() != null) {
                            addTo(now, arrival.parked(), true);
                        }
                    }
                    case ADVICE, FORCE_POST -> {}
                }
            }
        }

        // ---- increments

        void increment(IncrementalAuthorization increment) {
            if (increment.header().skewed()) {
                difference(BreakType.CLOCK_SKEW, null, 0);
            }
            Transaction original = original(increment.activity());
            if (original != null) {
                addTo(original, entry, false);
                return;
            }
            posting.await(early(increment.activity(), Kind.INCREMENT, null, null, entry));
            message(Outcome.WAITING, null, null, null);
        }

        private void addTo(Transaction original, FeedEntry of, boolean waited) {
            IncrementalAuthorization increment = (IncrementalAuthorization) of.message();
            AuthorizationDecision decision =
                    authorizer.decide(
                            question(
                                    increment,
                                    original.type() == TransactionType.CASH_WITHDRAWAL
                                            ? Purpose.CASH_WITHDRAWAL
                                            : Purpose.PURCHASE,
                                    original.amounts().counted(),
                                    false,
                                    !canGrow(original, increment.activity().amount().minor())),
                            posting.history().position());
            remember(decision);
            Transaction after = original;
            if (decision.approved()) {
                after =
                        posting.change(
                                original,
                                original.plusIncrement(
                                        new Transaction.Increment(
                                                increment.header().messageId(),
                                                decision.approvedMinor(),
                                                increment.header().at())));
            }
            Verdict verdict = verdict(decision, of);
            Answer answer = answer(of, after.id(), verdict);
            if (waited) {
                resolve(of, after.id(), answer, verdict);
            } else {
                posting.message(
                        new RecordedMessage(
                                of,
                                holder(),
                                after.id(),
                                decision.approved() ? Outcome.APPLIED : Outcome.DECLINED,
                                answer,
                                decision.declinedFor(),
                                decision.failed(),
                                false,
                                decidedAt));
            }
        }

        /** Only an open purchase can, and only to an amount that can be recorded. */
        private boolean canGrow(Transaction original, long more) {
            return original.open()
                    && original.type() != TransactionType.REFUND
                    && original.amounts().approved() <= Long.MAX_VALUE - more;
        }

        // ---- advices

        void advice(AuthorizationAdvice advice) {
            Transaction original = original(advice.activity());
            if (original == null) {
                adviseNew(advice);
                return;
            }
            Transaction after =
                    advice.approved() ? approvedForUs(original, advice) : declinedForUs(original);
            message(
                    after.equals(original) ? Outcome.ATTACHED : Outcome.APPLIED,
                    original.id(),
                    null,
                    null);
        }

        /**
         * The network's approval stands: the hold becomes what it approved, never more beside it.
         */
        private Transaction approvedForUs(Transaction original, AuthorizationAdvice advice) {
            if (original.type() == TransactionType.REFUND) {
                return refundApprovedForUs(original);
            }
            long approved = advice.approvedMinor();
            return switch (original.status()) {
                case DECLINED -> {
                    if (original.verdict().declinedFor() == DeclineCode.REVERSED_BEFORE_AUTH) {
                        yield original;
                    }
                    stipOverride(original.id(), approved);
                    yield posting.change(
                            original,
                            original.with(
                                    TransactionStatus.AUTHORIZED,
                                    Amounts.held(original.amounts().requested(), approved)));
                }
                case AUTHORIZED -> {
                    long hold =
                            advice.activity().flags().standIn()
                                    ? standInHold(original, approved)
                                    : approved;
                    yield original.amounts().held() == hold
                            ? original
                            : posting.change(
                                    original,
                                    original.with(
                                            TransactionStatus.AUTHORIZED,
                                            original.amounts().withHold(hold)));
                }
                case REVERSED, SETTLED -> original;
            };
        }

        /**
         * A stand-in approval is of the original alone: increments and partial reversals that came
         * before it stand, as they would had they come after.
         */
        private long standInHold(Transaction original, long approved) {
            long hold = approved;
            for (Transaction.Increment increment : original.increments()) {
                hold = Math.min(Long.MAX_VALUE - increment.minor(), hold) + increment.minor();
            }
            return Math.max(0, hold - original.amounts().reversed());
        }

        /** Money that comes back is never held. */
        private Transaction refundApprovedForUs(Transaction original) {
            boolean overridden =
                    original.status() == TransactionStatus.DECLINED
                            && original.verdict().declinedFor() != DeclineCode.REVERSED_BEFORE_AUTH;
            if (!overridden) {
                return original;
            }
            long requested = original.amounts().requested();
            stipOverride(original.id(), requested);
            return posting.change(
                    original,
                    original.with(TransactionStatus.AUTHORIZED, Amounts.awaitingRefund(requested)));
        }

        private Transaction declinedForUs(Transaction original) {
            if (original.status() != TransactionStatus.AUTHORIZED) {
                return original;
            }
            stipOverride(original.id(), original.amounts().held());
            return posting.change(
                    original,
                    original.with(
                            TransactionStatus.REVERSED,
                            original.amounts().minusReversed(original.amounts().held())));
        }

        /**
         * The advice came first, or alone: it makes the transaction, and a late request finds it.
         */
        private void adviseNew(AuthorizationAdvice advice) {
            CardActivity activity = advice.activity();
            Purpose purpose = purposeOf(activity.processing());
            TransactionType type = type(purpose);
            long requested = activity.amount().minor();
            Transaction made;
            if (advice.approved()) {
                boolean ours =
                        authorizer.wouldApprove(
                                question(advice, purpose, 0, false, false),
                                posting.history().position());
                Amounts amounts =
                        type == TransactionType.REFUND
                                ? Amounts.awaitingRefund(requested)
                                : Amounts.held(requested, advice.approvedMinor());
                made =
                        make(
                                entry,
                                activity,
                                Origin.ADVICE,
                                type,
                                TransactionStatus.AUTHORIZED,
                                amounts,
                                givenBy(advice));
                if (!ours) {
                    stipOverride(made.id(), advice.approvedMinor());
                }
            } else {
                Verdict verdict =
                        new Verdict(
                                0,
                                advice.responseCode(),
                                null,
                                DeclineCode.DECLINED_BY_NETWORK,
                                List.of(DeclineCode.DECLINED_BY_NETWORK),
                                posting.history().position().facts().rules().version(),
                                0,
                                0);
                made =
                        make(
                                entry,
                                activity,
                                Origin.ADVICE,
                                type,
                                TransactionStatus.DECLINED,
                                Amounts.declined(requested),
                                verdict);
            }
            posting.change(null, made);
            meetEarlyArrivals(made, activity);
            posting.await(early(activity, Kind.ADVICE, null, made.id(), null));
            message(Outcome.APPLIED, made.id(), null, null);
        }

        private Verdict givenBy(AuthorizationAdvice advice) {
            return Verdict.givenBy(
                    advice.approvedMinor(),
                    advice.responseCode(),
                    advice.activity().refs().approvalCode(),
                    posting.history().position().facts().rules());
        }

        // ---- reversals

        void reversal(Reversal reversal) {
            CardActivity activity = reversal.activity();
            Transaction original = original(activity);
            if (original == null) {
                posting.await(
                        early(activity, Kind.REVERSAL, reversal.replacementMinor(), null, null));
                message(Outcome.WAITING, null, null, null);
                return;
            }
            Transaction after = original;
            if (original.open()) {
                after = release(original, activity.amount().minor(), reversal.replacementMinor());
            } else if (original.status() == TransactionStatus.SETTLED) {
                difference(
                        BreakType.REVERSAL_AFTER_CLEARING,
                        original.id(),
                        activity.amount().minor());
            }
            message(
                    after.equals(original) ? Outcome.ATTACHED : Outcome.APPLIED,
                    original.id(),
                    null,
                    null);
        }

        /**
         * Gives back part of a hold: down to what the message says remains, else by what it takes
         * back, never below zero.
         */
        private Transaction release(Transaction original, long amount, @Nullable Long replacement) {
            Amounts amounts = original.amounts();
            if (original.type() == TransactionType.REFUND) {
                boolean whole =
                        replacement == null ? amount >= amounts.approved() : replacement == 0;
                return whole
                        ? posting.change(
                                original, original.with(TransactionStatus.REVERSED, amounts))
                        : original;
            }
            long released =
                    replacement == null
                            ? Math.min(amount, amounts.held())
                            : Math.max(
                                    0,
                                    amounts.held() - Math.max(0, replacement - amounts.cleared()));
            if (released > 0 && amount > amounts.held()) {
                difference(BreakType.REVERSAL_EXCEEDS, original.id(), amount - amounts.held());
            }
            if (released == 0 && amounts.held() > 0) {
                return original;
            }
            Amounts after = amounts.minusReversed(released);
            TransactionStatus status =
                    after.held() == 0 && after.cleared() == 0
                            ? TransactionStatus.REVERSED
                            : original.status();
            return posting.change(original, original.with(status, after));
        }

        // ---- clearing

        void clearing(Clearing clearing) {
            boolean refund = clearing.kind() == MessageKind.REFUND;
            boolean ours =
                    clearing.activity()
                            .amount()
                            .currency()
                            .equals(posting.history().position().facts().currency());
            TransactionId posted = refund && ours ? refund(clearing).id() : null;
            posting.clearing(new RecordedClearing(entry, clearing, holder(), posted, decidedAt));
        }

        /**
         * A refund is final when it comes. It never undoes its purchase, and gives no limit back.
         */
        private Transaction refund(Clearing clearing) {
            CardActivity activity = clearing.activity();
            long amount = activity.amount().minor();
            Originals purchase = Originals.refundedBy(activity.refs(), at);
            Transaction refunded =
                    purchase == null
                            ? null
                            : purchase.in(
                                    posting.history(),
                                    other -> other.type() != TransactionType.REFUND);
            if (refunded == null) {
                difference(BreakType.REFUND_UNLINKED, null, amount);
            } else {
                posting.change(
                        refunded,
                        refunded.with(refunded.status(), refunded.amounts().plusRefunded(amount)));
            }
            Transaction awaited = awaitedRefund(activity.refs().networkTxnId());
            if (awaited != null) {
                return posting.change(awaited, awaited.settled(settledRefund(awaited, amount), at));
            }
            Verdict verdict =
                    Verdict.givenBy(
                            amount,
                            "00",
                            activity.refs().approvalCode(),
                            posting.history().position().facts().rules());
            Transaction made =
                    make(
                            entry,
                            activity,
                            Origin.REFUND,
                            TransactionType.REFUND,
                            TransactionStatus.AUTHORIZED,
                            Amounts.cleared(amount),
                            verdict);
            return posting.change(null, made.settled(made.amounts(), at));
        }

        private @Nullable Transaction awaitedRefund(@Nullable String networkTxnId) {
            return networkTxnId == null
                    ? null
                    : posting.history()
                            .latest(
                                    other ->
                                            other.type() == TransactionType.REFUND
                                                    && other.status()
                                                            == TransactionStatus.AUTHORIZED
                                                    && networkTxnId.equals(other.networkTxnId()));
        }

        private Amounts settledRefund(Transaction awaited, long amount) {
            Amounts before = awaited.amounts();
            return new Amounts(
                    amount,
                    before.requested(),
                    before.approved(),
                    0,
                    amount,
                    before.reversed(),
                    before.expired(),
                    before.refunded());
        }

        void record() {
            message(Outcome.RECORDED, null, null, null);
        }

        // ---- what all of them need

        private @Nullable Transaction original(CardActivity activity) {
            return Originals.namedBy(activity.refs(), at).in(posting.history());
        }

        private Transaction current(Transaction made) {
            Transaction now = posting.history().latest(other -> other.id().equals(made.id()));
            return now == null ? made : now;
        }

        private Transaction make(
                FeedEntry of,
                CardActivity activity,
                Origin origin,
                TransactionType type,
                TransactionStatus status,
                Amounts amounts,
                Verdict verdict) {
            var header = of.message().header();
            boolean holds = type != TransactionType.REFUND && origin != Origin.SINGLE_MESSAGE;
            return new Transaction(
                    new TransactionId(TimeOrderedId.of(header.at(), of.identity())),
                    of.identity(),
                    of.payloadHash(),
                    header.messageId(),
                    holder(),
                    origin,
                    type,
                    status,
                    amounts,
                    activity.amount().currency(),
                    List.of(),
                    activity.merchantAmount(),
                    activity.merchant(),
                    activity.channel(),
                    header.network(),
                    activity.refs().networkTxnId(),
                    activity.refs().stan(),
                    activity.refs().rrn(),
                    activity.refs().acquirerId(),
                    verdict,
                    header.skewed(),
                    holds ? HoldWindow.until(header.network(), activity, header.at()) : null,
                    0,
                    of.place(),
                    header.at(),
                    decidedAt,
                    null);
        }

        private AuthorizationQuestion question(
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

        private void remember(AuthorizationDecision decision) {
            CardHistory history = posting.history();
            posting.history(
                    history.withPosition(history.position().withSecurity(decision.security())));
        }

        private Verdict verdict(AuthorizationDecision decision, FeedEntry of) {
            return Verdict.of(
                    decision, posting.history().position().facts().rules(), of.identity());
        }

        private Answer answer(FeedEntry of, @Nullable TransactionId transaction, Verdict verdict) {
            CardActivity activity = ((NetworkMessage.OfCard) of.message()).activity();
            return new Answer(
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

        private void message(
                Outcome outcome,
                @Nullable TransactionId transaction,
                @Nullable Answer answer,
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
                            false,
                            decidedAt));
        }

        private void resolve(
                FeedEntry of, TransactionId transaction, Answer answer, Verdict verdict) {
            posting.message(
                    new RecordedMessage(
                            of,
                            holder(),
                            transaction,
                            answer.approved() ? Outcome.APPLIED : Outcome.DECLINED,
                            answer,
                            verdict.declinedFor(),
                            verdict.failed(),
                            true,
                            decidedAt));
        }

        private void stipOverride(TransactionId transaction, long amount) {
            difference(BreakType.STIP_OVERRIDE, transaction, amount);
        }

        private void difference(BreakType type, @Nullable TransactionId transaction, long minor) {
            Holder holder = holder();
            posting.difference(
                    new Break(
                            type,
                            entry.identity(),
                            holder.accountId(),
                            holder.mode(),
                            holder.cardId(),
                            transaction,
                            new Money(minor, posting.history().position().facts().currency()),
                            at,
                            null));
        }

        private EarlyArrival early(
                CardActivity activity,
                Kind kind,
                @Nullable Long replacement,
                @Nullable TransactionId transaction,
                @Nullable FeedEntry parked) {
            Originals original = Originals.namedBy(activity.refs(), at);
            return new EarlyArrival(
                    entry.identity(),
                    holder().cardId(),
                    kind,
                    original.networkTxnId(),
                    original.stan(),
                    original.acquirerId(),
                    activity.refs().originalTransmittedAt(),
                    activity.amount().minor(),
                    replacement,
                    transaction,
                    parked,
                    at);
        }

        private Holder holder() {
            return Holder.of(posting.history().position().facts());
        }

        private @Nullable Holder holderIfKnown() {
            return posting.known() ? holder() : null;
        }
    }

    private static Purpose purpose(AuthorizationRequest request) {
        return switch (request.kind()) {
            case REFUND_AUTHORIZATION -> Purpose.REFUND;
            case BALANCE_INQUIRY -> Purpose.BALANCE_INQUIRY;
            case ACCOUNT_VERIFICATION -> Purpose.ACCOUNT_VERIFICATION;
            default -> purposeOf(request.activity().processing());
        };
    }

    private static Purpose purposeOf(Processing processing) {
        return switch (processing) {
            case PURCHASE -> Purpose.PURCHASE;
            case CASH_WITHDRAWAL -> Purpose.CASH_WITHDRAWAL;
            case REFUND -> Purpose.REFUND;
            case INQUIRY -> Purpose.BALANCE_INQUIRY;
            case VERIFICATION -> Purpose.ACCOUNT_VERIFICATION;
            case UNKNOWN -> Purpose.UNKNOWN;
        };
    }

    private static TransactionType type(Purpose purpose) {
        return switch (purpose) {
            case CASH_WITHDRAWAL -> TransactionType.CASH_WITHDRAWAL;
            case REFUND -> TransactionType.REFUND;
            default -> TransactionType.PURCHASE;
        };
    }
}
