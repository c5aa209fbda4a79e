package dev.countersign.reconcile.domain.clearing.match;

import static dev.countersign.reconcile.domain.feed.NetworkKeys.agree;
import static dev.countersign.reconcile.domain.feed.NetworkKeys.present;
import static dev.countersign.reconcile.domain.feed.NetworkKeys.same;

import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.clearing.FeedCut;
import dev.countersign.reconcile.domain.clearing.match.MatchResult.Rejection;
import dev.countersign.reconcile.domain.clearing.match.MatchResult.RunnerUp;
import dev.countersign.reconcile.domain.feed.Merchant;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.transaction.Origin;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds the authorization that a clearing record belongs to. Five keys are tried, the surest first,
 * and the first that finds one ends the search. The result depends on nothing but the record, the
 * candidates and the policy, and not on the order of the candidates.
 *
 * @param cut what was decided after it is found by the sure keys only, as it would find the record
 *     had it come after the night: a guess must not depend on the moment of the night
 */
public record PresentmentMatcher(ClearingPolicy policy, FeedCut cut) {

    private static final List<MatchLevel> LEVELS =
            List.of(
                    MatchLevel.LIFECYCLE,
                    MatchLevel.REFERENCE,
                    MatchLevel.APPROVAL_AND_MERCHANT,
                    MatchLevel.APPROVAL_AND_AMOUNT,
                    MatchLevel.AMOUNT_AND_MERCHANT);
    private static final int SCORE_OTHER_AMOUNT = 5;
    private static final int SCORE_OTHERS_FIT = 5;

    /** Best first, at the levels whose keys name the authorization. */
    private static final Comparator<Fit> BY_KEY =
            Comparator.comparingInt(Fit::tier)
                    .thenComparing(Fit::exact, Comparator.reverseOrder())
                    .thenComparing(Fit::live, Comparator.reverseOrder())
                    .thenComparing(Fit::increment)
                    .thenComparing(Fit::afterRecord)
                    .thenComparingLong(Fit::distance)
                    .thenComparing(
                            fit -> fit.transaction().id().value(), Comparator.reverseOrder());

    private static final Comparator<Fit> OLDEST =
            Comparator.comparing((Fit fit) -> fit.transaction().createdAt())
                    .thenComparing(fit -> fit.transaction().id().value());

    /** A candidate that has the key of a level. */
    private record Fit(ClearingRecord record, Candidate candidate, AmountComparison presented) {

        Transaction transaction() {
            return candidate.transaction();
        }

        /** Authorized ones first, then what was declined, then what never was authorized. */
        int tier() {
            if (candidate.made(Origin.FORCE_POST)) {
                return 2;
            }
            return candidate.is(TransactionStatus.DECLINED) ? 1 : 0;
        }

        boolean exact() {
            return presented.exact();
        }

        boolean live() {
            return candidate.live();
        }

        boolean increment() {
            return candidate.made(Origin.INCREMENT);
        }

        boolean afterRecord() {
            return candidate.date().isAfter(record.date());
        }

        long distance() {
            return Math.abs(ChronoUnit.MICROS.between(transaction().createdAt(), record.at()));
        }
    }

    /** The authorization of a presentment, debit or credit, among those of its card. */
    public MatchResult match(ClearingRecord record, List<Candidate> candidates) {
        return match(record, candidates, LEVELS);
    }

    /** The authorization that the network's own keys name: nothing is guessed. */
    public MatchResult matchByName(ClearingRecord record, List<Candidate> candidates) {
        return match(record, candidates, LEVELS.stream().filter(PresentmentMatcher::sure).toList());
    }

    private MatchResult match(
            ClearingRecord record, List<Candidate> candidates, List<MatchLevel> levels) {
        List<RunnerUp> lost = new ArrayList<>(0);
        boolean ambiguous = false;
        for (MatchLevel level : levels) {
            List<Fit> fits = fits(level, record, candidates, lost);
            if (fits.isEmpty()) {
                continue;
            }
            Fit winner =
                    level.number() <= MatchLevel.APPROVAL_AND_MERCHANT.number()
                            ? byKey(level, fits, lost)
                            : byAmount(level, fits, lost);
            if (winner != null) {
                return new MatchResult(
                        level,
                        score(level, winner, fits),
                        winner.candidate(),
                        distinctRunnersUp(lost, winner.transaction().id()),
                        false);
            }
            ambiguous = true;
        }
        return new MatchResult(MatchLevel.NONE, 0, null, distinctRunnersUp(lost, null), ambiguous);
    }

