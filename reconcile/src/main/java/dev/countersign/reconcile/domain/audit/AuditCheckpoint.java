package dev.countersign.reconcile.domain.audit;

import java.time.Instant;

/**
 * How long the audit trail was at a moment, and its last seal then. Kept outside the database, it
 * shows when the trail is cut or written anew.
 *
 * @param sequence counts checkpoints from 1 without gaps
 * @param at to the microsecond
 * @param entries how many entries there were
 * @param head the seal of the last of them
 * @param key names the key of the checkpoint's own seal
 */
public record AuditCheckpoint(
        long sequence,
        Instant at,
        CheckpointCause cause,
        long entries,
        String head,
        String key,
        String seal) {

    private static final String FORM = "audit-checkpoint-1";

    /** What the seal of a checkpoint is over. */
    public static byte[] content(
            long sequence,
            Instant at,
            CheckpointCause cause,
            long entries,
            String head,
            String key) {
        return SealedContent.of(
                FORM,
                key,
                String.valueOf(sequence),
                at.toString(),
                cause.wire(),
                String.valueOf(entries),
                head);
    }
}
