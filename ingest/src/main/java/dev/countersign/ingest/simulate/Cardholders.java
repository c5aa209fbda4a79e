package dev.countersign.ingest.simulate;

import dev.countersign.ingest.simulate.SimulatedEvent.ApprovedPurchase;
import dev.countersign.ingest.simulate.SimulatedEvent.ApprovedCredit;
import dev.countersign.ingest.simulate.SimulatedEvent.DeclinedPurchase;
import dev.countersign.ingest.simulate.SimulatedEvent.HoldIncrease;
import dev.countersign.ingest.simulate.SimulatedEvent.PresentmentKind;
import dev.countersign.ingest.simulate.SimulatedEvent.OverriddenDecline;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;

/** The actions of cardholders, the decisions about them, and what then comes of them. */
record Cardholders(TrafficPlan plan, Presentments merchants, SplittableRandom random) {

    private static final int PER_MILLE = 1_000;

    /** One act of a cardholder with a card. */
    void begin(SimulatedLifecycle life, Instant at) {
        int chance = random.nextInt(PER_MILLE);
        if (chance < 10) {
            plan.later(at, when -> life.inquiry(when, random.nextBoolean()));
        } else if (chance < 60) {
            plan.later(at, when -> withdraw(life, when));
        } else if (chance < 100) {
            plan.later(at, when -> refuse(life, when));
        } else if (chance < 103 && plan.errs()) {
            plan.later(
                    at,
                    when -> {
                        Shop shop = shop(life);
                        long amount = 1_000L + random.nextInt(9_000);
                        merchants.creditLater(life, shop, when, amount);
                        return merchants.present(life, shop, when, when, amount, PresentmentKind.FORCED);
                    });
        } else if (chance >= 103 && chance < 106 && plan.errs()) {
            reverseFirst(life, at);
        } else if (chance >= 106 && chance < 111 && plan.errs()) {
            standIn(life, at);
        } else if (chance >= 111 && chance < 121) {
            plan.later(at.plus(TrafficPlan.LATE), when -> buy(life, at, when));
        } else {
            plan.later(at, when -> buy(life, when, when));
        }
    }

    private SimulatedMessage buy(SimulatedLifecycle life, Instant at, Instant seen) {
        Shop shop = shop(life);
        long amount =
                random.nextInt(25) == 0
                        ? 50_000L + random.nextInt(80_000)
                        : shop.amount(random, life.card().currency());
        String reason = plan.truthOf(life.card()).limitReason(at, 0, amount);
        if (reason == null) {
            approve(life, shop, at, seen, amount);
            follow(life, shop, seen, amount);
        } else {
            decline(life, at, seen, amount, reason);
            if (random.nextInt(4) == 0 && plan.errs()) {
                merchants.presentLater(life, shop, seen, amount, PresentmentKind.AFTER_DECLINE);
            }
        }
        return plan.repeatNowAndThen(
                life.request("authorization_request", shop, at, amount, "000000").arriving(seen),
                seen);
    }

    /** Single messages: cash, which only some cards allow. */
    private SimulatedMessage withdraw(SimulatedLifecycle life, Instant at) {
        Shop machine = Shop.cashMachine(life.card().currency());
        long amount = 2_000L * (1 + random.nextInt(10));
        String reason =
                life.card().cashAllowed()
                        ? plan.truthOf(life.card()).limitReason(at, 0, amount)
                        : "authorization_control";
        if (reason == null) {
            approve(life, machine, at, at, amount);
        } else {
            decline(life, at, at, amount, reason);
        }
        Envelope message = life.purchase("financial_request", machine, at, amount, "010000");
        return plan.repeatNowAndThen(life.message(message.with("cvm", "pin", "match")), at);
    }

    private SimulatedMessage refuse(SimulatedLifecycle life, Instant at) {
        long amount = 500L + random.nextInt(20_000);
        if (random.nextBoolean()) {
            decline(life, at, at, amount, "authorization_control");
            Shop casino = Shop.casino(life.card().currency());
            return life.request("authorization_request", casino, at, amount, "000000");
        }
        decline(life, at, at, amount, "other");
        Shop shop = shop(life);
        if (random.nextInt(4) == 0 && plan.errs()) {
            merchants.presentLater(life, shop, at, amount, PresentmentKind.AFTER_DECLINE);
        }
        Envelope message = life.purchase("authorization_request", shop, at, amount, "000000");
        return life.message(message.with("expiry", life.card().expiry().minusYears(1).toString()));
    }

    /** The reversal overtakes its authorization. */
    private void reverseFirst(SimulatedLifecycle life, Instant at) {
        Shop shop = shop(life);
        long amount = 500L + random.nextInt(5_000);
        plan.later(at, when -> life.reversal(shop, when, amount, 0L));
        plan.later(
                at.plusMillis(1),
                when -> {
                    decline(life, when, when, amount, "other");
                    return life.request("authorization_request", shop, when, amount, "000000");
                });
    }