    /** Each once, for the surest level at which it was looked at. */
    private static List<RunnerUp> distinctRunnersUp(
            List<RunnerUp> lost, @Nullable TransactionId winner) {
        if (lost.isEmpty()) {
            return lost;
        }
        Map<TransactionId, RunnerUp> distinct = new LinkedHashMap<>();
        lost.stream()
                .filter(other -> !other.transaction().equals(winner))
                .sorted(
                        Comparator.comparing(RunnerUp::level)
                                .thenComparing(other -> other.transaction().value()))
                .forEach(other -> distinct.putIfAbsent(other.transaction(), other));
        return List.copyOf(distinct.values());
    }

    private static int score(MatchLevel level, Fit winner, List<Fit> fits) {
        int score = level.score();
        if (!winner.exact()) {
            score -= SCORE_OTHER_AMOUNT;
        }
        return fits.size() > 1 ? score - SCORE_OTHERS_FIT : score;
    }

    // ---- who has the key of a level

    private List<Fit> fits(
            MatchLevel level,
            ClearingRecord record,
            List<Candidate> candidates,
            List<RunnerUp> lost) {
        List<Fit> fits = new ArrayList<>(1);
        for (Candidate candidate : candidates) {
            if (!eligible(level, record, candidate) || !named(level, record, candidate)) {
                continue;
            }
            AmountComparison presented = AmountComparison.of(record, candidate, policy);
            if (!amountFits(level, record, presented)) {
                continue;
            }
            Rejection outside = outside(level, record, candidate);
            if (outside == null) {
                fits.add(new Fit(record, candidate, presented));
            } else {
                lost.add(new RunnerUp(candidate.transaction().id(), level, outside));
            }
        }
        return fits;
    }

    /**
     * Money goes the same way, and there is something to post to. The sure keys also see what was
     * declined or has cleared; a single message posts itself, so only they find it.
     */
    private boolean eligible(MatchLevel level, ClearingRecord record, Candidate candidate) {
        Transaction transaction = candidate.transaction();
        if (candidate.emptied()
                || transaction.network() != record.network()
                || (!sure(level) && !cut.holds(transaction.message().offset()))) {
            return false;
        }
        boolean refund = transaction.type() == TransactionType.REFUND;
        if (record.credit()) {
            return refund
                    && candidate.is(TransactionStatus.AUTHORIZED)
                    && !candidate.made(Origin.SINGLE_MESSAGE);
        }
        if (refund) {
            return false;
        }
        return sure(level)
                || (!candidate.made(Origin.SINGLE_MESSAGE)
                        && (candidate.live() || candidate.is(TransactionStatus.REVERSED)));
    }

    private static boolean sure(MatchLevel level) {
        return level == MatchLevel.LIFECYCLE || level == MatchLevel.REFERENCE;
    }

    private static boolean named(MatchLevel level, ClearingRecord record, Candidate candidate) {
        Transaction transaction = candidate.transaction();
        return switch (level) {
            case NONE -> false;
            case LIFECYCLE -> called(record.refs().keys().networkTxnId(), candidate);
            case REFERENCE ->
                    same(record.refs().keys().rrn(), transaction.keys().rrn())
                            && same(
                                    record.refs().keys().acquirerId(),
                                    transaction.keys().acquirerId())
                            && agree(record.refs().keys().stan(), transaction.keys().stan());
            case APPROVAL_AND_MERCHANT ->
                    approved(record, transaction)
                            && (same(
                                            record.claim().merchant().id(),
                                            transaction.claim().merchant().id())
                                    || same(
                                            record.claim().merchant().terminalId(),
                                            transaction.claim().merchant().terminalId()));
            case APPROVAL_AND_AMOUNT ->
                    approved(record, transaction)
                            && same(
                                    record.claim().merchant().mcc(),
                                    transaction.claim().merchant().mcc())
                            && sameCurrency(record, transaction);
            case AMOUNT_AND_MERCHANT ->
                    sameMerchant(record.claim().merchant(), transaction.claim().merchant())
                            && sameCurrency(record, transaction);
        };
    }

    private static boolean amountFits(
            MatchLevel level, ClearingRecord record, AmountComparison presented) {
        return switch (level) {
            case APPROVAL_AND_AMOUNT -> record.credit() || presented.withinCeiling();
            case AMOUNT_AND_MERCHANT -> presented.exact();
            default -> true;
        };
    }

    /**
     * Returns the reason for which a candidate with the key cannot be chosen at this level; null
     * when it can.
     */
    private @Nullable Rejection outside(
            MatchLevel level, ClearingRecord record, Candidate candidate) {
        LocalDate authorized = candidate.date();
        LocalDate presented = record.date();
        long days = ChronoUnit.DAYS.between(authorized, presented);
        if (Math.abs(days) > policy.ageDaysMax()) {
            return Rejection.TOO_OLD;
        }
        if (sure(level)) {
            return null;
        }
        LocalDate last = candidate.holdUntil(policy).plusDays(policy.windowExtraDays());
        boolean inTime =
                level == MatchLevel.AMOUNT_AND_MERCHANT
                        ? Math.abs(days) <= policy.nearDays()
                        : days >= 0;
        return inTime && !presented.isAfter(last) ? null : Rejection.OUTSIDE_WINDOW;
    }

