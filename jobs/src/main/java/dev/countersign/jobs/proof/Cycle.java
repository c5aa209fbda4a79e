package dev.countersign.jobs.proof;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A settlement cycle of the network that a date had part in, as it stands now.
 *
 * @param institution empty where the network names none
 * @param ofDate what the date itself added, net to the network
 * @param ours what all dates added, net to the network
 * @param theirs what the network says, in its newest version; null while it says nothing
 * @param complete true when the network says that nothing more comes
 * @param found what nights found between the two totals; null where they found nothing
 * @param writtenOff true when what differs is written off
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
        boolean complete,
        @Nullable CycleBreak found,
        boolean writtenOff) {

    /** A break between the totals of a cycle. */
    public record CycleBreak(UUID id, boolean open) {}

    Cycle with(@Nullable CycleBreak known, boolean accepted) {
        return new Cycle(
                network,
                institution,
                service,
                settlementDate,
                number,
                currency,
                ofDate,
                ours,
                theirs,
                version,
                complete,
                known,
                accepted);
    }

    /**
     * Returns the amount by which the network's total is above ours; null while the network states
     * none.
     */
    public @Nullable BigDecimal difference() {
        return theirs == null ? null : theirs.subtract(ours);
    }

    /** True when the network says what we say. */
    public boolean agrees() {
        return theirs != null && theirs.compareTo(ours) == 0;
    }

    /** Returns the status of the two totals to each other. */
    public NetworkTotalStatus word() {
        if (found != null && found.open()) {
            return NetworkTotalStatus.DIFFERS;
        }
        if (theirs == null) {
            return NetworkTotalStatus.NOT_RECEIVED;
        }
        if (!complete) {
            return NetworkTotalStatus.NOT_FINAL;
        }
        if (agrees()) {
            return NetworkTotalStatus.AGREES;
        }
        return writtenOff ? NetworkTotalStatus.WRITTEN_OFF : NetworkTotalStatus.DIFFERS;
    }
}
