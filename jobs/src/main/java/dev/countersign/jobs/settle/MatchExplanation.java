package dev.countersign.jobs.settle;

import dev.countersign.jobs.night.EvidenceJson;
import dev.countersign.reconcile.domain.clearing.match.MatchResult;
import dev.countersign.reconcile.domain.clearing.post.ClearingOutcome;
import dev.countersign.reconcile.domain.clearing.post.Note;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The explanation, as JSON, of why a record was settled as it was: the other transactions that
 * might have been meant, what is worth knowing, and what a dispute has to show.
 */
final class MatchExplanation {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private MatchExplanation() {}

    /** Null where there is nothing to explain: the one authorization fits exactly. */
    static @Nullable String of(ClearingOutcome outcome) {
        ObjectNode json = JSON.createObjectNode();
        runnersUp(outcome.match(), json);
        notes(outcome, json);
        boolean shown = !outcome.breaks().isEmpty();
        if (shown && outcome.evidence() != null) {
            json.set("evidence", EvidenceJson.write(outcome.evidence()));
        }
        if (outcome.linkedTo() != null) {
            json.put("linked_to", outcome.linkedTo().toString());
        }
        return json.isEmpty() ? null : json.toString();
    }

    private static void runnersUp(MatchResult match, ObjectNode json) {
        if (match.ambiguous()) {
            json.put("ambiguous", true);
        }
        if (match.runnersUp().isEmpty()) {
            return;
        }
        ArrayNode others = json.putArray("runners_up");
        for (MatchResult.RunnerUp other : match.runnersUp()) {
            others.addObject()
                    .put("transaction_id", other.transaction().toString())
                    .put("level", other.level().number())
                    .put("because", other.rejection().wire());
        }
    }

    private static void notes(ClearingOutcome outcome, ObjectNode json) {
        if (outcome.notes().isEmpty()) {
            return;
        }
        ArrayNode notes = json.putArray("notes");
        for (Note note : outcome.notes()) {
            notes.addObject().put("about", note.about().wire()).put("minor", note.minor());
        }
    }
}
