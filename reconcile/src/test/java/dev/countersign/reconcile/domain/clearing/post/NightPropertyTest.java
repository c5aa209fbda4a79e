package dev.countersign.reconcile.domain.clearing.post;

import static dev.countersign.reconcile.testkit.domain.CardExample.aCard;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aClearing;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRefund;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRequest;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aReversal;
import static dev.countersign.reconcile.testkit.domain.MessageExample.anIncrement;
import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.clearing.match.Candidate;
import dev.countersign.reconcile.domain.clearing.match.MatchResult;
import dev.countersign.reconcile.domain.clearing.match.PresentmentMatcher;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.ledger.LedgerAccount;
import dev.countersign.reconcile.domain.transaction.Amounts;
import dev.countersign.reconcile.domain.transaction.Origin;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import dev.countersign.reconcile.testkit.domain.MessageExample;
import dev.countersign.reconcile.testkit.domain.SettledCard;
import dev.countersign.reconcile.testkit.domain.TrialBalance;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Currency;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Properties of nights over any messages. */
class NightPropertyTest {

    private static final int SEEDS = 150;
    private static final Instant START = Instant.parse("2026-11-28T08:00:00Z");
    private static final Currency EUR = Currency.getInstance("EUR");

    /** Other seeds each time, each in the name of its run; the first can be set to repeat them. */
    static LongStream seeds() {
        long first = Long.getLong("test.seed", System.nanoTime());
        return LongStream.range(first, first + SEEDS);
    }

    /**
     * After each night the book is in balance, the memo is what is held, and nothing is below 0.
     */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void theBookIsSoundAfterEveryNight(long seed) {
        SettledCard card = SettledCard.of(aCard());
        List<MessageExample> messages = messages(new Random(seed));
        for (LocalDate night : nights()) {
            postOf(card, messages, night);
            card.night(night);
            assertSound(card);
        }
    }

