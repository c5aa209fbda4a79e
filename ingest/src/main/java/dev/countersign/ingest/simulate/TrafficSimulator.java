package dev.countersign.ingest.simulate;

import dev.countersign.ingest.simulate.NightTruth.Approved;
import dev.countersign.ingest.simulate.NightTruth.Declined;
import dev.countersign.ingest.simulate.NightTruth.GivenBack;
import dev.countersign.ingest.simulate.NightTruth.Increased;
import dev.countersign.ingest.simulate.NightTruth.Meant;
import dev.countersign.ingest.simulate.NightTruth.Overridden;
import dev.countersign.ingest.simulate.NightTruth.Presented;
import dev.countersign.ingest.simulate.NightTruth.Refunded;
import dev.countersign.ingest.simulate.NightTruth.Totalled;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Makes a feed, message by message, in the order of time: purchases that clear exactly, with a tip,
 * for too much or less, in parts, at another rate, twice, late, after a reversal or a decline,
 * unasked, or never; declines; increments, reversals, stand-in, refunds; the totals of the network,
 * right or wrong at first; repetitions, messages that come late or in the wrong order and, where
 * wanted, messages that nobody can read. Beside it grows the truth.
 */
public final class TrafficSimulator implements Iterator<SimulatedMessage> {

    private static final int PER_MILLE = 1_000;
    private static final int SERIES = 1_000_000;
    private static final int POISON_FORMS = 4;

    /** How much later than it was sent a late message comes. */
    private static final Duration LATE = Duration.ofHours(3);

    /** When the network totals a day, in the next one: later than anything late comes. */
    private static final Duration TOTALLED = Duration.ofHours(4);

    /** How many days later a message may still ask what a purchase came to. */
    private static final int DAYS_LOOKED_BACK = 4;

    private final List<SimulatedCard> cards;
    private final Traffic traffic;
    private final SplittableRandom random;
    private final PriorityQueue<Planned> plan = new PriorityQueue<>();
    private final Map<SimulatedCard, CardTruth> truth = new HashMap<>();
    private final NightTruth nights = new NightTruth();
    private final Map<NetworkCycle.Key, NetworkCycle> cycles = new HashMap<>();
    private final String series;
    private Duration pause;
    private Instant nextPurchase;
    private LocalDate rememberedFrom = LocalDate.MIN;
    private long planned;
    private long made;

    /** A message that will be made when its time comes. */
    private record Planned(Instant at, long order, Maker maker) implements Comparable<Planned> {

        @Override
        public int compareTo(Planned other) {
            int byTime = at.compareTo(other.at);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    /** Makes a message when its time has come. */
    @FunctionalInterface
    private interface Maker {

        SimulatedMessage make(Instant at);
    }

    public TrafficSimulator(List<SimulatedCard> cards, Traffic traffic) {
        if (cards.isEmpty()) {
            throw new IllegalArgumentException("traffic needs at least one card");
        }
        this.cards = List.copyOf(cards);
        this.traffic = traffic;
        this.random = new SplittableRandom(traffic.seed());
        this.series =
                String.format(
                        "%06d",
                        Math.floorMod(
                                Objects.hash(
                                        traffic.seed(),
                                        traffic.from(),
                                        traffic.pause(),
                                        traffic.messages(),
                                        traffic.poison(),
                                        cards.size()),
                                SERIES));
        this.pause = traffic.pause();
        this.nextPurchase = traffic.from();
    }

    /** Changes how long it takes from one purchase to the next, from now on. */
    public void pause(Duration next) {
        this.pause = next;
    }

    @Override
    public boolean hasNext() {
        return made < traffic.messages();
    }

    @Override
    public SimulatedMessage next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        made++;
        if (random.nextInt(PER_MILLE) < traffic.poison()) {
            return poison();
        }
        while (true) {
            Planned due = plan.peek();
            if (due != null && !due.at().isAfter(nextPurchase)) {
                plan.remove();
                forget(due.at());
                return due.maker().make(due.at());
            }
            Instant at = nextPurchase;
            nextPurchase = nextPurchase.plus(pause);
            begin(newLife(anyCard()), at);
        }
    }

