package dev.countersign.jobs.compare;

import java.util.List;

/** The book contradicts itself. Nothing is closed on it until somebody has found out why. */
public final class ProofFailed extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ProofFailed(String proof, List<String> contradictions) {
        super(
                "the book does not prove: %s: %s"
                        .formatted(proof.replace('_', ' '), String.join("; ", contradictions)));
    }
}
