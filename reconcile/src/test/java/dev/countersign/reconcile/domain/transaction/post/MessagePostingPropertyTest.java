package dev.countersign.reconcile.domain.transaction.post;

import static dev.countersign.reconcile.testkit.domain.CardExample.aCard;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aClearing;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aCompletion;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRefund;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRefundAuthorization;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRequest;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aReversal;
import static dev.countersign.reconcile.testkit.domain.MessageExample.anAdvice;
import static dev.countersign.reconcile.testkit.domain.MessageExample.anIncrement;
import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.card.SpendingLimits;
import dev.countersign.reconcile.domain.transaction.Amounts;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import dev.countersign.reconcile.testkit.domain.FoldedCard;
import dev.countersign.reconcile.testkit.domain.MessageExample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Properties of posting over any messages in any order. A failure prints the seed; {@link
 * FoldedCard} compares usage with the transactions after each message by itself.
 */
class MessagePostingPropertyTest {

    private static final int SEEDS = 200;
    private static final int ORDERS = 3_000;
    private static final String BLOCKED = "AQ";
    private static final long DAILY = 10_000;
    private static final long MONTHLY = 25_000;
    private static final long SINGLE = 6_000;
    private static final Instant START = Instant.parse("2026-11-29T20:00:00Z");

    /** Other seeds each time, each in the name of its run; the first can be set to repeat them. */
    static LongStream seeds() {
        long first = Long.getLong("test.seed", System.nanoTime());
        return LongStream.range(first, first + SEEDS);
    }

    /**
     * Requests, increments and reversals over the end of a month: nothing here may pass a limit.
     */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void whatIsApprovedNeverExceedsALimit(long seed) {
        Random random = new Random(seed);
        FoldedCard card =
                FoldedCard.of(aCard().withLimits(new SpendingLimits(SINGLE, DAILY, MONTHLY)));
        Instant at = START;
        for (int i = 0; i < 60; i++) {
            at = at.plus(Duration.ofMinutes(random.nextInt(90)));
            Instant late = at.minus(Duration.ofMinutes(random.nextInt(60)));
            String lifecycle = "T" + random.nextInt(20);
            String stan = "S" + i;
            int amount = random.nextInt(5_000);
            int what = random.nextInt(5);
            MessageExample message = aRequest();
            if (what == 0) {
                message = anIncrement();
            } else if (what == 1) {
                message = aReversal().ofOriginal(null, null);
            }
            card.post(message.ofLifecycle(lifecycle).withStan(stan).withAmount(amount).at(late));
        }

        for (String day : List.of("2026-11-29", "2026-11-30")) {
            assertThat(usedOn(card, day)).isLessThanOrEqualTo(DAILY);
        }
        assertThat(card.usedIn("2026-11")).isLessThanOrEqualTo(MONTHLY);
        assertThat(card.transactions())
                .allMatch(transaction -> transaction.amounts().counted() <= SINGLE);
    }

    /** F4 and F5: fifty of 1000 against 10000 a day, half before midnight. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void exactlyTenOfAThousandFitInADayOfTenThousand(long seed) {
        List<MessageExample> requests = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            requests.add(
                    aRequest()
                            .withAmount(1000)
                            .ofLifecycle("T" + i)
                            .at(i % 2 == 0 ? "2026-11-21T23:59:59.999Z" : "2026-11-22T00:00:00Z"));
        }
        Collections.shuffle(requests, new Random(seed));
        FoldedCard card = FoldedCard.of(aCard().withDailyLimit(10_000L));
        card.postAll(requests);

        assertThat(card.answers().stream().filter(Decision::approved)).hasSize(20);
        assertThat(card.usedOn("2026-11-21")).isEqualTo(10_000);
        assertThat(card.usedOn("2026-11-22")).isEqualTo(10_000);
        assertThat(card.usedIn("2026-11")).isEqualTo(20_000);
    }

    /** Everything at once, with the network standing in: usage is always what is counted. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void usageIsWhatTheTransactionsCount(long seed) {
        Random random = new Random(seed);
        FoldedCard card = FoldedCard.of(aCard().withDailyLimit(DAILY).withFunds(40_000L));
        Instant at = START;
        for (int i = 0; i < 60; i++) {
            at = at.plus(Duration.ofMinutes(random.nextInt(90)));
            card.post(anyMessage(random, i).at(at));
        }

        for (Transaction transaction : card.transactions()) {
            Amounts amounts = transaction.amounts();
            assertThat(amounts.held()).isNotNegative();
            assertThat(amounts.approved()).isGreaterThanOrEqualTo(amounts.held());
            if (transaction.status() == TransactionStatus.DECLINED
                    || transaction.status() == TransactionStatus.REVERSED
                    || transaction.type() == TransactionType.REFUND) {
                assertThat(amounts.held()).isZero();
            }
        }
    }

    /**
     * Messages whose outcome depends on no limit, in two orders: the same is held, cleared and
     * refunded. Declined or reversed, and the breaks, may differ (DOMAIN.md section 9).
     */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void anyOrderEndsWithTheSameHolds(long seed) {
        Random random = new Random(seed);
        List<MessageExample> messages = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            messages.addAll(lifecycle(random, i));
        }
        FoldedCard straight = FoldedCard.of(aCard());
        straight.postAll(messages);
        List<MessageExample> shuffled = new ArrayList<>(messages);
        Collections.shuffle(shuffled, random);
        FoldedCard card = FoldedCard.of(aCard());
        card.postAll(shuffled);

