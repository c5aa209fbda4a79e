package dev.countersign.ingest.simulate;

import dev.countersign.ingest.simulate.SimulatedEvent.ApprovedCredit;
import dev.countersign.ingest.simulate.SimulatedEvent.ApprovedPurchase;
import dev.countersign.ingest.simulate.SimulatedEvent.DeclinedPurchase;
import dev.countersign.ingest.simulate.SimulatedEvent.HoldIncrease;
import dev.countersign.ingest.simulate.SimulatedEvent.OverriddenDecline;
import dev.countersign.ingest.simulate.SimulatedEvent.PresentmentKind;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;

/** The actions of cardholders, the decisions about them, and what then comes of them. */
record Cardholders(TrafficPlan plan, Presentments merchants, SplittableRandom random) {

    private static final int PER_MILLE = 1_000;

    /** One act of a cardholder with a card. */
    void begin(SimulatedLifecycle lifecycle, Instant at) {
        int chance = random.nextInt(PER_MILLE);
        if (chance < 10) {
            plan.later(at, when -> lifecycle.inquiry(when, random.nextBoolean()));
        } else if (chance < 60) {
            plan.later(at, when -> withdraw(lifecycle, when));
        } else if (chance < 100) {
            plan.later(at, when -> refuse(lifecycle, when));
        } else if (chance < 103 && plan.errs()) {
            plan.later(
                    at,
                    when -> {
                        Shop shop = shop(lifecycle);
                        long amount = 1_000L + random.nextInt(9_000);
                        merchants.creditLater(lifecycle, shop, when, amount);
                        return merchants.present(
                                lifecycle, shop, when, when, amount, PresentmentKind.FORCED);
                    });
        } else if (chance >= 103 && chance < 106 && plan.errs()) {
            reverseFirst(lifecycle, at);
        } else if (chance >= 106 && chance < 111 && plan.errs()) {
            standIn(lifecycle, at);
        } else if (chance >= 111 && chance < 121) {
            plan.later(at.plus(TrafficPlan.LATE), when -> buy(lifecycle, at, when));
        } else {
            plan.later(at, when -> buy(lifecycle, when, when));
        }
    }

    private SimulatedMessage buy(SimulatedLifecycle lifecycle, Instant at, Instant seen) {
        Shop shop = shop(lifecycle);
        long amount =
                random.nextInt(25) == 0
                        ? 50_000L + random.nextInt(80_000)
                        : shop.amount(random, lifecycle.card().currency());
        String reason = plan.truthOf(lifecycle.card()).limitReason(at, 0, amount);
        if (reason == null) {
            approve(lifecycle, shop, at, seen, amount);
            follow(lifecycle, shop, seen, amount);
        } else {
            decline(lifecycle, at, seen, amount, reason);
            if (random.nextInt(4) == 0 && plan.errs()) {
                merchants.presentLater(
                        lifecycle, shop, seen, amount, PresentmentKind.AFTER_DECLINE);
            }
        }
        return plan.repeatNowAndThen(
                lifecycle
                        .request("authorization_request", shop, at, amount, "000000")
                        .arriving(seen),
                seen);
    }

    /** Single messages: cash, which only some cards allow. */
    private SimulatedMessage withdraw(SimulatedLifecycle lifecycle, Instant at) {
        Shop machine = Shop.cashMachine(lifecycle.card().currency());
        long amount = 2_000L * (1 + random.nextInt(10));
        String reason =
                lifecycle.card().cashAllowed()
                        ? plan.truthOf(lifecycle.card()).limitReason(at, 0, amount)
                        : "authorization_control";
        if (reason == null) {
            approve(lifecycle, machine, at, at, amount);
        } else {
            decline(lifecycle, at, at, amount, reason);
        }
        Envelope message = lifecycle.purchase("financial_request", machine, at, amount, "010000");
        return plan.repeatNowAndThen(lifecycle.message(message.with("cvm", "pin", "match")), at);
    }

