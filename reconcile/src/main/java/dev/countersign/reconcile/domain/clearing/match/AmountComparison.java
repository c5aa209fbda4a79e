package dev.countersign.reconcile.domain.clearing.match;

import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.money.Ratio;
import dev.countersign.reconcile.domain.transaction.Amounts;
import dev.countersign.reconcile.domain.transaction.Origin;
import dev.countersign.reconcile.domain.transaction.Transaction;
import java.util.Currency;

/**
 * A record against an authorization, in one currency: the merchant's, since the billed amount moves
 * with rates between authorization and clearing. Where both are the same, or the record is in a
 * third currency, it is the billing currency.
 *
 * @param authorized what may clear in all
 * @param cleared what cleared before
 * @param presented what the record presents
 * @param ceiling what may clear in all without a difference being raised
 * @param foreign true when the currency is not the billing currency
 * @param derived true when what is authorized in it is not known, and follows by proportion from
 *     what is authorized in the billing currency
 */
public record AmountComparison(
        Currency currency,
        long authorized,
        long cleared,
        long presented,
        long ceiling,
        boolean foreign,
        boolean derived) {

    /** Minor units of either currency below which their proportion is mostly rounding. */
    private static final long RATE_TOLD_FROM = 100;

    public static AmountComparison of(
            ClearingRecord record, Candidate candidate, ClearingPolicy policy) {
        Transaction transaction = candidate.transaction();
        Currency merchants = transaction.claim().amount().currency();
        boolean foreign =
                !merchants.equals(transaction.currency())
                        && merchants.equals(record.claim().amount().currency());
        return foreign && (transaction.merchantAuthorizedMinor() != null || statesRate(transaction))
                ? inMerchantCurrency(record, candidate, policy)
                : of(
                        transaction.currency(),
                        transaction.authorizedMinor(),
                        transaction.amounts().cleared(),
                        record.amount().minor(),
                        candidate,
                        policy,
                        false,
                        foreign);
    }

    /** A pump asks for one unit, whose rounded amounts say nothing of what it completes. */
    private static boolean statesRate(Transaction transaction) {
        return Math.min(transaction.amounts().requested(), transaction.claim().amount().minor())
                >= RATE_TOLD_FROM;
    }

    private static AmountComparison inMerchantCurrency(
            ClearingRecord record, Candidate candidate, ClearingPolicy policy) {
        Transaction transaction = candidate.transaction();
        Long known = transaction.merchantAuthorizedMinor();
        return of(
                transaction.claim().amount().currency(),
                known == null
                        ? Ratio.of(
                                transaction.claim().amount().minor(),
                                transaction.authorizedMinor(),
                                transaction.amounts().requested())
                        : known,
                clearedBefore(candidate),
                record.claim().amount().minor(),
                candidate,
                policy,
                true,
                known == null);
    }

    private static AmountComparison of(
            Currency currency,
            long authorized,
            long cleared,
            long presented,
            Candidate candidate,
            ClearingPolicy policy,
            boolean foreign,
            boolean derived) {
        long ceiling = 0;
        if (!candidate.made(Origin.FORCE_POST)) {
            ceiling =
                    policy.ceilings()
                            .against(
                                    derived ? policy.withDrift(authorized) : authorized,
                                    currency,
                                    candidate.transaction().network(),
                                    candidate.transaction().claim().merchant().mcc());
        }
        return new AmountComparison(
                currency, authorized, cleared, presented, ceiling, foreign, derived);
    }

    /** In the merchant's currency, from the records; by proportion where they are not all there. */
    private static long clearedBefore(Candidate candidate) {
        Transaction transaction = candidate.transaction();
        Amounts amounts = transaction.amounts();
        Currency currency = transaction.claim().amount().currency();
        long merchants = 0;
        long merchantsBack = 0;
        long billed = 0;
        long billedBack = 0;
        for (ClearingRecord posted : candidate.posted()) {
            if (!posted.claim().amount().currency().equals(currency)) {
                continue;
            }
            long asked = posted.claim().amount().minor();
            long minor = posted.amount().minor();
            if (posted.kind() == MessageKind.CLEARING_REVERSAL) {
                merchantsBack = Ratio.sum(merchantsBack, asked);
                billedBack = Ratio.sum(billedBack, minor);
            } else {
                merchants = Ratio.sum(merchants, asked);
                billed = Ratio.sum(billed, minor);
            }
        }
        if (billed - billedBack == amounts.cleared()) {
            return Math.max(0, merchants - merchantsBack);
        }
        return amounts.requested() == 0
                ? amounts.cleared()
                : Ratio.of(
                        transaction.claim().amount().minor(),
                        amounts.cleared(),
                        amounts.requested());
    }

    /** Returns the amount that cleared in all, including this record. */
    public long inAll() {
        return Ratio.sum(cleared, presented);
    }

    /** True when the record presents just what was still to come. */
    boolean exact() {
        return presented == authorized - cleared || presented == authorized;
    }

    /**
     * True when the merchant got what was authorized in its own currency; where that is derived, as
     * near as rates tell it.
     */
    public boolean asPromised(ClearingPolicy policy) {
        long more = inAll() - authorized;
        return foreign
                && authorized > 0
                && (more == 0 || (derived && !policy.driftedTooFar(authorized, more)));
    }

    /**
     * Returns the amount that was to be billed for what cleared in all, as far as the merchant got
     * what it was promised. A reversal that was billed at a rate of its own leaves a hold at no
     * rate. A billed amount that is nearer to the rate of the request was to be billed at that
     * rate.
     *
     * @param billed what was billed in all
     */
    public long expected(Transaction transaction, long billed) {
        long held = transaction.authorizedMinor();
        if (derived) {
            return Ratio.of(held, inAll(), authorized);
        }
        if (transaction.amounts().reversed() == 0 || !statesRate(transaction)) {
            return held;
        }
        long byRate =
                Ratio.of(
                        transaction.amounts().requested(),
                        authorized,
                        transaction.claim().amount().minor());
        return Math.abs(billed - byRate) < Math.abs(billed - held) ? byRate : held;
    }

    public boolean withinCeiling() {
        return inAll() <= ceiling;
    }

    /**
     * Returns the part of this record that is above the ceiling. An excess of earlier records is
     * not stated again.
     */
    long excess() {
        return Math.max(0, Math.min(presented, inAll() - Math.max(ceiling, 0)));
    }

    /**
     * The same in the billing currency, rounded down: less rather than more is claimed, but for an
     * excess that would come to nothing. Never more than was billed.
     */
    public long excessBilled(long billed) {
        return excess() == 0
                ? 0
                : Math.min(billed, Math.max(1, Ratio.of(billed, excess(), presented)));
    }
}