    /**
     * What must be true when all messages so far have been read, by card; of endless traffic only
     * what a later message may refer to.
     */
    public Map<SimulatedCard, CardTruth> truth() {
        return Map.copyOf(truth);
    }

    /** What the nights must make of all messages so far, which endless traffic does not know. */
    public NightTruth nights() {
        if (traffic.endless()) {
            throw new IllegalStateException("endless traffic does not remember its nights");
        }
        return nights;
    }

    private void happened(NightTruth.Event event) {
        if (!traffic.endless()) {
            nights.happened(event);
        }
    }

    /** Once a day, of traffic that would else fill the memory. */
    private void forget(Instant now) {
        LocalDate from = LocalDate.ofInstant(now, ZoneOffset.UTC).minusDays(DAYS_LOOKED_BACK);
        if (traffic.endless() && from.isAfter(rememberedFrom)) {
            rememberedFrom = from;
            truth.values().forEach(card -> card.forgetBefore(from));
        }
    }

    private Lifecycle newLife(SimulatedCard card) {
        return new Lifecycle(card, ++planned, series, random);
    }

    private SimulatedCard anyCard() {
        return cards.get(random.nextInt(cards.size()));
    }

    private CardTruth truthOf(SimulatedCard card) {
        return truth.computeIfAbsent(card, unseen -> new CardTruth());
    }

    private void later(Instant at, Maker maker) {
        plan.add(new Planned(at, ++planned, maker));
    }

    // ---- what a cardholder does

    private void begin(Lifecycle life, Instant at) {
        int chance = random.nextInt(PER_MILLE);
        if (chance < 10) {
            later(at, when -> life.inquiry(when, random.nextBoolean()));
        } else if (chance < 60) {
            later(at, when -> withdraw(life, when));
        } else if (chance < 100) {
            later(at, when -> refuse(life, when));
        } else if (chance < 103) {
            later(
                    at,
                    when -> {
                        Shop shop = Shop.any(random);
                        long amount = 1_000L + random.nextInt(9_000);
                        givenBackLater(life, shop, when, amount);
                        return present(life, shop, when, when, amount, Meant.FORCED);
                    });
        } else if (chance < 106) {
            reverseFirst(life, at);
        } else if (chance < 111) {
            standIn(life, at);
        } else if (chance < 121) {
            later(at.plus(LATE), when -> buy(life, at, when));
        } else {
            later(at, when -> buy(life, when, when));
        }
    }

    private SimulatedMessage buy(Lifecycle life, Instant at, Instant seen) {
        Shop shop = Shop.any(random);
        long amount =
                random.nextInt(25) == 0
                        ? 50_000L + random.nextInt(80_000)
                        : 200L + random.nextInt(12_000);
        String reason = truthOf(life.card()).limitReason(at, 0, amount);
        if (reason == null) {
            approve(life, shop, at, seen, amount);
            follow(life, shop, seen, amount);
        } else {
            decline(life, at, seen, amount, reason);
            if (random.nextInt(4) == 0) {
                presentLater(life, shop, seen, amount, Meant.AFTER_DECLINE);
            }
        }
        return repeatNowAndThen(
                life.request("authorization_request", shop, at, amount, "000000").arriving(seen),
                seen);
    }

    /** Single messages: cash, which only some cards allow. */
    private SimulatedMessage withdraw(Lifecycle life, Instant at) {
        long amount = 2_000L * (1 + random.nextInt(10));
        String reason =
                life.card().cashAllowed()
                        ? truthOf(life.card()).limitReason(at, 0, amount)
                        : "authorization_control";
        if (reason == null) {
            approve(life, Shop.CASH_MACHINE, at, at, amount);
        } else {
            decline(life, at, at, amount, reason);
        }
        Envelope message =
                life.purchase("financial_request", Shop.CASH_MACHINE, at, amount, "010000");
        return repeatNowAndThen(life.message(message.with("cvm", "pin", "match")), at);
    }

    private SimulatedMessage refuse(Lifecycle life, Instant at) {
        long amount = 500L + random.nextInt(20_000);
        if (random.nextBoolean()) {
            decline(life, at, at, amount, "authorization_control");
            return life.request("authorization_request", Shop.CASINO, at, amount, "000000");
        }
        decline(life, at, at, amount, "other");
        Shop shop = Shop.any(random);
        if (random.nextInt(4) == 0) {
            presentLater(life, shop, at, amount, Meant.AFTER_DECLINE);
        }
        Envelope message = life.purchase("authorization_request", shop, at, amount, "000000");
        return life.message(message.with("expiry", life.card().expiry().minusYears(1).toString()));
    }

