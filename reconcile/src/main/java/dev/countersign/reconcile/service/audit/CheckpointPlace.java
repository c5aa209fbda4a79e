package dev.countersign.reconcile.service.audit;

import dev.countersign.reconcile.domain.audit.AuditCheckpoint;
import java.util.List;

/**
 * A place outside the database that keeps checkpoints of the audit trail. What it has it keeps; the
 * same checkpoint may reach it more than once.
 */
public interface CheckpointPlace {

    /** Names it among all places of the database. */
    String name();

    /**
     * Adds checkpoints, and returns when they are kept.
     *
     * @throws PlaceUnavailableException when it cannot be reached now
     */
    void append(List<AuditCheckpoint> checkpoints);

    /**
     * All that it has, as it has them.
     *
     * @throws PlaceUnavailableException when it cannot be reached now
     */
    List<AuditCheckpoint> read();
}