    // ---- who of them is taken

    private static Fit byKey(MatchLevel level, List<Fit> fits, List<RunnerUp> lost) {
        List<Fit> ordered = fits.stream().sorted(BY_KEY).toList();
        Fit winner = ordered.getFirst();
        for (Fit other : ordered.subList(1, ordered.size())) {
            lost.add(new RunnerUp(other.transaction().id(), level, rejection(other, winner)));
        }
        return winner;
    }

    private static Rejection rejection(Fit other, Fit winner) {
        if (other.tier() != winner.tier()) {
            return other.tier() == 2 ? Rejection.NOT_AUTHORIZED : Rejection.NOT_OPEN;
        }
        if (other.exact() != winner.exact()) {
            return Rejection.AMOUNT_DIFFERS;
        }
        if (other.live() != winner.live()) {
            return Rejection.NOT_OPEN;
        }
        if (other.increment() != winner.increment()) {
            return Rejection.INCREMENT;
        }
        return other.afterRecord() && !winner.afterRecord()
                ? Rejection.AFTER_THE_RECORD
                : Rejection.EARLIER;
    }

    /**
     * Weak keys: one that has just the amount, or several that are worth the same to the
     * cardholder, of which the oldest is taken. Otherwise none is: a guess would release the wrong
     * hold.
     */
    private static @Nullable Fit byAmount(MatchLevel level, List<Fit> all, List<RunnerUp> lost) {
        List<Fit> fits = all.stream().filter(Fit::live).toList();
        if (fits.isEmpty()) {
            fits = all;
        } else {
            for (Fit other : all) {
                if (!other.live()) {
                    lost.add(new RunnerUp(other.transaction().id(), level, Rejection.NOT_OPEN));
                }
            }
        }
        List<Fit> exact = fits.stream().filter(Fit::exact).toList();
        List<Fit> best = exact.isEmpty() ? fits : exact;
        for (Fit other : fits) {
            if (!best.contains(other)) {
                lost.add(new RunnerUp(other.transaction().id(), level, Rejection.AMOUNT_DIFFERS));
            }
        }
        List<Fit> ordered = best.stream().sorted(OLDEST).toList();
        Fit oldest = ordered.getFirst();
        boolean equal = ordered.stream().allMatch(other -> worthTheSame(oldest, other));
        for (Fit other : ordered) {
            if (!equal) {
                lost.add(new RunnerUp(other.transaction().id(), level, Rejection.AMBIGUOUS));
            } else if (!other.equals(oldest)) {
                lost.add(new RunnerUp(other.transaction().id(), level, Rejection.YOUNGER));
            }
        }
        return equal ? oldest : null;
    }

    private static boolean worthTheSame(Fit one, Fit other) {
        return one.equals(other)
                || (one.presented().currency().equals(other.presented().currency())
                        && one.presented().authorized() == other.presented().authorized()
                        && one.presented().cleared() == other.presented().cleared()
                        && sameMerchant(
                                one.transaction().claim().merchant(),
                                other.transaction().claim().merchant()));
    }

    // ---- keys

    /** True when a record names a transaction by one of the sure keys. */
    public static boolean names(ClearingRecord record, Transaction transaction) {
        Candidate candidate = new Candidate(transaction, List.of());
        return transaction.network() == record.network()
                && (named(MatchLevel.LIFECYCLE, record, candidate)
                        || named(MatchLevel.REFERENCE, record, candidate));
    }

    /** By the name of its authorization, or by one under which something of it cleared. */
    private static boolean called(@Nullable String name, Candidate candidate) {
        return same(name, candidate.transaction().keys().networkTxnId())
                || candidate
                        .presented()
                        .anyMatch(cleared -> same(name, cleared.refs().keys().networkTxnId()));
    }

    private static boolean approved(ClearingRecord record, Transaction transaction) {
        return same(record.refs().approvalCode(), transaction.decision().approvalCode());
    }

    private static boolean sameCurrency(ClearingRecord record, Transaction transaction) {
        return record.claim().amount().currency().equals(transaction.claim().amount().currency());
    }

    /** The merchant's number decides; its name only where one of the two has no number. */
    public static boolean sameMerchant(Merchant one, Merchant other) {
        if (present(one.id()) && present(other.id())) {
            return Objects.equals(one.id(), other.id());
        }
        return MerchantName.same(one.name(), other.name());
    }
}
