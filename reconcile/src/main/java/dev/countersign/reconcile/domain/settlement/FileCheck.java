package dev.countersign.reconcile.domain.settlement;

import dev.countersign.reconcile.domain.Wire;
import org.jspecify.annotations.Nullable;

/**
 * The check that decides whether the records of a clearing file may be posted. A file that
 * announces itself with a header is checked before anything of it is posted. Its records wait for
 * the trailer, and a file that does not add up to its trailer is rejected whole. A source that
 * announces nothing is not held back.
 */
public final class FileCheck {

    private FileCheck() {}

    /** The status of the records of a file. */
    public enum FileStatus implements Wire {
        /** The trailer has not come. */
        WAITING,
        /** They are posted. */
        ACCEPTED,
        /** They do not add up to the trailer; none of them is posted. */
        REJECTED
    }

    /**
     * The facts known of a file.
     *
     * @param closed its trailer came
     * @param stated what the trailer says; null where it gives no totals
     * @param found what its records add up to
     * @param accepted an operator decided that it is posted as it came
     */
    public record Facts(
            boolean closed,
            @Nullable ControlTotals stated,
            ControlTotals found,
            boolean accepted) {}

    /** Judges a file that has a header or a trailer. */
    public static FileStatus judge(Facts facts) {
        ControlTotals stated = facts.stated();
        if (facts.accepted()) {
            return FileStatus.ACCEPTED;
        }
        if (!facts.closed()) {
            return FileStatus.WAITING;
        }
        return stated == null || stated.equals(facts.found())
                ? FileStatus.ACCEPTED
                : FileStatus.REJECTED;
    }
}