    private SimulatedMessage refuse(SimulatedLifecycle lifecycle, Instant at) {
        long amount = 500L + random.nextInt(20_000);
        if (random.nextBoolean()) {
            decline(lifecycle, at, at, amount, "authorization_control");
            Shop casino = Shop.casino(lifecycle.card().currency());
            return lifecycle.request("authorization_request", casino, at, amount, "000000");
        }
        decline(lifecycle, at, at, amount, "other");
        Shop shop = shop(lifecycle);
        if (random.nextInt(4) == 0 && plan.errs()) {
            merchants.presentLater(lifecycle, shop, at, amount, PresentmentKind.AFTER_DECLINE);
        }
        Envelope message = lifecycle.purchase("authorization_request", shop, at, amount, "000000");
        return lifecycle.message(
                message.with("expiry", lifecycle.card().expiry().minusYears(1).toString()));
    }

    /** The reversal overtakes its authorization. */
    private void reverseFirst(SimulatedLifecycle lifecycle, Instant at) {
        Shop shop = shop(lifecycle);
        long amount = 500L + random.nextInt(5_000);
        plan.later(at, when -> lifecycle.reversal(shop, when, amount, 0L));
        plan.later(
                at.plusMillis(1),
                when -> {
                    decline(lifecycle, when, when, amount, "other");
                    return lifecycle.request("authorization_request", shop, when, amount, "000000");
                });
    }

    /** The network stands in; sometimes the request reaches us too, before or after. */
    private void standIn(SimulatedLifecycle lifecycle, Instant at) {
        Shop shop = shop(lifecycle);
        long amount = 500L + random.nextInt(5_000);
        int order = random.nextInt(3);
        if (order == 0) {
            plan.later(
                    at,
                    when -> {
                        decline(lifecycle, when, when, amount, "other");
                        Envelope message =
                                lifecycle.purchase(
                                        "authorization_request", shop, when, amount, "000000");
                        return lifecycle.message(
                                message.with(
                                        "expiry",
                                        lifecycle.card().expiry().minusYears(1).toString()));
                    });
            plan.later(
                    at.plusSeconds(20),
                    when -> {
                        plan.truthOf(lifecycle.card()).overridden(lifecycle.reference(), amount);
                        plan.happened(
                                new OverriddenDecline(
                                        when,
                                        lifecycle.reference(),
                                        amount,
                                        holdDays(lifecycle, shop)));
                        return lifecycle.advice(shop, when, amount);
                    });
            return;
        }
        plan.later(
                at,
                when -> {
                    approve(lifecycle, shop, when, when, amount);
                    merchants.presentLater(lifecycle, shop, when, amount, PresentmentKind.LAST);
                    return lifecycle.advice(shop, when, amount);
                });
        if (order == 1) {
            plan.later(
                    at.plusSeconds(30),
                    when ->
                            lifecycle.request(
                                    "authorization_request", shop, when, amount, "000000"));
        }
    }

    private void approve(
            SimulatedLifecycle lifecycle, Shop shop, Instant at, Instant seen, long amount) {
        plan.truthOf(lifecycle.card()).approved(lifecycle.reference(), at, amount);
        plan.happened(
                new ApprovedPurchase(
                        seen,
                        at,
                        lifecycle.reference(),
                        lifecycle.card(),
                        amount,
                        holdDays(lifecycle, shop),
                        shop.cash(),
                        shop.transit()));
    }

    private void decline(
            SimulatedLifecycle lifecycle, Instant at, Instant seen, long amount, String reason) {
        plan.truthOf(lifecycle.card()).declined(lifecycle.reference(), at, amount, reason);
        plan.happened(
                new DeclinedPurchase(seen, at, lifecycle.reference(), lifecycle.card(), amount));
    }

    private Shop shop(SimulatedLifecycle lifecycle) {
        return Shop.any(random, lifecycle.card().currency());
    }

    private static boolean foreign(SimulatedLifecycle lifecycle, Shop shop) {
        return shop.foreign(lifecycle.card().currency());
    }

