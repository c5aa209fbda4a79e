package dev.countersign.reconcile.service.feed;

import dev.countersign.reconcile.domain.authorization.CardPosition;
import dev.countersign.reconcile.domain.authorization.DeclineCode;
import dev.countersign.reconcile.domain.funding.AvailableFunds;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.domain.transaction.Origin;
import dev.countersign.reconcile.domain.transaction.RecordedMessage;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.domain.transaction.post.Posting;
import dev.countersign.reconcile.domain.transaction.post.Posting.Change;
import dev.countersign.reconcile.domain.transaction.post.PublishedDecisions;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The funding accounts that the messages of one batch draw on, while the batch is decided: what
 * each had left when it began, and what the messages so far hold of it.
 */
final class BatchFunds {

    private final Map<FundingId, Long> left;
    private final Map<FundingId, Draw> draws = new HashMap<>();

    /**
     * The change of what is held on one account.
     *
     * @param needed what the account must have had left when the batch began, so that each of its
     *     approvals found its amount; null where nothing was approved
     */
    record Draw(BigInteger heldMinor, @Nullable BigInteger needed) {

        static final Draw NONE = new Draw(BigInteger.ZERO, null);

        Draw plus(long change, boolean approved) {
            BigInteger held = heldMinor.add(BigInteger.valueOf(change));
            boolean more = approved && (needed == null || held.compareTo(needed) > 0);
            return new Draw(held, more ? held : needed);
        }
    }

    /**
     * Nothing drawn yet.
     *
     * @param left what each account has left
     */
    BatchFunds(Map<FundingId, Long> left) {
        this.left = left;
    }

    /** The change of each account that was drawn on. */
    Map<FundingId, Draw> draws() {
        return draws;
    }

    /** A card beside what it may draw on now. */
    CardPosition onto(CardPosition position, FundingId payer) {
        Long had = left.get(payer);
        return had == null
                ? position
                : position.withFunds(
                        AvailableFunds.less(had, draws.getOrDefault(payer, Draw.NONE).heldMinor()));
    }

    /**
     * Takes over what a message changed of holds. What the network has got an answer to already
     * stands, whatever the account has left by now.
     *
     * @param answered answers that were given before
     */
    void take(Posting posting, PublishedDecisions answered) {
        boolean approved =
                posting.answers().stream()
                        .anyMatch(
                                answer ->
                                        answer.approved()
                                                && answer.approvedMinor() > 0
                                                && answered.to(answer.inReplyTo()) == null);
        for (Change change : posting.changes()) {
            FundingId payer = change.after().owner().funding();
            Transaction before = change.before();
            long held =
                    change.after().amounts().held()
                            - (before == null ? 0 : before.amounts().held());
            if (payer != null && held != 0) {
                draws.merge(
                        payer,
                        Draw.NONE.plus(held, approved && held > 0),
                        (sum, unused) -> sum.plus(held, approved && held > 0));
            }
        }
    }

    /**
     * Tells whether what a message did hangs on how much was left: it was declined for that too, or
     * approved in part, or told the balance, or the network approved it and the book says whether
     * we would have. Then what was left has to be exact.
     */
    static boolean decidedFor(Posting posting) {
        return posting.changes().stream().anyMatch(BatchFunds::dependsOnFunds)
                || posting.messages().stream().anyMatch(BatchFunds::dependsOnFunds);
    }

    private static boolean dependsOnFunds(Change change) {
        Transaction made = change.after();
        if (made.owner().funding() == null || change.before() != null) {
            return false;
        }
        boolean lacked = made.decision().failed().contains(DeclineCode.FUNDS_INSUFFICIENT);
        boolean approved = made.status() == TransactionStatus.AUTHORIZED;
        boolean inPart = made.decision().approvedMinor() < made.amounts().requested();
        return lacked || (approved && (inPart || made.origin() == Origin.ADVICE));
    }

    private static boolean dependsOnFunds(RecordedMessage message) {
        Decision answer = message.answer();
        return message.failed().contains(DeclineCode.FUNDS_INSUFFICIENT)
                || (answer != null && answer.availableMinor() != null);
    }
}
