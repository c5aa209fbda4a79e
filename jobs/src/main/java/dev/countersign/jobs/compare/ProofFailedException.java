package dev.countersign.jobs.compare;

import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.breaks.TotalsBreak;
import dev.countersign.reconcile.domain.id.NamedId;
import java.math.BigInteger;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The book contradicts itself. Nothing is closed on it until somebody has found out why. */
public final class ProofFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final String proof;
    private final int place;
    private final String detail;

    /**
     * Says which proof broke.
     *
     * @param place of the proof among all; a broken one explains those behind it
     */
    ProofFailedException(String proof, int place, List<String> contradictions) {
        super(
                "the book does not prove: %s: %s"
                        .formatted(proof.replace('_', ' '), String.join("; ", contradictions)));
        this.proof = proof;
        this.place = place;
        ObjectNode json = JSON.createObjectNode().put("proof", proof);
        contradictions.forEach(json.putArray("contradictions")::add);
        this.detail = json.toString();
    }

    /** The place of the proof among all, of which a broken one explains those behind it. */
    public int place() {
        return place;
    }

    /** Returns the break that an operator has to explain about it, found by the night of a date. */
    public TotalsBreak toBreak(Night night) {
        return new TotalsBreak(
                BreakType.LEDGER_MISMATCH,
                NamedId.of(night.mode().wire(), night.businessDate(), proof),
                night.mode(),
                night.businessDate(),
                null,
                BigInteger.ZERO,
                null,
                detail);
    }
}
