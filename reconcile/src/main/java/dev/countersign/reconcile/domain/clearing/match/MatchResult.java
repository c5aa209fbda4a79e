package dev.countersign.reconcile.domain.clearing.match;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.id.TransactionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The transaction that a record belongs to, and the reason.
 *
 * @param level by what it was found; where nothing was, the level is none
 * @param score from 0 to 100: how sure it is
 * @param winner null when none fits, or several fit equally
 * @param runnersUp those that fit as well, or nearly, and why they were not taken
 * @param ambiguous true when several fit equally, so that none is taken
 */
public record MatchResult(
        MatchLevel level,
        int score,
        @Nullable Candidate winner,
        List<RunnerUp> runnersUp,
        boolean ambiguous) {

    /** A transaction that was not taken, and the level at which it was looked at. */
    public record RunnerUp(TransactionId transaction, MatchLevel level, Rejection rejection) {}

    /** The reason for which a transaction was not chosen. */
    public enum Rejection implements Wire {
        /** Another has just the amount that was presented. */
        AMOUNT_DIFFERS,
        /** Another still holds money, or was not declined. */
        NOT_OPEN,
        /** It was posted without an authorization; another was authorized. */
        NOT_AUTHORIZED,
        /** It is an increment that stood alone; another is what it was meant to add to. */
        INCREMENT,
        /** Another was authorized later, and not after the record. */
        EARLIER,
        /** It was authorized after the record. */
        AFTER_THE_RECORD,
        /** Another that is worth the same is older. */
        YOUNGER,
        /** It is too old to be matched at all. */
        TOO_OLD,
        /** Its time for this level is over, or has not begun. */
        OUTSIDE_WINDOW,
        /** Another fits equally, and is not the same to the cardholder. */
        AMBIGUOUS
    }

    public MatchResult {
        runnersUp = List.copyOf(runnersUp);
    }

    /** No transaction was looked for. */
    public static final MatchResult NOT_MATCHED =
            new MatchResult(MatchLevel.NONE, 0, null, List.of(), false);

    /** The transaction that an operator says a record belongs to. */
    public static MatchResult named(Candidate candidate) {
        return new MatchResult(
                MatchLevel.LIFECYCLE, MatchLevel.LIFECYCLE.score(), candidate, List.of(), false);
    }

    /** True when nobody should act on it without looking. */
    public boolean lowConfidence() {
        return level == MatchLevel.AMOUNT_AND_MERCHANT;
    }
}
