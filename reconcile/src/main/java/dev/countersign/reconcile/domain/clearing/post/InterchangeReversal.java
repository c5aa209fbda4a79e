package dev.countersign.reconcile.domain.clearing.post;

import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.money.Ratio;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import java.util.List;
import java.util.Objects;

/**
 * The interchange that comes back with part of what cleared, for a reversal that does not state it.
 * It is in proportion, the first record first. Each reversal continues from the point that those
 * before it had reached. So all of the interchange has come back when all of the amount has, in
 * whatever portions.
 */
final class InterchangeReversal {

    private InterchangeReversal() {}

    /**
     * Returns the interchange that comes back, in the currency of the first record. It is above 0
     * for interchange that the issuer had paid.
     *
     * @param minor what the reversal takes back, in the billed currency
     */
    static long of(ClearedOriginal original, long minor) {
        List<ClearingRecord> records =
                original.records().stream().sorted(ClearingRecord.ORDER).toList();
        long reversed = original.reversed();
        return earned(records, reversed) - earned(records, reversed + minor);
    }

    /** The interchange of so much of what cleared. */
    private static long earned(List<ClearingRecord> records, long minor) {
        long rest = minor;
        long earned = 0;
        long paid = 0;
        for (ClearingRecord cleared : records) {
            long part = Math.min(rest, cleared.amount().minor());
            long share = inSameCurrency(cleared, records.getFirst()) ? share(cleared, part) : 0;
            earned = Ratio.sum(earned, Math.max(0, share));
            paid = Ratio.sum(paid, Math.max(0, -share));
            rest -= part;
        }
        return earned - paid;
    }

    /** Cash says with either sign what is paid. */
    private static long share(ClearingRecord cleared, long minor) {
        Long then = cleared.interchangeMinor();
        if (then == null || minor == 0) {
            return 0;
        }
        long share = Ratio.of(Math.abs(then), minor, cleared.amount().minor());
        return then > 0 || cleared.type() == TransactionType.CASH_WITHDRAWAL ? share : -share;
    }

    private static boolean inSameCurrency(ClearingRecord one, ClearingRecord other) {
        return Objects.equals(one.interchangeCurrency(), other.interchangeCurrency())
                && one.networkMoney().currency().equals(other.networkMoney().currency());
    }
}
