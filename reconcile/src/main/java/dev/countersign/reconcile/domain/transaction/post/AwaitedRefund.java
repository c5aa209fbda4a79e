package dev.countersign.reconcile.domain.transaction.post;

import static dev.countersign.reconcile.domain.feed.NetworkKeys.agree;
import static dev.countersign.reconcile.domain.feed.NetworkKeys.same;

import dev.countersign.reconcile.domain.feed.CardActivity;
import dev.countersign.reconcile.domain.feed.Merchant;
import dev.countersign.reconcile.domain.feed.NetworkRefs;
import dev.countersign.reconcile.domain.transaction.CardHistory;
import dev.countersign.reconcile.domain.transaction.Origin;
import dev.countersign.reconcile.domain.transaction.OriginalReference;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The search for the authorization of its card that a refund settles. It uses the keys by which the
 * night finds the authorization of a clearing record: the network's name of it, its retrieval
 * reference, then the approval code together with the merchant. The first key that finds one
 * decides. Of several authorizations it is one of just the amount, then the latest. None is older
 * than a clearing record may reach back.
 */
record AwaitedRefund(CardActivity refund, Instant at) {

    /** Approval codes recycle: the night goes by one for as long where nothing is held. */
    private static final int APPROVAL_LIFE_DAYS = 17;

    /** The one; null when none at hand waits for this refund. */
    @Nullable Transaction in(CardHistory history) {
        List<Predicate<Transaction>> keys = List.of(this::named, this::referred, this::approved);
        for (Predicate<Transaction> key : keys) {
            Transaction found = best(history, key);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private @Nullable Transaction best(CardHistory history, Predicate<Transaction> key) {
        return history.atHand().stream()
                .filter(other -> other.type() == TransactionType.REFUND)
                .filter(other -> other.status() == TransactionStatus.AUTHORIZED)
                .filter(other -> other.origin() != Origin.SINGLE_MESSAGE) // which posts itself
                .filter(other -> age(other) <= OriginalReference.REACH.toDays())
                .filter(key)
                .max(Comparator.comparing(this::exact).thenComparing(other -> other.id().value()))
                .orElse(null);
    }

    private boolean exact(Transaction other) {
        return other.amounts().approved() == refund.amount().minor();
    }

    private boolean named(Transaction other) {
        return same(refund.refs().keys().networkTxnId(), other.keys().networkTxnId());
    }

    private boolean referred(Transaction other) {
        NetworkRefs refs = refund.refs();
        return agree(refs.keys().stan(), other.keys().stan())
                && same(refs.keys().rrn(), other.keys().rrn())
                && same(refs.keys().acquirerId(), other.keys().acquirerId());
    }

    private boolean approved(Transaction other) {
        Merchant merchant = refund.claim().merchant();
        long age = age(other);
        return age >= 0
                && age <= APPROVAL_LIFE_DAYS
                && same(refund.refs().approvalCode(), other.decision().approvalCode())
                && (same(merchant.id(), other.claim().merchant().id())
                        || same(merchant.terminalId(), other.claim().merchant().terminalId()));
    }

    private long age(Transaction other) {
        return ChronoUnit.DAYS.between(day(other.createdAt()), day(at));
    }

    private static LocalDate day(Instant instant) {
        return LocalDate.ofInstant(instant, ZoneOffset.UTC);
    }
}