        assertThat(holds(card)).as("in the order %s", shuffled).isEqualTo(holds(straight));
        assertThat(card.held()).isEqualTo(straight.held());
        assertThat(usedOn(card, "2026-11-21")).isEqualTo(usedOn(straight, "2026-11-21"));
        assertThat(card.transactions()).hasSameSizeAs(straight.transactions());
    }

    /**
     * Stand-in advices, increments, partial and whole reversals, refunds and their authorizations,
     * of purchases that we approve and that we decline, in any order and with repetitions: the same
     * is held, cleared and counted, and nothing is held that should not be. What may differ are the
     * breaks, and whether nothing shows as declined or reversed.
     */
    @Test
    void anyOrderAndAnyRepetitionEndsWithTheSameMoney() {
        long first = Long.getLong("test.seed", System.nanoTime());
        for (long seed = first; seed < first + ORDERS; seed++) {
            Random random = new Random(seed);
            List<MessageExample> messages = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                messages.addAll(fullLifecycle(random, i));
            }
            FoldedCard straight = FoldedCard.of(aCard().withBlockedCountries(BLOCKED));
            straight.postAll(messages);
            Collections.shuffle(messages, random);
            FoldedCard card = FoldedCard.of(aCard().withBlockedCountries(BLOCKED));
            for (int i = 0; i < messages.size(); i++) {
                card.post(messages.get(i));
                if (random.nextInt(3) == 0) {
                    card.repeat(messages.get(random.nextInt(i + 1)));
                }
            }

            assertThat(holds(card))
                    .as("seed %s, in the order %s", seed, messages)
                    .isEqualTo(holds(straight));
            assertThat(usedOn(card, "2026-11-21"))
                    .as("seed %s", seed)
                    .isEqualTo(usedOn(straight, "2026-11-21"));
        }
    }

    /**
     * A purchase with increments before and after a reversal that says what remains, and perhaps an
     * approval in stand-in: in any order the same is held and counted.
     */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void anyOrderLeavesWhatAReversalSaysRemains(long seed) {
        Random random = new Random(seed);
        List<MessageExample> messages = new ArrayList<>();
        messages.add(aRequest().withAmount(5_000));
        if (random.nextBoolean()) {
            messages.add(anAdvice().withAmount(4_500));
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            messages.add(anIncrement().withStan("00002" + i).withAmount(100L * i));
        }
        messages.add(aReversal().withStan("000031").withAmount(2_000).leaving(2_500L));
        for (int i = random.nextInt(3); i > 0; i--) {
            messages.add(anIncrement().withStan("00004" + i).withAmount(70L * i));
        }
        for (int i = 0; i < messages.size(); i++) {
            messages.set(i, messages.get(i).after(Duration.ofSeconds(10L * i)));
        }
        FoldedCard straight = FoldedCard.of(aCard());
        straight.postAll(messages);
        Collections.shuffle(messages, random);
        FoldedCard card = FoldedCard.of(aCard());
        card.postAll(messages);

        assertThat(holds(card)).as("in the order %s", messages).isEqualTo(holds(straight));
        assertThat(usedOn(card, "2026-11-21")).isEqualTo(usedOn(straight, "2026-11-21"));
    }

    private static List<MessageExample> fullLifecycle(Random random, int number) {
        String name = "T" + number;
        long amount = 1_000L + random.nextInt(9_000);
        boolean declined = random.nextInt(3) == 0;
        MessageExample request =
                aRequest().withAmount(amount).withCountry(declined ? BLOCKED : "IT");
        List<MessageExample> messages = new ArrayList<>(List.of(request));
        if (declined || random.nextBoolean()) {
            long approved = random.nextBoolean() ? amount : amount - random.nextInt(500);
            messages.add(anAdvice().withAmount(amount).approvedFor(approved));
        }
        int kind = random.nextInt(5);
        if (kind == 0) {
            messages.add(aReversal().withAmount(amount));
        } else if (kind == 1 && messages.size() == 1) {
            messages.add(anAdvice().withAmount(amount).declined());
        } else {
            for (int i = random.nextInt(3); i > 0; i--) {
                messages.add(aReversal().withStan("00001" + i).withAmount(1 + random.nextInt(150)));
            }
            for (int i = declined ? 0 : random.nextInt(3); i > 0; i--) {
                messages.add(
                        anIncrement().withStan("00002" + i).withAmount(1 + random.nextInt(900)));
            }
        }
        List<MessageExample> named =
                new ArrayList<>(messages.stream().map(one -> one.ofLifecycle(name)).toList());
        if (random.nextBoolean()) {
            String refund = "R" + number;
            named.add(aRefundAuthorization().ofLifecycle(refund).withAmount(amount / 2));
            named.add(
                    aRefund()
                            .ofLifecycle(refund)
                            .refunding(name)
                            .withAmount(amount / 2)
                            .withArn(refund));
        }
        return named.stream()
                .map(one -> one.after(Duration.ofSeconds(random.nextInt(300))))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** One purchase with what may follow it, each message once, in its natural order. */
    private static List<MessageExample> lifecycle(Random random, int number) {
        String name = "T" + number;
        long amount = 1_000L + random.nextInt(9_000);
        MessageExample request = aRequest().withAmount(amount);
        List<MessageExample> messages = new ArrayList<>(List.of(request));
        switch (random.nextInt(7)) {
            case 0 -> messages.add(anAdvice().withAmount(amount));
            case 1 -> {
                messages.add(anAdvice().withAmount(amount));
                messages.add(aReversal().withAmount(amount));
            }
            case 2 -> {
                long back = 1L + random.nextInt(900);
                messages.add(anAdvice().withAmount(amount));
                messages.add(aReversal().withAmount(back).leaving(amount - back));
                messages.add(
                        aReversal().withStan("000005").withAmount(back).leaving(amount - back));
            }
            case 3 -> {
                messages.add(aReversal().withAmount(300));
                messages.add(aReversal().withStan("000005").withAmount(400));
                messages.add(anAdvice().withAmount(amount));
            }
            case 4 -> {
                messages.add(anIncrement().withAmount(500));
                messages.add(anIncrement().withStan("000006").withAmount(700));
                messages.add(anAdvice().withAmount(amount));
            }
            case 5 -> messages.add(aCompletion().withAmount(amount / 2));
            default -> {
                messages.add(aClearing().withAmount(amount));
                messages.add(
                        aRefund().refunding(name).withAmount(amount / 2).withArn("R" + number));
            }
        }
        List<MessageExample> named = new ArrayList<>();
        for (int i = 0; i < messages.size(); i++) {
            MessageExample message = messages.get(i);
            boolean refund = message.message().kind().wire().equals("refund");
            named.add(
                    message.ofLifecycle(refund ? "R" + number : name)
                            .after(Duration.ofSeconds(random.nextInt(300))));
        }
        return named;
    }

    private static MessageExample anyMessage(Random random, int number) {
        MessageExample message =
                switch (random.nextInt(9)) {
                    case 0 -> anIncrement();
                    case 1 -> aReversal().ofOriginal(null, null);
                    case 2 ->
                            aReversal().ofOriginal(null, null).leaving((long) random.nextInt(900));
                    case 3 -> anAdvice();
                    case 4 -> anAdvice().declined();
                    case 5 -> aCompletion();
                    case 6 -> aRefund().withArn("A" + number);
                    default -> aRequest().supportingPartialApproval();
                };
        return message.ofLifecycle("T" + random.nextInt(15))
                .withStan("S" + number)
                .withAmount(random.nextInt(5_000));
    }

    private static Map<String, Long> holds(FoldedCard card) {
        Map<String, Long> holds = new TreeMap<>();
        for (Transaction transaction : card.transactions()) {
            Amounts amounts = transaction.amounts();
            holds.merge(transaction.keys().networkTxnId() + " held", amounts.held(), Long::sum);
            holds.merge(
                    transaction.keys().networkTxnId() + " cleared", amounts.cleared(), Long::sum);
        }
        return holds;
    }

    private static long usedOn(FoldedCard card, String day) {
        Instant noon = Instant.parse(day + "T12:00:00Z");
        return card.position().usage().covers(noon) ? card.usedOn(day) : 0;
    }
}