    private static int holdDays(SimulatedLifecycle lifecycle, Shop shop) {
        return shop.holdDays(lifecycle.card().network());
    }

    /** Plans what comes after an approval, in the shares that issuers see. */
    private void follow(SimulatedLifecycle lifecycle, Shop shop, Instant at, long amount) {
        int chance = random.nextInt(PER_MILLE);
        if (chance < 15) {
            plan.later(at.plusSeconds(600), when -> reverse(lifecycle, shop, when, amount));
            if (chance < 8 && plan.errs()) {
                merchants.presentLater(
                        lifecycle,
                        shop,
                        at.plus(Duration.ofDays(1)),
                        amount,
                        PresentmentKind.AFTER_REVERSAL);
            }
        } else if (chance < 25) {
            long part = Math.max(1, amount / 4);
            plan.later(
                    at.plusSeconds(900),
                    when -> reverseInPart(lifecycle, shop, when, part, amount - part));
            merchants.presentLater(lifecycle, shop, at, amount - part, PresentmentKind.LAST);
        } else if (chance < 40) {
            long more = 100L + random.nextInt(5_000);
            plan.later(at.plusSeconds(1_200), when -> increase(lifecycle, shop, when, more));
            plan.later(
                    merchants.clearingTime(at),
                    when -> merchants.presentAll(lifecycle, shop, when));
        } else if (chance < 50) {
            return;
        } else if (chance < 90) {
            merchants.presentMore(lifecycle, shop, at, amount);
        } else if (chance < 110) {
            merchants.presentLater(
                    lifecycle, shop, at, Math.max(1, amount * 9 / 10), PresentmentKind.LAST);
        } else if (chance < 125) {
            merchants.presentInParts(lifecycle, shop, at, amount);
        } else if (chance < 130 && plan.errs()) {
            Instant late =
                    at.plus(Duration.ofDays(holdDays(lifecycle, shop) + 4L + random.nextInt(4)));
            plan.later(
                    late,
                    when ->
                            merchants.present(
                                    lifecycle, shop, when, when, amount, PresentmentKind.LATE));
            merchants.creditLater(lifecycle, shop, late, amount);
        } else if (chance >= 130 && chance < 135 && plan.errs()) {
            merchants.presentTwice(lifecycle, shop, at, amount);
        } else if (chance >= 135 && chance < 260 && foreign(lifecycle, shop)) {
            merchants.presentAtOtherRate(lifecycle, shop, at, amount);
        } else {
            merchants.presentLater(lifecycle, shop, at, amount, PresentmentKind.LAST);
            if (random.nextInt(PER_MILLE) < 30) {
                Instant back = at.plus(Duration.ofHours(24 + random.nextInt(96)));
                merchants.refundAt(back, lifecycle, shop, Math.max(1, amount / 2));
            }
        }
    }

    private SimulatedMessage reverse(
            SimulatedLifecycle lifecycle, Shop shop, Instant at, long amount) {
        plan.truthOf(lifecycle.card()).reversed(lifecycle.reference());
        plan.happened(new ApprovedCredit(at, lifecycle.reference(), amount));
        return plan.repeatNowAndThen(lifecycle.reversal(shop, at, amount, null), at);
    }

    private SimulatedMessage reverseInPart(
            SimulatedLifecycle lifecycle, Shop shop, Instant at, long part, long remains) {
        plan.truthOf(lifecycle.card()).reversedInPart(lifecycle.reference(), part);
        plan.happened(new ApprovedCredit(at, lifecycle.reference(), part));
        return lifecycle.reversal(shop, at, part, remains);
    }

    private SimulatedMessage increase(
            SimulatedLifecycle lifecycle, Shop shop, Instant at, long more) {
        CardTruth card = plan.truthOf(lifecycle.card());
        if (card.limitReason(at, card.amountOf(lifecycle.reference()), more) == null) {
            card.increased(lifecycle.reference(), at, more);
            plan.happened(new HoldIncrease(at, lifecycle.reference(), more));
        }
        return lifecycle.increment(shop, at, more);
    }
}
