package dev.countersign.reconcile.domain.breaks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Allocates merchant credits to the open breaks of the purchase that each names: to a break of an
 * equal amount first, else to the oldest, then the next. Each minor unit covers one break once, and
 * no break is covered above its amount. What fits nothing stays with a person.
 */
public final class CreditMatcher {

    /**
     * A merchant credit.
     *
     * @param record the clearing record
     * @param minor what of it covers no break yet
     */
    public record Credit(UUID record, long minor) {}

    /**
     * A break of the purchase that a credit names.
     *
     * @param minor what no credit covers yet
     */
    public record UncoveredBreak(UUID id, long minor) {}

    /** The part of a credit that covers a break, or a part of it. */
    public record CreditAllocation(UUID breakId, UUID record, long minor) {}

    private final Map<UUID, Long> uncovered = new LinkedHashMap<>();
    private final List<CreditAllocation> allocations = new ArrayList<>();

    /**
     * Allocates one credit, after those before it.
     *
     * @param breaks of its purchase, the oldest first, as they were before the first credit
     */
    public void allocate(Credit credit, List<UncoveredBreak> breaks) {
        breaks.forEach(open -> uncovered.putIfAbsent(open.id(), open.minor()));
        long left = credit.minor();
        for (UUID id : equalFirst(credit, breaks)) {
            long missing = uncovered.getOrDefault(id, 0L);
            long part = Math.min(left, missing);
            if (part > 0) {
                allocations.add(new CreditAllocation(id, credit.record(), part));
                uncovered.put(id, missing - part);
                left -= part;
            }
        }
    }

    private List<UUID> equalFirst(Credit credit, List<UncoveredBreak> breaks) {
        List<UUID> ids = breaks.stream().map(UncoveredBreak::id).toList();
        return ids.stream()
                .filter(id -> uncovered.getOrDefault(id, 0L) == credit.minor())
                .findFirst()
                .map(List::of)
                .orElse(ids);
    }

    /**
     * Returns the parts of credits that cover breaks, in the order in which they were allocated.
     */
    public List<CreditAllocation> allocations() {
        return List.copyOf(allocations);
    }

    /** Returns the breaks that are covered in full, and close. */
    public List<UUID> covered() {
        return allocations.stream()
                .map(CreditAllocation::breakId)
                .distinct()
                .filter(id -> uncovered.getOrDefault(id, 0L) == 0)
                .toList();
    }
}
