package dev.countersign.reconcile.service.operations;

import dev.countersign.reconcile.domain.breaks.Break;
import dev.countersign.reconcile.domain.breaks.BreakState;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.clearing.match.MatchEvidence;
import dev.countersign.reconcile.domain.clearing.post.ManualMatch;
import dev.countersign.reconcile.domain.clearing.post.ManualMatch.Linked;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.store.breaks.BreakQueries;
import dev.countersign.reconcile.store.breaks.BreakQueueStore;
import dev.countersign.reconcile.store.breaks.BreakQueueStore.Entry;
import dev.countersign.reconcile.store.breaks.BreakStore;
import dev.countersign.reconcile.store.settlement.ManualMatchStore.Link;
import dev.countersign.reconcile.store.sql.EvidenceDetail;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The differences that linking a clearing answers, and those that it brings up: what was found
 * about the transaction that it leaves is resolved, what does not fit the one that it comes to is
 * there, and what linking it away from there had resolved is there again.
 */
final class MatchedBreaks {

    private static final String ACTION = "match";

    private static final Set<BreakType> OF_A_MATCH =
            EnumSet.of(
                    BreakType.CLEARING_WITHOUT_AUTH,
                    BreakType.AMBIGUOUS_MATCH,
                    BreakType.LOW_CONFIDENCE,
                    BreakType.DUPLICATE_CLEARING,
                    BreakType.CLEARED_AFTER_DECLINE,
                    BreakType.CLEARED_AFTER_REVERSAL,
                    BreakType.LATE_PRESENTMENT,
                    BreakType.AMOUNT_OVER,
                    BreakType.FX_VARIANCE);

    private final BreakQueueStore queue = new BreakQueueStore();
    private final BreakQueries desk = new BreakQueries();
    private final BreakStore found = new BreakStore();

    void link(Handle handle, ManualMatch match, Linked linked, Link step) {
        UUID subject = match.record().identity();
        List<Entry> there = queue.lockClosedBy(handle, ACTION, subject, step.to(), OF_A_MATCH);
        for (Entry entry : queue.lockOpen(handle, subject, OF_A_MATCH)) {
            resolve(handle, entry, step);
        }
        there.forEach(entry -> reopen(handle, entry, step));
        Set<BreakType> again = there.stream().map(Entry::type).collect(Collectors.toSet());
        for (Break difference : linked.differences()) {
            if (!again.contains(difference.type())) {
                find(handle, difference, linked.evidence(), step);
            }
        }
    }

    /**
     * Records a break that a manual match found. If an earlier manual match of the record elsewhere
     * on the same date had found the break, and left it behind, that break is there again.
     */
    private void find(
            Handle handle, Break difference, @Nullable MatchEvidence evidence, Link step) {
        found.findAgain(handle, difference, step.at())
                .ifPresentOrElse(
                        id -> rememberOpen(handle, id, step, "matched to"),
                        () ->
                                found.insertFound(
                                        handle,
                                        List.of(
                                                new BreakStore.Found(
                                                        difference,
                                                        step.mode(),
                                                        step.clearing(),
                                                        detail(handle, evidence)))));
    }

    private static @Nullable String detail(Handle handle, @Nullable MatchEvidence evidence) {
        return evidence == null ? null : EvidenceDetail.of(handle, evidence);
    }

    private void resolve(Handle handle, Entry entry, Link step) {
        String resolution = "matched to %s: %s".formatted(step.to(), step.reason());
        queue.update(
                handle,
                entry.closed(BreakState.RESOLVED, resolution, step.by(), null, step.at()),
                step.at());
        desk.deleteRequest(handle, entry.id());
        queue.remember(handle, entry.id(), step.at(), step.by(), ACTION, resolution);
    }

    private void reopen(Handle handle, Entry entry, Link step) {
        queue.update(handle, entry.open(BreakState.OPEN, entry.owner(), null), step.at());
        rememberOpen(handle, entry.id(), step, "matched back to");
    }

    private void rememberOpen(Handle handle, BreakId id, Link step, String how) {
        queue.remember(
                handle,
                id,
                step.at(),
                step.by(),
                "reopen",
                "%s %s: %s".formatted(how, step.to(), step.reason()));
    }
}
