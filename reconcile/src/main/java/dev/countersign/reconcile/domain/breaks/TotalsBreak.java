package dev.countersign.reconcile.domain.breaks;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.CardId;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A break between totals, found from the totals and not from a message; it stands as long as they
 * differ.
 *
 * @param subject what it is about, and that it is found again by
 * @param foundOn the business date whose night found it
 * @param card whose it is; null where it is of no card
 * @param sum of any size and sign; a break shows no more than the largest amount there is
 * @param currency null where it is about no money, or about several currencies
 * @param detail a JSON object
 */
public record TotalsBreak(
        BreakType type,
        UUID subject,
        Mode mode,
        LocalDate foundOn,
        @Nullable CardId card,
        BigInteger sum,
        @Nullable String currency,
        String detail) {

    private static final BigInteger MINOR_MAX = BigInteger.valueOf(Long.MAX_VALUE);

    /** Returns the amount of the break, in minor units. */
    public long minor() {
        return sum.abs().min(MINOR_MAX).longValueExact();
    }
}