    /** A night may be cut into any portions: it writes the same. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void portionsOfANightMakeNoDifference(long seed) {
        Random random = new Random(seed);
        List<MessageExample> messages = messages(random);
        SettledCard whole = SettledCard.of(aCard());
        SettledCard cut = SettledCard.of(aCard());
        for (LocalDate night : nights()) {
            postOf(whole, messages, night);
            postOf(cut, messages, night);
            whole.night(night);
            cut.night(night, 1 + random.nextInt(3));
        }

        assertThat(cut.card().transactions()).isEqualTo(whole.card().transactions());
        assertThat(cut.breaks()).isEqualTo(whole.breaks());
        assertThat(Set.copyOf(cut.journals())).isEqualTo(Set.copyOf(whole.journals()));
    }

    /** Each record and each single message is posted once, and in full, or goes to suspense. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void theNetworkIsOwedWhatTheRecordsSay(long seed) {
        SettledCard card = SettledCard.of(aCard());
        List<MessageExample> messages = messages(new Random(seed));
        for (LocalDate night : nights()) {
            postOf(card, messages, night);
            postOf(card, messages, night);
            card.night(night);
        }
        BigInteger owed = BigInteger.ZERO;
        Set<UUID> read = new HashSet<>();
        for (MessageExample message : messages) {
            MessageKind kind = message.message().kind();
            if (!read.add(message.entry().identity())) {
                continue;
            }
            if (kind == MessageKind.CLEARING) {
                owed = owed.add(BigInteger.valueOf(message.amount()));
            } else if (kind == MessageKind.REFUND || kind == MessageKind.CLEARING_REVERSAL) {
                owed = owed.subtract(BigInteger.valueOf(message.amount()));
            }
        }
        for (Transaction transaction : card.card().transactions()) {
            if (transaction.origin() == Origin.SINGLE_MESSAGE) {
                assertThat(transaction.status()).isNotEqualTo(TransactionStatus.AUTHORIZED);
                if (transaction.settledAt() != null) {
                    owed = owed.add(BigInteger.valueOf(transaction.authorizedMinor()));
                }
            }
        }

        assertThat(card.trialBalance().balance(LedgerAccount.NETWORK_SETTLEMENT, EUR))
                .isEqualTo(owed.negate());
        assertThat(card.journals().stream().map(journal -> journal.entry().id()))
                .doesNotHaveDuplicates();
    }

    /** Clearing, what takes it back, and refunds, in any order of arrival: all ends the same. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void theOrderOfArrivalDoesNotDecideWhatIsClearedAndRefunded(long seed) {
        Random random = new Random(seed);
        List<MessageExample> messages = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            messages.addAll(oncePerArn(random, i));
        }
        SettledCard straight = SettledCard.of(aCard());
        messages.forEach(straight::post);
        straight.night(LocalDate.of(2026, 11, 29));
        List<MessageExample> shuffled = new ArrayList<>(messages);
        Collections.shuffle(shuffled, random);
        SettledCard card = SettledCard.of(aCard());
        for (int i = 0; i < shuffled.size(); i++) {
            card.post(shuffled.get(i));
            if (random.nextInt(4) == 0) {
                card.night(LocalDate.of(2026, 11, 29));
            }
        }
        card.night(LocalDate.of(2026, 11, 30));

        assertThat(ended(card)).as("in the order %s", shuffled).isEqualTo(ended(straight));
        assertThat(card.card().held()).isEqualTo(straight.card().held());
        assertThat(card.trialBalance().balance(LedgerAccount.CARDHOLDER_FUNDS, EUR))
                .isEqualTo(straight.trialBalance().balance(LedgerAccount.CARDHOLDER_FUNDS, EUR));
        assertThat(card.trialBalance().balance(LedgerAccount.SUSPENSE, EUR))
                .isEqualTo(straight.trialBalance().balance(LedgerAccount.SUSPENSE, EUR));
    }

    /**
     * Parts under one ARN and reversals of it, of any amount, in any order, whether all of the
     * parts, some or none were authorized: each reversal takes back from one transaction no more
     * than that one has, and the rest is in suspense.
     */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void whatAReversalDoesNotTakeBackIsInSuspense(long seed) {
        Random random = new Random(seed);
        List<MessageExample> messages = new ArrayList<>();
        int parts = 2 + random.nextInt(3);
        long clearedMinor = 0;
        long reversalMinor = 0;
        for (int i = 1; i <= parts; i++) {
            long minor = 1_000L + random.nextInt(9_000 / parts);
            messages.add(aClearing().part(i, parts).withAmount(minor));
            clearedMinor += minor;
        }
        for (int i = 1; i <= 1 + random.nextInt(2); i++) {
            long minor = 500L + random.nextInt(9_000);
            messages.add(
                    aClearing()
                            .ofKind(MessageKind.CLEARING_REVERSAL)
                            .part(i, parts)
                            .withAmount(minor));
            reversalMinor += minor;
        }
        messages.replaceAll(message -> message.withArn("A1").ofLifecycle("T1").at(START));
        Collections.shuffle(messages, random);
        SettledCard card = SettledCard.of(aCard());
        long authorized = List.of(12_000L, 5_000L, 0L).get(random.nextInt(3));
        if (authorized > 0) {
            card.post(aRequest().ofLifecycle("T1").withAmount(authorized).at(START));
        }
        for (MessageExample message : messages) {
            card.post(message);
            if (random.nextBoolean()) {
                card.night(LocalDate.of(2026, 11, 29));
            }
        }
        card.night(LocalDate.of(2026, 11, 30));

        assertSound(card);
        long taken = 0;
        for (PostedClearing settled : card.posted()) {
            assertThat(settled.reversedMinor()).isBetween(0L, settled.record().amount().minor());
            taken += settled.reversedMinor();
        }
        assertThat(card.trialBalance().balance(LedgerAccount.CARDHOLDER_FUNDS, EUR))
                .as("in the order %s", messages)
                .isEqualTo(clearedMinor - taken);
        assertThat(card.trialBalance().balance(LedgerAccount.SUSPENSE, EUR))
                .as("in the order %s", messages)
                .isEqualTo(taken - reversalMinor);
    }

