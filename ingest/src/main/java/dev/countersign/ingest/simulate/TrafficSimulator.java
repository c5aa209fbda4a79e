package dev.countersign.ingest.simulate;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Makes a feed, message by message, in the order of time: purchases that clear exactly, with a tip,
 * in part, twice, late or never; declines; increments, reversals, stand-in, refunds; repetitions,
 * messages in the wrong order and, where wanted, messages that nobody can read. Beside it grows the
 * truth.
 */
public final class TrafficSimulator implements Iterator<SimulatedMessage> {

    private static final int PER_MILLE = 1_000;
    private static final int SERIES = 1_000_000;
    private static final int POISON_FORMS = 4;

    private final List<SimulatedCard> cards;
    private final Traffic traffic;
    private final SplittableRandom random;
    private final PriorityQueue<Planned> plan = new PriorityQueue<>();
    private final Map<SimulatedCard, CardTruth> truth = new HashMap<>();
    private final String series;
    private Duration pause;
    private Instant nextPurchase;
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

    /** Makes a message when its time has come, or finds that there is nothing to say any more. */
    @FunctionalInterface
    private interface Maker {

        @Nullable SimulatedMessage make(Instant at);
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
                SimulatedMessage message = due.maker().make(due.at());
                if (message != null) {
                    return message;
                }
            } else {
                Instant at = nextPurchase;
                nextPurchase = nextPurchase.plus(pause);
                begin(new Lifecycle(anyCard(), ++planned), at);
            }
        }
    }

    /** What must be true when all messages so far have been read, by card. */
    public Map<SimulatedCard, CardTruth> truth() {
        return Map.copyOf(truth);
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
                    when ->
                            life.clearing(
                                    Shop.any(random), when, 1_000 + random.nextInt(9_000), 1, 1));
        } else if (chance < 106) {
            reverseFirst(life, at);
        } else if (chance < 111) {
            standIn(life, at);
        } else {
            later(at, when -> buy(life, when));
        }
    }

    private SimulatedMessage buy(Lifecycle life, Instant at) {
        Shop shop = Shop.any(random);
        long amount =
                random.nextInt(25) == 0
                        ? 50_000L + random.nextInt(80_000)
                        : 200L + random.nextInt(12_000);
        String reason = truthOf(life.card).limitReason(at, 0, amount);
        if (reason == null) {
            truthOf(life.card).approved(life.reference, at, amount);
            follow(life, shop, at, amount);
        } else {
            truthOf(life.card).declined(life.reference, at, amount, reason);
        }
        return repeatNowAndThen(
                life.request("authorization_request", shop, at, amount, "000000"), at);
    }

    /** Single messages: cash, which only some cards allow. */
    private SimulatedMessage withdraw(Lifecycle life, Instant at) {
        long amount = 2_000L * (1 + random.nextInt(10));
        String reason =
                life.card.cashAllowed()
                        ? truthOf(life.card).limitReason(at, 0, amount)
                        : "authorization_control";
        if (reason == null) {
            truthOf(life.card).approved(life.reference, at, amount);
        } else {
            truthOf(life.card).declined(life.reference, at, amount, reason);
        }
        Envelope message =
                life.purchase("financial_request", Shop.CASH_MACHINE, at, amount, "010000");
        return repeatNowAndThen(life.message(message.with("cvm", "pin", "match")), at);
    }

    private SimulatedMessage refuse(Lifecycle life, Instant at) {
        long amount = 500L + random.nextInt(20_000);
        if (random.nextBoolean()) {
            truthOf(life.card).declined(life.reference, at, amount, "authorization_control");
            return life.request("authorization_request", Shop.CASINO, at, amount, "000000");
        }
        truthOf(life.card).declined(life.reference, at, amount, "other");
        Envelope message =
                life.purchase("authorization_request", Shop.any(random), at, amount, "000000");
        return life.message(message.with("expiry", life.card.expiry().minusYears(1).toString()));
    }

    /** The reversal overtakes its authorization. */
    private void reverseFirst(Lifecycle life, Instant at) {
        Shop shop = Shop.any(random);
        long amount = 500L + random.nextInt(5_000);
        later(at, when -> life.reversal(shop, when, amount, 0L));
        later(
                at.plusMillis(1),
                when -> {
                    truthOf(life.card).declined(life.reference, when, amount, "other");
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
                        truthOf(life.card).declined(life.reference, when, amount, "other");
                        Envelope message =
                                life.purchase(
                                        "authorization_request", shop, when, amount, "000000");
                        return life.message(
                                message.with(
                                        "expiry", life.card.expiry().minusYears(1).toString()));
                    });
            later(
                    at.plusSeconds(20),
                    when -> {
                        truthOf(life.card).overridden(life.reference, amount);
                        return life.advice(shop, when, amount);
                    });
            return;
        }
        later(
                at,
                when -> {
                    truthOf(life.card).approved(life.reference, when, amount);
                    return life.advice(shop, when, amount);
                });
        if (order == 1) {
            later(
                    at.plusSeconds(30),
                    when -> life.request("authorization_request", shop, when, amount, "000000"));
        }
    }

    /** What comes after an approval, in the shares that issuers see. */
    private void follow(Lifecycle life, Shop shop, Instant at, long amount) {
        int chance = random.nextInt(PER_MILLE);
        if (chance < 15) {
            later(at.plusSeconds(600), when -> reverse(life, shop, when, amount));
        } else if (chance < 25) {
            long part = Math.max(1, amount / 4);
            later(
                    at.plusSeconds(900),
                    when -> reverseInPart(life, shop, when, part, amount - part));
            clearLater(life, shop, at, amount - part);
        } else if (chance < 40) {
            long more = 100L + random.nextInt(5_000);
            later(at.plusSeconds(1_200), when -> increase(life, shop, when, more));
        } else if (chance < 50) {
            return;
        } else if (chance < 90) {
            clearLater(life, shop, at, shop.equals(Shop.RESTAURANT) ? amount * 115 / 100 : amount);
        } else if (chance < 110) {
            clearLater(life, shop, at, Math.max(1, amount * 9 / 10));
        } else if (chance < 125) {
            long first = Math.max(1, amount / 3);
            later(clearingTime(at), when -> life.clearing(shop, when, first, 1, 2));
            later(
                    clearingTime(at).plus(Duration.ofDays(1)),
                    when -> life.clearing(shop, when, amount - first, 2, 2));
        } else {
            clearLater(life, shop, at, amount);
            if (random.nextInt(PER_MILLE) < 30) {
                refundLater(life, shop, at, Math.max(1, amount / 2));
            }
        }
    }

    private void clearLater(Lifecycle life, Shop shop, Instant at, long amount) {
        later(clearingTime(at), when -> life.clearing(shop, when, amount, 1, 1));
    }

    private Instant clearingTime(Instant at) {
        return at.plus(Duration.ofHours(6 + random.nextInt(66)));
    }

    private void refundLater(Lifecycle life, Shop shop, Instant at, long amount) {
        Lifecycle back = new Lifecycle(life.card, ++planned);
        later(
                at.plus(Duration.ofHours(24 + random.nextInt(96))),
                when -> {
                    truthOf(life.card).refunded(back.reference, when, amount);
                    return back.refund(shop, when, amount, life.reference);
                });
    }

    private SimulatedMessage reverse(Lifecycle life, Shop shop, Instant at, long amount) {
        truthOf(life.card).reversed(life.reference);
        return repeatNowAndThen(life.reversal(shop, at, amount, null), at);
    }

    private SimulatedMessage reverseInPart(
            Lifecycle life, Shop shop, Instant at, long part, long remains) {
        truthOf(life.card).reversedInPart(life.reference, part);
        return life.reversal(shop, at, part, remains);
    }

    private SimulatedMessage increase(Lifecycle life, Shop shop, Instant at, long more) {
        CardTruth card = truthOf(life.card);
        if (card.limitReason(at, card.amountOf(life.reference), more) == null) {
            card.increased(life.reference, at, more);
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
        return new Lifecycle(card, ++planned)
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

    // ---- messages of one lifecycle

    /** One purchase or refund, and the messages about it. */
    private final class Lifecycle {

        private final SimulatedCard card;
        private final long number;
        private final String reference;
        private final String stan;
        private int parts;

        Lifecycle(SimulatedCard card, long number) {
            this.card = card;
            this.number = number;
            this.reference = series + String.format("%09d", number);
            this.stan = String.format("%06d", number % 1_000_000);
        }

        SimulatedMessage request(
                String kind, Shop shop, Instant at, long amount, String processing) {
            return message(purchase(kind, shop, at, amount, processing));
        }

        Envelope purchase(String kind, Shop shop, Instant at, long amount, String processing) {
            return money(envelope(kind, at), shop, amount)
                    .with("expiry", card.expiry().toString())
                    .with("refs", "network_txn_id", reference)
                    .with("refs", "stan", stan)
                    .with("refs", "rrn", series + String.format("%06d", number % 1_000_000))
                    .with("refs", "acquirer_id", "400001")
                    .with("processing_code", processing)
                    .with("pos_entry_mode", shop.entryMode())
                    .with("direction", "debit")
                    .with("merchant", "id", shop.id())
                    .with("merchant", "name", shop.name())
                    .with("merchant", "mcc", shop.mcc())
                    .with("merchant", "city", shop.city())
                    .with("merchant", "country", shop.country());
        }

        SimulatedMessage inquiry(Instant at, boolean verification) {
            return verification
                    ? request("account_verification", Shop.any(random), at, 0, "330000")
                    : request("balance_inquiry", Shop.any(random), at, 0, "300000");
        }

        SimulatedMessage advice(Shop shop, Instant at, long amount) {
            return message(
                    purchase("authorization_advice", shop, at, amount, "000000")
                            .with("flags", "stand_in", true)
                            .with("advice", "response_code", "00"));
        }

        SimulatedMessage increment(Shop shop, Instant at, long amount) {
            return message(
                    purchase("incremental_authorization", shop, at, amount, "000000")
                            .with("refs", "stan", nextStan()));
        }

        SimulatedMessage reversal(Shop shop, Instant at, long amount, @Nullable Long remains) {
            Envelope message =
                    purchase("reversal", shop, at, amount, "000000")
                            .with("refs", "original_stan", stan)
                            .with("refs", "stan", nextStan());
            if (remains != null) {
                message.money("replacement_amount", remains, card.currency());
            }
            return message(message);
        }

        SimulatedMessage clearing(Shop shop, Instant at, long amount, int sequence, int count) {
            return message(
                    settled(purchase("clearing", shop, at, amount, "000000"), at)
                            .with("refs", "arn", arn())
                            .with("refs", "usage_code", 1)
                            .with("refs", "clearing_sequence", sequence)
                            .with("refs", "clearing_count", count));
        }

        SimulatedMessage refund(Shop shop, Instant at, long amount, String purchase) {
            return message(
                    settled(purchase("refund", shop, at, amount, "200000"), at)
                            .with("direction", "credit")
                            .with("refs", "arn", arn())
                            .with("refs", "original_network_txn_id", purchase));
        }

        private Envelope settled(Envelope message, Instant at) {
            return message.with(
                            "settlement",
                            "settlement_date",
                            at.plus(Duration.ofDays(1)).toString().substring(0, 10))
                    .with("settlement", "cycle", 1)
                    .with("settlement", "service", "intl")
                    .with("settlement", "institution_id", "1000000000")
                    .with("settlement", "currency", card.currency());
        }

        private Envelope envelope(String kind, Instant at) {
            UUID id =
                    new UUID(
                            (random.nextLong() & ~0xF000L) | 0x4000L,
                            (random.nextLong() & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L);
            return Envelope.of(kind, card.network().wire(), id, at)
                    .with("card_id", card.id().toString());
        }

        private Envelope money(Envelope message, Shop shop, long amount) {
            return message.money("amount", amount, card.currency())
                    .money("merchant_amount", amount * 100 / shop.centsPerUnit(), shop.currency());
        }

        private String nextStan() {
            parts++;
            return String.format("%06d", (number + 500_000L + parts) % 1_000_000);
        }

        private String arn() {
            return "7400001" + series + String.format("%010d", number * 10 + parts);
        }

        SimulatedMessage message(Envelope envelope) {
            return new SimulatedMessage(envelope.at(), card.id().toString(), envelope.text(), true);
        }
    }
}
