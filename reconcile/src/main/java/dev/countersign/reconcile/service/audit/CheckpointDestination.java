package dev.countersign.reconcile.service.audit;

import dev.countersign.reconcile.domain.audit.AuditCheckpoint;
import java.util.List;
import java.util.Optional;

/**
 * A place outside the database that keeps checkpoints of the audit trail. What it has it keeps; the
 * same checkpoint may reach it more than once.
 */
public interface CheckpointDestination {

    /** Names it in a sentence, such as "the topic issuing.audit.v1". */
    String name();

    /**
     * Names it among all places of the database, wherever it is looked at from; empty where it has
     * nothing yet. Once something is appended it has an id.
     */
    Optional<String> id();

    /** The beginning of the ids of places like this one, such as "file". */
    String kind();

    /**
     * Adds checkpoints, and returns when they are kept. Where there are none it has an id from then
     * on.
     *
     * @throws DestinationUnavailableException when it cannot be reached now
     */
    void append(List<AuditCheckpoint> checkpoints);

    /**
     * All that it has, as it has them.
     *
     * @throws DestinationUnavailableException when it cannot be reached now
     */
    List<AuditCheckpoint> read();
}
