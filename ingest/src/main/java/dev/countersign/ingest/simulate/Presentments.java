package dev.countersign.ingest.simulate;

import dev.countersign.ingest.simulate.SimulatedEvent.MerchantRefund;
import dev.countersign.ingest.simulate.SimulatedEvent.Presentment;
import dev.countersign.ingest.simulate.SimulatedEvent.PresentmentKind;
import dev.countersign.ingest.simulate.SimulatedEvent.StatedTotal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The presentments and credits of merchants, right or wrong, and the network's statement of what
 * they come to in a day.
 */
final class Presentments {

    /** Time of the next day at which the network totals a day: later than anything late comes. */
    private static final Duration TOTALLED = Duration.ofHours(4);

    private final TrafficPlan plan;
    private final SplittableRandom random;
    private final Map<NetworkCycle.Key, NetworkCycle> cycles = new HashMap<>();

    Presentments(TrafficPlan plan, SplittableRandom random) {
        this.plan = plan;
        this.random = random;
    }

    /** One in fifty comes some hours after it was sent; often, its day is over then. */
    void presentLater(
            SimulatedLifecycle lifecycle,
            Shop shop,
            Instant after,
            long amount,
            PresentmentKind meant) {
        Instant at = clearingTime(after);
        Instant seen = random.nextInt(50) == 0 ? at.plus(TrafficPlan.LATE) : at;
        plan.later(seen, when -> present(lifecycle, shop, at, when, amount, meant));
    }

    SimulatedMessage present(
            SimulatedLifecycle lifecycle,
            Shop shop,
            Instant at,
            Instant seen,
            long amount,
            PresentmentKind meant) {
        presented(lifecycle, shop, at, seen, amount, meant, 0);
        return plan.repeatNowAndThen(
                lifecycle.clearing(shop, at, amount, amount, 1, 1).arriving(seen), seen);
    }

    SimulatedMessage presentAll(SimulatedLifecycle lifecycle, Shop shop, Instant at) {
        return present(
                lifecycle,
                shop,
                at,
                at,
                plan.truthOf(lifecycle.card()).amountOf(lifecycle.reference()),
                PresentmentKind.LAST);
    }

    void presentInParts(SimulatedLifecycle lifecycle, Shop shop, Instant at, long amount) {
        long first = Math.max(1, amount / 3);
        plan.later(
                clearingTime(at),
                when -> {
                    presented(lifecycle, shop, when, when, first, PresentmentKind.PART, 0);
                    return lifecycle.clearing(shop, when, first, first, 1, 2);
                });
        plan.later(
                clearingTime(at).plus(Duration.ofDays(1)),
                when -> {
                    presented(lifecycle, shop, when, when, amount - first, PresentmentKind.LAST, 0);
                    return lifecycle.clearing(shop, when, amount - first, amount - first, 2, 2);
                });
    }

    /** A tip, or more than is tolerated; merchants abroad present what they asked for. */
    void presentMore(SimulatedLifecycle lifecycle, Shop shop, Instant at, long amount) {
        if (shop.foreign(lifecycle.card().currency()) || random.nextInt(3) > 0 || !plan.errs()) {
            boolean tip = shop.takesTips();
            presentLater(
                    lifecycle, shop, at, tip ? amount * 115 / 100 : amount, PresentmentKind.LAST);
            return;
        }
        long all = amount * 14 / 10 + 600;
        long excess = all - amount * shop.percentTolerated() / 100;
        Instant due = clearingTime(at);
        plan.later(
                due,
                when -> {
                    presented(lifecycle, shop, when, when, all, PresentmentKind.OVER, excess);
                    return plan.repeatNowAndThen(
                            lifecycle.clearing(shop, when, all, all, 1, 1), when);
                });
        creditLater(lifecycle, shop, due, excess);
    }