    /** The network stands in; sometimes the request reaches us too, before or after. */
    private void standIn(SimulatedLifecycle life, Instant at) {
        Shop shop = shop(life);
        long amount = 500L + random.nextInt(5_000);
        int order = random.nextInt(3);
        if (order == 0) {
            plan.later(
                    at,
                    when -> {
                        decline(life, when, when, amount, "other");
                        Envelope message =
                                life.purchase(
                                        "authorization_request", shop, when, amount, "000000");
                        return life.message(
                                message.with(
                                        "expiry", life.card().expiry().minusYears(1).toString()));
                    });
            plan.later(
                    at.plusSeconds(20),
                    when -> {
                        plan.truthOf(life.card()).overridden(life.reference(), amount);
                        plan.happened(
                                new OverriddenDecline(
                                        when, life.reference(), amount, holdDays(life, shop)));
                        return life.advice(shop, when, amount);
                    });
            return;
        }
        plan.later(
                at,
                when -> {
                    approve(life, shop, when, when, amount);
                    merchants.presentLater(life, shop, when, amount, PresentmentKind.LAST);
                    return life.advice(shop, when, amount);
                });
        if (order == 1) {
            plan.later(
                    at.plusSeconds(30),
                    when -> life.request("authorization_request", shop, when, amount, "000000"));
        }
    }

    private void approve(
            SimulatedLifecycle life, Shop shop, Instant at, Instant seen, long amount) {
        plan.truthOf(life.card()).approved(life.reference(), at, amount);
        plan.happened(
                new ApprovedPurchase(
                        seen,
                        at,
                        life.reference(),
                        life.card(),
                        amount,
                        holdDays(life, shop),
                        shop.cash(),
                        shop.transit()));
    }

    private void decline(
            SimulatedLifecycle life, Instant at, Instant seen, long amount, String reason) {
        plan.truthOf(life.card()).declined(life.reference(), at, amount, reason);
        plan.happened(new DeclinedPurchase(seen, at, life.reference(), life.card(), amount));
    }

    private Shop shop(SimulatedLifecycle life) {
        return Shop.any(random, life.card().currency());
    }

    private static boolean foreign(SimulatedLifecycle life, Shop shop) {
        return shop.foreign(life.card().currency());
    }

    private static int holdDays(SimulatedLifecycle life, Shop shop) {
        return shop.holdDays(life.card().network());
    }

    /** Plans what comes after an approval, in the shares that issuers see. */
    private void follow(SimulatedLifecycle life, Shop shop, Instant at, long amount) {
        int chance = random.nextInt(PER_MILLE);
        if (chance < 15) {
            plan.later(at.plusSeconds(600), when -> reverse(life, shop, when, amount));
            if (chance < 8 && plan.errs()) {
                merchants.presentLater(
                        life, shop, at.plus(Duration.ofDays(1)), amount, PresentmentKind.AFTER_REVERSAL);
            }
        } else if (chance < 25) {
            long part = Math.max(1, amount / 4);
            plan.later(
                    at.plusSeconds(900),
                    when -> reverseInPart(life, shop, when, part, amount - part));
            merchants.presentLater(life, shop, at, amount - part, PresentmentKind.LAST);
        } else if (chance < 40) {
            long more = 100L + random.nextInt(5_000);
            plan.later(at.plusSeconds(1_200), when -> increase(life, shop, when, more));
            plan.later(merchants.clearingTime(at), when -> merchants.presentAll(life, shop, when));
        } else if (chance < 50) {
            return;
        } else if (chance < 90) {
            merchants.presentMore(life, shop, at, amount);
        } else if (chance < 110) {
            merchants.presentLater(life, shop, at, Math.max(1, amount * 9 / 10), PresentmentKind.LAST);
        } else if (chance < 125) {
            merchants.presentInParts(life, shop, at, amount);
        } else if (chance < 130 && plan.errs()) {
            Instant late = at.plus(Duration.ofDays(holdDays(life, shop) + 4L + random.nextInt(4)));
            plan.later(late, when -> merchants.present(life, shop, when, when, amount, PresentmentKind.LATE));
            merchants.creditLater(life, shop, late, amount);
        } else if (chance >= 130 && chance < 135 && plan.errs()) {
            merchants.presentTwice(life, shop, at, amount);
        } else if (chance >= 135 && chance < 260 && foreign(life, shop)) {
            merchants.presentAtOtherRate(life, shop, at, amount);
        } else {
            merchants.presentLater(life, shop, at, amount, PresentmentKind.LAST);
            if (random.nextInt(PER_MILLE) < 30) {
                Instant back = at.plus(Duration.ofHours(24 + random.nextInt(96)));
                merchants.refundAt(back, life, shop, Math.max(1, amount / 2));
            }
        }
    }

    private SimulatedMessage reverse(SimulatedLifecycle life, Shop shop, Instant at, long amount) {
        plan.truthOf(life.card()).reversed(life.reference());
        plan.happened(new ApprovedCredit(at, life.reference(), amount));
        return plan.repeatNowAndThen(life.reversal(shop, at, amount, null), at);
    }

    private SimulatedMessage reverseInPart(
            SimulatedLifecycle life, Shop shop, Instant at, long part, long remains) {
        plan.truthOf(life.card()).reversedInPart(life.reference(), part);
        plan.happened(new ApprovedCredit(at, life.reference(), part));
        return life.reversal(shop, at, part, remains);
    }

    private SimulatedMessage increase(SimulatedLifecycle life, Shop shop, Instant at, long more) {
        CardTruth card = plan.truthOf(life.card());
        if (card.limitReason(at, card.amountOf(life.reference()), more) == null) {
            card.increased(life.reference(), at, more);
            plan.happened(new HoldIncrease(at, life.reference(), more));
        }
        return life.increment(shop, at, more);
    }
}
