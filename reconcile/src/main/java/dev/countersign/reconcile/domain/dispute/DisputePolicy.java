package dev.countersign.reconcile.domain.dispute;

import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.clearing.match.MatchLevel;
import dev.countersign.reconcile.domain.dispute.DisputeAssessment.Claim;
import dev.countersign.reconcile.domain.dispute.DisputeAssessment.MissedDeadline;
import dev.countersign.reconcile.domain.dispute.DisputeAssessment.Mode;
import dev.countersign.reconcile.domain.dispute.DisputeAssessment.NoDispute;
import dev.countersign.reconcile.domain.dispute.DisputeAssessment.NoDisputeReason;
import dev.countersign.reconcile.domain.dispute.DisputeAssessment.Wait;
import dev.countersign.reconcile.domain.settlement.BusinessDays;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import java.time.Instant;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rules for the breaks that the night disputes by itself. They are only those in which the
 * records alone prove the fault. The night asks no person, so it claims nothing that only the
 * cardholder knows.
 *
 * @param modes what happens for a reason; a reason without a mode is switched off
 * @param floorMinor below it nothing is disputed
 * @param waitDays business days a merchant has to mend a kind of difference by itself
 * @param fundingMccs merchant categories of card to card and account funding
 * @param transitMccs merchant categories that may clear without asking
 * @param filing how long networks take disputes
 */
