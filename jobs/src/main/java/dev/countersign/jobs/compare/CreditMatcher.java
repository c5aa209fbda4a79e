package dev.countersign.jobs.compare;

import dev.countersign.reconcile.domain.breaks.BreakClosing;
import dev.countersign.reconcile.domain.breaks.CreditPool;
import dev.countersign.reconcile.domain.breaks.CreditPool.Part;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Shares what merchants gave back out among the differences it answers, the oldest first. What
 * gives one purchase back is used up by it, and closes no difference of another that is alike.
 */
final class CreditMatcher {

    /**
     * The part of a record that answers a break.
     *
     * @param minor how much of it, in the currency of the difference
     */
    record CreditAllocation(OpenBreak open, Part part, long minor) {}

    private record Served(Part part, UUID purchase) {}

    private final CreditPool money = new CreditPool();
    private final Map<Served, Long> served = new HashMap<>();
    private final Set<OpenBreak> answered = new HashSet<>();
    private final List<CreditAllocation> shares = new ArrayList<>();

    List<CreditAllocation> shares() {
        return List.copyOf(shares);
    }

    /** Closes what one record gives back: what is given back exactly before what is covered. */
    void closeByOne(List<Credit> backs) {
        came(backs);
        backs.stream()
                .sorted(Comparator.comparing((Credit back) -> !back.exact()))
                .forEach(this::closeByOne);
    }

    private void closeByOne(Credit back) {
        long has = has(back);
        long uses = back.uses(served(back), has);
        if (back.closes() && uses <= has && answered.add(back.open())) {
            take(back, uses);
        }
    }

    /** The differences for which something was given back, and which are open all the same. */
    List<UUID> stillOpen(List<Credit> backs) {
        return backs.stream()
                .filter(Credit::linked)
                .map(Credit::open)
                .filter(open -> !answered.contains(open))
                .map(OpenBreak::id)
                .distinct()
                .toList();
    }

    /**
     * Closes what several records give back together, all of which say of which purchase they are:
     * what they make just as much as, before what refunds of everything that cleared cover.
     *
     * @param backs all that ever gave something back for these differences, in the order of records
     */
    void closeByParts(List<Credit> backs) {
        came(backs);
        Map<OpenBreak, List<Credit>> parts = new LinkedHashMap<>();
        for (Credit back : backs) {
            if (back.linked() && back.sameMerchant()) {
                parts.computeIfAbsent(back.open(), open -> new ArrayList<>()).add(back);
            }
        }
        parts.forEach(this::closeByJustAsMuch);
        parts.forEach(this::closeByAllThatCleared);
    }

    /**
     * Closes a break by credits of no more than is still missing. A credit of more than that is
     * about something else.
     */
    private void closeByJustAsMuch(OpenBreak open, List<Credit> parts) {
        List<Credit> some = new ArrayList<>();
        long missing = open.minor();
        for (Credit back : parts) {
            if (has(back) > 0 && has(back) <= missing) {
                some.add(back);
                missing -= has(back);
            }
        }
        if (!some.isEmpty()
                && open.closesWith(
                        new BreakClosing.MerchantCredited(open.minor() - missing, true, false))) {
            some.forEach(back -> take(back, has(back)));
            answered.add(open);
        }
    }

    /** Reversals took their part out of what cleared already. */
    private void closeByAllThatCleared(OpenBreak open, List<Credit> parts) {
        List<Credit> refunds = parts.stream().filter(Credit::refund).toList();
        if (refunds.isEmpty() || answered.contains(open)) {
            return;
        }
        long has = refunds.stream().mapToLong(this::has).reduce(0, CreditMatcher::sum);
        long before = refunds.stream().mapToLong(this::served).reduce(0, CreditMatcher::sum);
        long missing = Math.max(0, refunds.getFirst().clearedMinor() - before);
        if (missing <= has && open.closesWith(new BreakClosing.MerchantCredited(has, true, true))) {
            for (Credit back : refunds) {
                missing -= take(back, Math.min(missing, has(back)));
            }
            answered.add(open);
        }
    }

    private void came(List<Credit> backs) {
        for (Credit back : backs) {
            money.came(back.part(), back.minor(), back.answeredMinor());
            served.putIfAbsent(pair(back), back.answeredHereMinor());
        }
    }

    private long has(Credit back) {
        return money.of(back.part(), back.purchase());
    }

    private long served(Credit back) {
        return served.getOrDefault(pair(back), 0L);
    }

    private long take(Credit back, long minor) {
        long taken = money.take(back.part(), back.purchase(), minor);
        shares.add(new CreditAllocation(back.open(), back.part(), taken));
        served.merge(pair(back), taken, CreditMatcher::sum);
        return taken;
    }

    private static Served pair(Credit back) {
        return new Served(back.part(), back.purchase());
    }

    private static long sum(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }
}