    /** The order in which candidates are read changes nothing. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void theOrderOfCandidatesMakesNoDifference(long seed) {
        Random random = new Random(seed);
        SettledCard card = SettledCard.of(aCard());
        for (int i = 0; i < 12; i++) {
            card.post(
                    aRequest()
                            .ofLifecycle(random.nextInt(3) == 0 ? null : "T" + random.nextInt(3))
                            .withStan("00000" + random.nextInt(10))
                            .withRrn(random.nextBoolean() ? "R" + random.nextInt(2) : null)
                            .withAmount(1000L * (1 + random.nextInt(3)))
                            .atMerchant("M" + random.nextInt(2))
                            .at(START.plus(Duration.ofHours(random.nextInt(72)))));
        }
        card.post(
                aReversal()
                        .ofOriginal(null, null)
                        .ofLifecycle("T" + random.nextInt(3))
                        .withAmount(1000L * (1 + random.nextInt(3)))
                        .at(START.plus(Duration.ofHours(80))));
        card.post(
                aClearing()
                        .ofLifecycle(random.nextBoolean() ? null : "T" + random.nextInt(3))
                        .withRrn(random.nextBoolean() ? null : "R" + random.nextInt(2))
                        .withStan(null)
                        .atMerchant("M" + random.nextInt(2))
                        .withAmount(1000L * (1 + random.nextInt(3)))
                        .at(START.plus(Duration.ofHours(90))));
        List<Candidate> candidates =
                new ArrayList<>(
                        card.card().transactions().stream()
                                .map(transaction -> new Candidate(transaction, List.of()))
                                .toList());
        card.night(LocalDate.of(2026, 12, 1));
        ClearingRecord record = card.lastOutcome().record();
        assertThat(record).isNotNull();
        PresentmentMatcher matcher =
                new PresentmentMatcher(ClearingPolicy.DEFAULT, SettledCard.WHOLE_FEED);
        MatchResult expected = matcher.match(record, candidates);
        for (int i = 0; i < 5; i++) {
            Collections.shuffle(candidates, random);
            assertThat(matcher.match(record, candidates)).isEqualTo(expected);
        }
    }

    // ---- what happens

    private static List<LocalDate> nights() {
        return LocalDate.of(2026, 11, 28).datesUntil(LocalDate.of(2026, 12, 16)).toList();
    }

    private static void postOf(SettledCard card, List<MessageExample> messages, LocalDate day) {
        for (MessageExample message : messages) {
            if (LocalDate.ofInstant(message.sentAt(), ZoneOffset.UTC).equals(day)) {
                card.post(message);
            }
        }
    }

    private static List<MessageExample> messages(Random random) {
        List<MessageExample> messages = new ArrayList<>();
        Instant at = START;
        for (int i = 0; i < 60; i++) {
            at = at.plus(Duration.ofMinutes(random.nextInt(600)));
            messages.add(any(random, i).at(at).atOffset(i));
        }
        return messages;
    }

    private static MessageExample any(Random random, int number) {
        String arn = "A" + random.nextInt(25);
        int count = 1 + random.nextInt(3);
        MessageExample message =
                switch (random.nextInt(12)) {
                    case 0, 1, 2 -> aRequest();
                    case 3 -> anIncrement();
                    case 4 -> aReversal().ofOriginal(null, null);
                    case 5 -> aRefund().refunding("T" + random.nextInt(12)).withArn("R" + number);
                    case 6 -> aClearing().ofKind(MessageKind.CLEARING_REVERSAL).withArn(arn);
                    case 7 -> aClearing().withArn(arn).part(1 + random.nextInt(count), count);
                    case 8 -> aClearing().withArn(arn).ofLifecycle(null);
                    default -> aClearing().withArn(arn);
                };
        boolean single =
                message.message().kind() == MessageKind.AUTHORIZATION_REQUEST
                        && random.nextInt(8) == 0;
        if (single) {
            return message.ofKind(MessageKind.FINANCIAL_REQUEST)
                    .ofLifecycle(random.nextBoolean() ? "F" + number : "T" + random.nextInt(12))
                    .withStan("F" + number)
                    .withAmount(1000L * (1 + random.nextInt(5)));
        }
        boolean refund = message.message().kind() == MessageKind.REFUND;
        return message.ofLifecycle(
                        refund
                                ? "R" + number
                                : random.nextInt(10) == 0 ? null : "T" + random.nextInt(12))
                .withStan("S" + number)
                .withMcc(random.nextBoolean() ? "5812" : "5999")
                .withAmount(1000L * (1 + random.nextInt(5)));
    }

    /**
     * A purchase, cleared under one ARN or two, with what is taken back of it. Each at a merchant
     * of its own: a record that comes before its authorization may be taken for what the same
     * merchant still has to present of another purchase, when it is just as much.
     */
    private static List<MessageExample> oncePerArn(Random random, int number) {
        String lifecycle = "T" + number;
        String arn = "A" + number;
        long amount = 3_000L + random.nextInt(3_000);
        List<MessageExample> messages = new ArrayList<>();
        if (random.nextInt(4) > 0) {
            messages.add(aRequest().withAmount(amount));
        }
        if (random.nextBoolean()) {
            messages.add(aClearing().withArn(arn).withAmount(amount));
        } else {
            messages.add(aClearing().withArn(arn).part(1, 2).withAmount(amount / 2));
            messages.add(aClearing().withArn(arn).part(2, 2).withAmount(amount / 3));
        }
        if (random.nextInt(3) == 0) {
            messages.add(
                    aClearing()
                            .ofKind(MessageKind.CLEARING_REVERSAL)
                            .withArn(arn)
                            .withAmount(amount / 4));
        }
        int refunds = random.nextInt(3);
        for (int i = 0; i < refunds; i++) {
            messages.add(aRefund().refunding(lifecycle).withArn("R" + number + i).withAmount(100));
        }
        List<MessageExample> named = new ArrayList<>();
        for (MessageExample message : messages) {
            boolean refund = message.message().kind() == MessageKind.REFUND;
            named.add(
                    message.ofLifecycle(refund ? "R" + number + named.size() : lifecycle)
                            .withStan("00000" + number)
                            .atMerchant("M" + number)
                            .at(START.plus(Duration.ofMinutes(number * 10L + named.size()))));
        }
        return named;
    }

