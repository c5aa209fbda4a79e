package dev.countersign.jobs.compare;

import dev.countersign.reconcile.domain.settlement.BreakClosing;
import dev.countersign.reconcile.domain.settlement.BreakClosing.GivenBack;
import dev.countersign.reconcile.domain.settlement.MoneyBack;
import dev.countersign.reconcile.domain.settlement.MoneyBack.Part;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
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
final class Answers {

    /**
     * What of a record answers a difference.
     *
     * @param minor how much of it, in the currency of the difference
     */
    record Share(OpenBreak open, Part part, long minor) {}

    private record Served(Part part, UUID purchase) {}

    private final MoneyBack money = new MoneyBack();
    private final Set<Served> served = new HashSet<>();
    private final Set<OpenBreak> answered = new HashSet<>();
    private final List<Share> shares = new ArrayList<>();

    List<Share> shares() {
        return List.copyOf(shares);
    }

    /**
     * Differences that one record gives back, the exact ones before those that it merely covers.
     */
    void singly(List<Back> backs) {
        came(backs);
        backs.stream()
                .sorted(Comparator.comparing((Back back) -> !back.exact()))
                .forEach(this::singly);
    }

    private void singly(Back back) {
        long has = money.of(back.part(), back.purchase());
        long used = back.uses(served.contains(pair(back)), has);
        if (back.closes() && used <= has && answered.add(back.open())) {
            take(back, used);
        }
    }

    /** Of these differences, those that something was given back for, and not enough. */
    List<OpenBreak> inPart(List<Back> backs) {
        return backs.stream()
                .filter(Back::linked)
                .map(Back::open)
                .filter(open -> !answered.contains(open))
                .distinct()
                .toList();
    }

    /**
     * Differences that several records give back together, all of which say of which purchase they
     * are: just what differs, or everything that cleared.
     *
     * @param backs all that ever gave something back for them
     */
    void together(List<Back> backs) {
        came(backs);
        Map<OpenBreak, List<Back>> parts = new LinkedHashMap<>();
        for (Back back : backs) {
            if (back.linked() && back.sameMerchant()) {
                parts.computeIfAbsent(back.open(), open -> new ArrayList<>()).add(back);
            }
        }
        parts.forEach(this::together);
    }

    private void together(OpenBreak open, List<Back> parts) {
        long left = parts.stream().mapToLong(this::has).reduce(0, Answers::sum);
        if (closes(open, left, false)) {
            parts.forEach(back -> take(back, has(back)));
            answered.add(open);
            return;
        }
        List<Back> refunds = parts.stream().filter(Back::refund).toList();
        long refunded = refunds.stream().mapToLong(Back::minor).reduce(0, Answers::sum);
        long cleared = parts.getFirst().clearedMinor();
        boolean before = parts.stream().anyMatch(back -> served.contains(pair(back)));
        long uses = before || refunds.stream().anyMatch(Back::servedBefore) ? 0 : cleared;
        long has = refunds.stream().mapToLong(this::has).reduce(0, Answers::sum);
        if (refunded >= cleared && uses <= has && closes(open, left, true)) {
            for (Back back : refunds) {
                uses -= take(back, Math.min(uses, has(back)));
            }
            answered.add(open);
        }
    }

    private static boolean closes(OpenBreak open, long minor, boolean all) {
        return BreakClosing.closes(
                open.type(), open.minor(), open.origin(), new GivenBack(minor, true, all));
    }

    private void came(Collection<Back> backs) {
        backs.forEach(back -> money.came(back.part(), back.minor(), back.answeredMinor()));
    }

    private long has(Back back) {
        return money.of(back.part(), back.purchase());
    }

    private long take(Back back, long minor) {
        long taken = money.take(back.part(), back.purchase(), minor);
        shares.add(new Share(back.open(), back.part(), taken));
        served.add(pair(back));
        return taken;
    }

    private static Served pair(Back back) {
        return new Served(back.part(), back.purchase());
    }

    private static long sum(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }
}
