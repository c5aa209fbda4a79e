package dev.countersign.reconcile.domain.dispute;

import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.clearing.match.MatchEvidence;
import dev.countersign.reconcile.domain.transaction.Transaction;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * A difference that may be disputed, with all that decides it.
 *
 * @param minor what the difference is about, in minor units of the transaction's currency
 * @param origin the business date whose night found it
 * @param processedAt business time of the clearing that differs, from which networks count; null
 *     where the difference names none: then the transaction's first
 * @param evidence what its record was matched against; null where it was matched with nothing
 * @param refundedMinor what refunds gave back of the purchase, less what answered other differences
 * @param disputedBefore true when there is or was a dispute of the transaction, however it ended
 * @param clearingReversed true when the merchant took back some of what the difference is about:
 *     what is left to claim is for a person to say
 * @param offline true when nobody asked the issuer, but the chip answered for it: the merchant's
 *     floor limit let it pass
 */
public record DisputeCase(
        BreakType type,
        long minor,
        LocalDate origin,
        Transaction transaction,
        @Nullable Instant processedAt,
        @Nullable MatchEvidence evidence,
        long refundedMinor,
        boolean disputedBefore,
        boolean clearingReversed,
        boolean offline) {}