    // ---- what must hold

    private static void assertSound(SettledCard card) {
        TrialBalance balance = card.trialBalance();
        assertThat(balance.unbalanced()).isEmpty();
        assertThat(balance.balance(LedgerAccount.HOLDS, EUR))
                .as("memo of holds")
                .isEqualTo(BigInteger.valueOf(card.card().held()));
        for (Journal journal : card.journals()) {
            assertThat(TrialBalance.of(List.of(journal)).unbalanced()).isEmpty();
        }
        for (Transaction transaction : card.card().transactions()) {
            Amounts amounts = transaction.amounts();
            assertThat(amounts.held()).isNotNegative();
            assertThat(amounts.cleared()).isNotNegative();
            assertThat(amounts.approved()).isNotNegative();
            assertThat(transaction.hold().increments()).allMatch(part -> part.minor() >= 0);
            if (transaction.status() == TransactionStatus.SETTLED) {
                assertThat(amounts.displayAmount()).isEqualTo(amounts.cleared());
                assertThat(transaction.settledAt()).isNotNull();
            }
            if (transaction.status() == TransactionStatus.REVERSED) {
                assertThat(amounts.held() + amounts.cleared()).isZero();
            }
            if (transaction.type() == TransactionType.REFUND) {
                assertThat(amounts.held()).isZero();
            }
        }
    }

    private static Map<String, Long> ended(SettledCard card) {
        Map<String, Long> cleared = new TreeMap<>();
        for (Transaction transaction : card.card().transactions()) {
            cleared.merge(
                    String.valueOf(transaction.keys().networkTxnId()),
                    transaction.amounts().cleared(),
                    Long::sum);
            cleared.merge(
                    transaction.keys().networkTxnId() + " refunded",
                    transaction.amounts().refunded(),
                    Long::sum);
        }
        return cleared;
    }
}
