package dev.countersign.reconcile.service.audit;

import dev.countersign.reconcile.domain.audit.AuditCheckpoint;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A place for checkpoints in memory, from which a test may take some away. */
final class KeptCheckpoints implements CheckpointDestination {

    private final String name;
    private final List<AuditCheckpoint> kept = new CopyOnWriteArrayList<>();
    private final String kind;
    private boolean away;

    KeptCheckpoints(String name) {
        this(name, name);
    }

    KeptCheckpoints(String name, String kind) {
        this.name = name;
        this.kind = kind;
    }

    /** Takes what comes, and then does not say so. */
    void diesAfterwards(boolean dies) {
        away = dies;
    }

    List<AuditCheckpoint> kept() {
        return kept;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Optional<String> id() {
        return Optional.of(name);
    }

    @Override
    public String kind() {
        return kind;
    }

    @Override
    public void append(List<AuditCheckpoint> checkpoints) {
        kept.addAll(checkpoints);
        if (away) {
            throw new DestinationUnavailableException("It died.", new IllegalStateException());
        }
    }

    @Override
    public List<AuditCheckpoint> read() {
        return kept;
    }
}