public record DisputePolicy(
        Map<DisputeReason, Mode> modes,
        long floorMinor,
        Map<BreakType, Integer> waitDays,
        Set<String> fundingMccs,
        Set<String> transitMccs,
        BusinessDays businessDays,
        FilingWindows filing) {

    /** The rules below, as evidence names them. */
    public static final int RULES_VERSION = 2;

    public static final DisputePolicy DEFAULT =
            new DisputePolicy(
                    Map.of(
                            DisputeReason.DUPLICATE,
                            Mode.OPEN,
                            DisputeReason.INCORRECT_AMOUNT,
                            Mode.OPEN,
                            DisputeReason.OTHER,
                            Mode.PROPOSE),
                    500,
                    Map.of(
                            BreakType.DUPLICATE_CLEARING,
                            3,
                            BreakType.AMOUNT_OVER,
                            3,
                            BreakType.CLEARED_AFTER_DECLINE,
                            1,
                            BreakType.CLEARING_WITHOUT_AUTH,
                            3,
                            BreakType.CLEARED_AFTER_REVERSAL,
                            3,
                            BreakType.LATE_PRESENTMENT,
                            3),
                    Set.of("4829", "6012", "6050", "6051", "6536", "6537", "6538", "6540"),
                    Set.of("4111", "4112", "4131"),
                    BusinessDays.WITHOUT_HOLIDAYS,
                    FilingWindows.DEFAULT);

    /** The network's rules about a type of break. */
    private record Rule(DisputeReason reason, @Nullable String code) {}

    private static final Map<BreakType, Rule> RULES =
            Map.of(
                    BreakType.DUPLICATE_CLEARING,
                    new Rule(DisputeReason.DUPLICATE, null),
                    BreakType.AMOUNT_OVER,
                    new Rule(DisputeReason.INCORRECT_AMOUNT, null),
                    BreakType.CLEARED_AFTER_DECLINE,
                    new Rule(DisputeReason.OTHER, "declined_authorization"),
                    BreakType.CLEARING_WITHOUT_AUTH,
                    new Rule(DisputeReason.OTHER, "no_authorization"),
                    BreakType.CLEARED_AFTER_REVERSAL,
                    new Rule(DisputeReason.OTHER, "reversed_authorization"),
                    BreakType.LATE_PRESENTMENT,
                    new Rule(DisputeReason.OTHER, "late_presentment"));

    /** The differences that there are rules for. */
    public static final Set<BreakType> DISPUTABLE = Set.copyOf(RULES.keySet());

    public DisputePolicy {
        modes = Map.copyOf(modes);
        waitDays = Map.copyOf(waitDays);
        fundingMccs = Set.copyOf(fundingMccs);
        transitMccs = Set.copyOf(transitMccs);
    }

    /** The same with another mode for a reason; null switches it off. */
    public DisputePolicy with(DisputeReason reason, @Nullable Mode mode) {
        Map<DisputeReason, Mode> changed = new EnumMap<>(DisputeReason.class);
        changed.putAll(modes);
        if (mode == null) {
            changed.remove(reason);
        } else {
            changed.put(reason, mode);
        }
        return with(changed, floorMinor, waitDays, filing);
    }

    /** The same with another floor. */
    public DisputePolicy withFloor(long minor) {
        return with(modes, minor, waitDays, filing);
    }

    /** The same with other days of waiting for some kinds of differences. */
    public DisputePolicy withWaitDays(Map<BreakType, Integer> days) {
        Map<BreakType, Integer> changed = new EnumMap<>(BreakType.class);
        changed.putAll(waitDays);
        changed.putAll(days);
        return with(modes, floorMinor, changed, filing);
    }

    /** The same with other days that networks take disputes for. */
    public DisputePolicy withFiling(FilingWindows windows) {
        return with(modes, floorMinor, waitDays, windows);
    }

    private DisputePolicy with(
            Map<DisputeReason, Mode> changed,
            long minor,
            Map<BreakType, Integer> days,
            FilingWindows windows) {
        return new DisputePolicy(
                changed, minor, days, fundingMccs, transitMccs, businessDays, windows);
    }

    /** True when the night itself opens disputes of such differences, and asks nobody. */
    public boolean opens(BreakType type) {
        Rule rule = RULES.get(type);
        return rule != null && modes.get(rule.reason()) == Mode.OPEN;
    }

    /** Decides what the night of a business date does about a break. */
    public DisputeAssessment decide(DisputeCase found, LocalDate businessDate) {
        Rule rule = RULES.get(found.type());
        if (rule == null) {
            return new NoDispute(NoDisputeReason.NO_RULE);
        }
        Transaction transaction = found.transaction();
        // The excess, or all of the record in question: its purchase may have others in order.
        long amount = Math.min(found.minor(), transaction.amounts().displayAmount());
        NoDisputeReason never = never(found, amount);
        Mode mode = modes.get(rule.reason());
        if (never != null || mode == null) {
            return new NoDispute(never == null ? NoDisputeReason.SWITCHED_OFF : never);
        }
        LocalDate deadline = deadline(found, rule.reason());
        if (businessDate.isAfter(deadline)) {
            return new MissedDeadline(deadline);
        }
        LocalDate from = businessDays.after(found.origin(), waitDays.getOrDefault(found.type(), 0));
        return businessDate.isBefore(from)
                ? new Wait(from)
                : new Claim(rule.reason(), amount, mode, rule.code(), deadline);
    }

    /** The last business date on which the night files. */
    private LocalDate deadline(DisputeCase found, DisputeReason reason) {
        Transaction transaction = found.transaction();
        Instant processed = transaction.processedAt(found.processedAt());
        if (processed == null) {
            throw new IllegalArgumentException("not settled: " + transaction.id());
        }
        return filing.fileBy(transaction.network(), reason, processed);
    }

    /**
     * True when a dispute has lost its point: what is disputed came back by a refund or a clearing
     * reversal. One that is decided stays as it is.
     *
     * @param claimedMinor what the dispute claimed when it was opened
     * @param creditedMinor what came back since
     */
    public static boolean covered(DisputeStatus status, long claimedMinor, long creditedMinor) {
        return !status.resolved() && creditedMinor > 0 && creditedMinor >= claimedMinor;
    }

    private @Nullable NoDisputeReason never(DisputeCase found, long amount) {
        Transaction transaction = found.transaction();
        if (transaction.type() == TransactionType.REFUND) {
            return NoDisputeReason.REFUND;
        }
        if (transaction.status() != TransactionStatus.SETTLED) {
            return transaction.status() == TransactionStatus.REVERSED
                    ? NoDisputeReason.REVERSED
                    : NoDisputeReason.NOT_SETTLED;
        }
        if (transaction.type() == TransactionType.CASH_WITHDRAWAL) {
            return NoDisputeReason.CASH;
        }
        if (found.disputedBefore()) {
            return NoDisputeReason.DISPUTED_BEFORE;
        }
        if (found.refundedMinor() > 0) {
            return NoDisputeReason.REFUNDED;
        }
        if (found.clearingReversed()) {
            return NoDisputeReason.REVERSED;
        }
        String mcc = transaction.claim().merchant().mcc();
        if (mcc != null && fundingMccs.contains(mcc)) {
            return NoDisputeReason.FUNDING;
        }
        if (mcc != null && transitMccs.contains(mcc)) {
            return NoDisputeReason.TRANSIT;
        }
        if (found.offline()) {
            return NoDisputeReason.OFFLINE;
        }
        return amount < floorMinor ? NoDisputeReason.BELOW_FLOOR : unproven(found);
    }

    private static @Nullable NoDisputeReason unproven(DisputeCase found) {
        if (found.evidence() != null
                && found.evidence().level() == MatchLevel.AMOUNT_AND_MERCHANT.number()) {
            return NoDisputeReason.LOW_CONFIDENCE;
        }
        boolean proven =
                found.type() != BreakType.DUPLICATE_CLEARING
                        || (found.evidence() != null
                                && found.evidence().sameMerchantId()
                                && found.evidence().validArn() != null);
        return proven ? null : NoDisputeReason.NOT_PROVEN;
    }
}