    /** The reversal overtakes its authorization. */
    private void reverseFirst(Lifecycle life, Instant at) {
        Shop shop = Shop.any(random);
        long amount = 500L + random.nextInt(5_000);
        later(at, when -> life.reversal(shop, when, amount, 0L));
        later(
                at.plusMillis(1),
                when -> {
                    decline(life, when, when, amount, "other");
                    return life.request("authorization_request", shop, when, amount, "000000");
                });
    }

    /** The network stands in; sometimes the request reaches us too, before or after. */
    private void standIn(Lifecycle life, Instant at) {
        Shop shop = Shop.any(random);
        long amount = 500L + random.nextInt(5_000);
        int order = random.nextInt(3);
        if (order == 0) {
            later(
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
            later(
                    at.plusSeconds(20),
                    when -> {
                        truthOf(life.card()).overridden(life.reference(), amount);
                        happened(
                                new Overridden(
                                        when, life.reference(), amount, holdDays(life, shop)));
                        return life.advice(shop, when, amount);
                    });
            return;
        }
        later(
                at,
                when -> {
                    approve(life, shop, when, when, amount);
                    presentLater(life, shop, when, amount, Meant.LAST);
                    return life.advice(shop, when, amount);
                });
        if (order == 1) {
            later(
                    at.plusSeconds(30),
                    when -> life.request("authorization_request", shop, when, amount, "000000"));
        }
    }

    private void approve(Lifecycle life, Shop shop, Instant at, Instant seen, long amount) {
        truthOf(life.card()).approved(life.reference(), at, amount);
        happened(
                new Approved(
                        seen,
                        at,
                        life.reference(),
                        life.card(),
                        amount,
                        holdDays(life, shop),
                        shop.equals(Shop.CASH_MACHINE),
                        shop.transit()));
    }

    private void decline(Lifecycle life, Instant at, Instant seen, long amount, String reason) {
        truthOf(life.card()).declined(life.reference(), at, amount, reason);
        happened(new Declined(seen, at, life.reference(), life.card(), amount));
    }

    private static int holdDays(Lifecycle life, Shop shop) {
        return shop.holdDays(life.card().network());
    }

    /** What comes after an approval, in the shares that issuers see. */
    private void follow(Lifecycle life, Shop shop, Instant at, long amount) {
        int chance = random.nextInt(PER_MILLE);
        if (chance < 15) {
            later(at.plusSeconds(600), when -> reverse(life, shop, when, amount));
            if (chance < 8) {
                presentLater(life, shop, at.plus(Duration.ofDays(1)), amount, Meant.AFTER_REVERSAL);
            }
        } else if (chance < 25) {
            long part = Math.max(1, amount / 4);
            later(
                    at.plusSeconds(900),
                    when -> reverseInPart(life, shop, when, part, amount - part));
            presentLater(life, shop, at, amount - part, Meant.LAST);
        } else if (chance < 40) {
            long more = 100L + random.nextInt(5_000);
            later(at.plusSeconds(1_200), when -> increase(life, shop, when, more));
            later(clearingTime(at), when -> presentAll(life, shop, when));
        } else if (chance < 50) {
            return;
        } else if (chance < 90) {
            presentMore(life, shop, at, amount);
        } else if (chance < 110) {
            presentLater(life, shop, at, Math.max(1, amount * 9 / 10), Meant.LAST);
        } else if (chance < 125) {
            presentInParts(life, shop, at, amount);
        } else if (chance < 130) {
            Instant late = at.plus(Duration.ofDays(holdDays(life, shop) + 4L + random.nextInt(4)));
            later(late, when -> present(life, shop, when, when, amount, Meant.LATE));
            givenBackLater(life, shop, late, amount);
        } else if (chance < 135) {
            presentTwice(life, shop, at, amount);
        } else if (chance < 260 && shop.foreign()) {
            presentAtOtherRate(life, shop, at, amount);
        } else {
            presentLater(life, shop, at, amount, Meant.LAST);
            if (random.nextInt(PER_MILLE) < 30) {
                Instant back = at.plus(Duration.ofHours(24 + random.nextInt(96)));
                refundAt(back, life, shop, Math.max(1, amount / 2));
            }
        }
    }

    // ---- presentments

    /** One in fifty comes some hours after it was sent; often, its day is over then. */
    private void presentLater(Lifecycle life, Shop shop, Instant after, long amount, Meant meant) {
        Instant at = clearingTime(after);
        Instant seen = random.nextInt(50) == 0 ? at.plus(LATE) : at;
        later(seen, when -> present(life, shop, at, when, amount, meant));
    }

    private SimulatedMessage present(
            Lifecycle life, Shop shop, Instant at, Instant seen, long amount, Meant meant) {
        presented(life, shop, at, seen, amount, meant, 0);
        return repeatNowAndThen(life.clearing(shop, at, amount, amount, 1, 1).arriving(seen), seen);
    }

    private SimulatedMessage presentAll(Lifecycle life, Shop shop, Instant at) {
        return present(
                life, shop, at, at, truthOf(life.card()).amountOf(life.reference()), Meant.LAST);
    }

    private void presentInParts(Lifecycle life, Shop shop, Instant at, long amount) {
        long first = Math.max(1, amount / 3);
        later(
                clearingTime(at),
                when -> {
                    presented(life, shop, when, when, first, Meant.PART, 0);
                    return life.clearing(shop, when, first, first, 1, 2);
                });
        later(
                clearingTime(at).plus(Duration.ofDays(1)),
                when -> {
                    presented(life, shop, when, when, amount - first, Meant.LAST, 0);
                    return life.clearing(shop, when, amount - first, amount - first, 2, 2);
                });
    }

    /** A tip, or more than is tolerated; merchants abroad present what they asked for. */
    private void presentMore(Lifecycle life, Shop shop, Instant at, long amount) {
        if (shop.foreign() || random.nextInt(3) > 0) {
            boolean tip = shop.equals(Shop.RESTAURANT);
            presentLater(life, shop, at, tip ? amount * 115 / 100 : amount, Meant.LAST);
            return;
        }
        long all = amount * 14 / 10 + 600;
        long excess = all - amount * shop.percentTolerated() / 100;
        Instant due = clearingTime(at);
        later(
                due,
                when -> {
                    presented(life, shop, when, when, all, Meant.OVER, excess);
                    return repeatNowAndThen(life.clearing(shop, when, all, all, 1, 1), when);
                });
        givenBackLater(life, shop, due, excess);
    }

    private void presentTwice(Lifecycle life, Shop shop, Instant at, long amount) {
        Instant due = clearingTime(at);
        Instant again = due.plus(Duration.ofHours(24 + random.nextInt(24)));
        later(due, when -> present(life, shop, when, when, amount, Meant.LAST));
        later(again, when -> present(life.presentedAnew(), shop, when, when, amount, Meant.TWICE));
        givenBackLater(life, shop, again, amount);
    }

    /** The merchant gets what was authorized; the rate moved by one percent, or by five. */
    private void presentAtOtherRate(Lifecycle life, Shop shop, Instant at, long amount) {
        boolean far = random.nextBoolean();
        long billed = amount * (far ? 105 : 101) / 100;
        later(
                clearingTime(at),
                when -> {
                    Meant meant = far ? Meant.OTHER_RATE : Meant.LAST;
                    presented(life, shop, when, when, billed, meant, far ? billed - amount : 0);
                    return life.clearing(shop, when, billed, amount, 1, 1);
                });
    }

    private void presented(
            Lifecycle life,
            Shop shop,
            Instant at,
            Instant seen,
            long amount,
            Meant meant,
            long difference) {
        happened(
                new Presented(
                        seen,
                        at,
                        life.reference(),
                        life.card(),
                        amount,
                        meant,
                        difference,
                        shop.transit()));
        cycle(life.card(), at).presented(amount);
    }

    private Instant clearingTime(Instant at) {
        return at.plus(Duration.ofHours(6 + random.nextInt(66)));
    }

    /** A merchant sees its mistake at once, after it was disputed, or never. */
    private void givenBackLater(Lifecycle life, Shop shop, Instant at, long amount) {
        int sees = random.nextInt(3);
        if (sees > 0) {
            refundAt(at.plus(Duration.ofDays(sees == 1 ? 1 : 8)), life, shop, amount);
        }
    }

    private void refundAt(Instant at, Lifecycle life, Shop shop, long amount) {
        Lifecycle back = newLife(life.card());
        later(
                at,
                when -> {
                    truthOf(life.card()).refunded(back.reference(), when, amount);
                    happened(
                            new Refunded(
                                    when,
                                    when,
                                    back.reference(),
                                    life.card(),
                                    life.reference(),
                                    amount));
                    cycle(life.card(), when).refunded(amount);
                    return repeatNowAndThen(
                            back.refund(shop, when, amount, life.reference()), when);
                });
    }

    /** What is presented on a day is totalled in the next morning; one total in five is wrong. */
    private NetworkCycle cycle(SimulatedCard card, Instant at) {
        var key =
                new NetworkCycle.Key(
                        card.network().wire(), card.currency(), Lifecycle.settlementDate(at));
        NetworkCycle known = cycles.get(key);
        if (known != null) {
            return known;
        }
        NetworkCycle begun = new NetworkCycle(key);
        cycles.put(key, begun);
        Instant morning = key.settlementDate().atStartOfDay(ZoneOffset.UTC).toInstant();
        Instant due = morning.plus(TOTALLED);
        long wrongBy = random.nextInt(5) == 0 ? 7 : 0;
        later(due, when -> total(begun, when, 1, wrongBy));
        if (wrongBy != 0) {
            later(due.plus(Duration.ofDays(1)), when -> total(begun, when, 2, 0));
        }
        return begun;
    }

    private SimulatedMessage total(NetworkCycle cycle, Instant at, int version, long wrongBy) {
        var unused = cycles.remove(cycle.key()); // nothing is presented for it any more
        happened(new Totalled(at, cycle.key(), wrongBy));
        return cycle.total(Lifecycle.messageId(random), at, version, wrongBy);
    }

    private SimulatedMessage reverse(Lifecycle life, Shop shop, Instant at, long amount) {
        truthOf(life.card()).reversed(life.reference());
        happened(new GivenBack(at, life.reference(), amount));
        return repeatNowAndThen(life.reversal(shop, at, amount, null), at);
    }

    private SimulatedMessage reverseInPart(
            Lifecycle life, Shop shop, Instant at, long part, long remains) {
        truthOf(life.card()).reversedInPart(life.reference(), part);
        happened(new GivenBack(at, life.reference(), part));
        return life.reversal(shop, at, part, remains);
    }

    private SimulatedMessage increase(Lifecycle life, Shop shop, Instant at, long more) {
        CardTruth card = truthOf(life.card());
        if (card.limitReason(at, card.amountOf(life.reference()), more) == null) {
            card.increased(life.reference(), at, more);
            happened(new Increased(at, life.reference(), more));
        }
        return life.increment(shop, at, more);
    }

    // ---- what goes wrong on the way

    /** One in a hundred comes twice, to the byte or as the network's repetition. */
    private SimulatedMessage repeatNowAndThen(SimulatedMessage message, Instant at) {
        if (random.nextInt(100) == 0) {
            later(
                    at.plusSeconds(random.nextInt(7_200)),
                    when -> new SimulatedMessage(when, message.key(), message.text(), true));
        }
        return message;
    }

    private SimulatedMessage thousand(SimulatedCard card) {
        return newLife(card)
                .request("authorization_request", Shop.any(random), nextPurchase, 1_000, "000000");
    }

    private SimulatedMessage poison() {
        SimulatedCard card = anyCard();
        String text =
                switch (random.nextInt(POISON_FORMS)) {
                    case 0 -> "this is not JSON";
                    case 1 -> "{\"schema_version\":1,\"kind\":\"surprise\"}";
                    case 2 -> thousand(card).text().replace("\"value\":1000", "\"value\":1e3");
                    default ->
                            thousand(card)
                                    .text()
                                    .replace("\"schema_version\":1", "\"schema_version\":2");
                };
        return new SimulatedMessage(nextPurchase, card.id().toString(), text, false);
    }
}