    void presentTwice(SimulatedLifecycle lifecycle, Shop shop, Instant at, long amount) {
        Instant due = clearingTime(at);
        Instant again = due.plus(Duration.ofHours(24 + random.nextInt(24)));
        plan.later(due, when -> present(lifecycle, shop, when, when, amount, PresentmentKind.LAST));
        plan.later(
                again,
                when ->
                        present(
                                lifecycle.presentedAnew(),
                                shop,
                                when,
                                when,
                                amount,
                                PresentmentKind.TWICE));
        creditLater(lifecycle, shop, again, amount);
    }

    /** The merchant gets what was authorized; the rate moved by one percent, or by five. */
    void presentAtOtherRate(SimulatedLifecycle lifecycle, Shop shop, Instant at, long amount) {
        boolean far = random.nextBoolean() && plan.errs();
        long billed = amount * (far ? 105 : 101) / 100;
        plan.later(
                clearingTime(at),
                when -> {
                    PresentmentKind meant = far ? PresentmentKind.OTHER_RATE : PresentmentKind.LAST;
                    presented(
                            lifecycle, shop, when, when, billed, meant, far ? billed - amount : 0);
                    return lifecycle.clearing(shop, when, billed, amount, 1, 1);
                });
    }

    private void presented(
            SimulatedLifecycle lifecycle,
            Shop shop,
            Instant at,
            Instant seen,
            long amount,
            PresentmentKind meant,
            long difference) {
        plan.happened(
                new Presentment(
                        seen,
                        at,
                        lifecycle.reference(),
                        lifecycle.card(),
                        amount,
                        meant,
                        difference,
                        shop.transit()));
        cycle(lifecycle.card(), at).presented(amount);
    }

    Instant clearingTime(Instant at) {
        return at.plus(Duration.ofHours(6 + random.nextInt(66)));
    }

    /** A merchant sees its mistake at once, after it was disputed, or never. */
    void creditLater(SimulatedLifecycle lifecycle, Shop shop, Instant at, long amount) {
        int sees = random.nextInt(3);
        if (sees > 0) {
            refundAt(at.plus(Duration.ofDays(sees == 1 ? 1 : 8)), lifecycle, shop, amount);
        }
    }

    void refundAt(Instant at, SimulatedLifecycle lifecycle, Shop shop, long amount) {
        SimulatedLifecycle back = plan.newLifecycle(lifecycle.card());
        plan.later(
                at,
                when -> {
                    plan.truthOf(lifecycle.card()).refunded(back.reference(), when, amount);
                    plan.happened(
                            new MerchantRefund(
                                    when,
                                    when,
                                    back.reference(),
                                    lifecycle.card(),
                                    lifecycle.reference(),
                                    amount));
                    cycle(lifecycle.card(), when).refunded(amount);
                    return plan.repeatNowAndThen(
                            back.refund(shop, when, amount, lifecycle.reference()), when);
                });
    }

    /**
     * Returns the cycle for what is presented on a day. It is totalled in the next morning; one
     * total in five is wrong.
     */
    private NetworkCycle cycle(SimulatedCard card, Instant at) {
        var key =
                new NetworkCycle.Key(
                        card.network().wire(),
                        card.currency(),
                        SimulatedLifecycle.settlementDate(at));
        NetworkCycle known = cycles.get(key);
        if (known != null) {
            return known;
        }
        NetworkCycle begun = new NetworkCycle(key);
        cycles.put(key, begun);
        Instant morning = key.settlementDate().atStartOfDay(ZoneOffset.UTC).toInstant();
        Instant due = morning.plus(TOTALLED);
        long wrongBy = random.nextInt(5) == 0 && plan.errs() ? 7 : 0;
        plan.later(due, when -> total(begun, when, 1, wrongBy));
        if (wrongBy != 0) {
            plan.later(due.plus(Duration.ofDays(1)), when -> total(begun, when, 2, 0));
        }
        return begun;
    }

    private SimulatedMessage total(NetworkCycle cycle, Instant at, int version, long wrongBy) {
        var unused = cycles.remove(cycle.key()); // nothing is presented for it any more
        plan.happened(new StatedTotal(at, cycle.key(), wrongBy));
        return cycle.total(SimulatedLifecycle.messageId(random), at, version, wrongBy);
    }
}
