package dev.countersign.jobs.proof;

import java.math.BigDecimal;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * A settlement cycle of the network that a date had part in.
 *
 * @param institution empty where the network names none
 * @param ofDate what the date itself added, net to the network
 * @param ours what all dates up to it added
 * @param theirs what the network says, in its newest version; null while it says nothing
 * @param complete true when the network says that nothing more comes
 */
public record Cycle(
        String network,
        String institution,
        String service,
        LocalDate settlementDate,
        int number,
        String currency,
        BigDecimal ofDate,
        BigDecimal ours,
        @Nullable BigDecimal theirs,
        @Nullable Integer version,
        boolean complete) {

    /** What the network says above ours; null while it says nothing. */
    public @Nullable BigDecimal difference() {
        return theirs == null ? null : theirs.subtract(ours);
    }

    /** True when the network says what we say. */
    public boolean agrees() {
        return theirs != null && theirs.compareTo(ours) == 0;
    }
}
