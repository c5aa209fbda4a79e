package dev.countersign.reconcile.domain.audit;

import java.time.Instant;

/**
 * The length of the audit trail at a moment, and its last seal then. Kept outside the database, a
 * checkpoint shows when the trail is cut or written anew.
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

    /** Returns the content that the seal of a checkpoint covers. */
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
