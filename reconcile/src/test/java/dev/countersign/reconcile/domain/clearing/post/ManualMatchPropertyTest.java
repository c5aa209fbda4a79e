package dev.countersign.reconcile.domain.clearing.post;

import static dev.countersign.reconcile.testkit.domain.CardExample.aCard;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aClearing;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRequest;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aReversal;
import static dev.countersign.reconcile.testkit.domain.MessageExample.anIncrement;
import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.clearing.post.ClearingOutcome.Disposition;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.ledger.JournalLine;
import dev.countersign.reconcile.domain.ledger.LedgerAccount;
import dev.countersign.reconcile.domain.ledger.Side;
import dev.countersign.reconcile.domain.transaction.Origin;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.testkit.domain.MessageExample;
import dev.countersign.reconcile.testkit.domain.SettledCard;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Clearing records that operators match elsewhere and back, a night for each. */
class ManualMatchPropertyTest {

    private static final int SEEDS = 200;
    private static final Instant START = Instant.parse("2026-11-20T06:00:00Z");
    private static final LocalDate NIGHT = LocalDate.of(2026, 11, 24);

    private static final AtomicInteger MATCHED = new AtomicInteger();

    static LongStream seeds() {
        long first = Long.getLong("test.seed", System.nanoTime());
        return LongStream.range(first, first + SEEDS);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void thereAndBackIsAsItWasWhereNothingWasReversed(long seed) {
        SettledCard card = live(new Random(seed), false);
        card.night(NIGHT);
        for (ClearingOutcome outcome : card.outcomes()) {
            ClearingRecord record = outcome.record();
            TransactionId from = outcome.transaction();
            for (Transaction to : card.transactions()) {
                if (record != null && from != null && mayTake(card, record, from, to)) {
                    List<String> before = book(card);
                    match(card, record, to.id());
                    assertMoneyIsExact(card);
                    assertThat(cleared(card, to.id())).isGreaterThan(to.amounts().cleared());
                    match(card, record, from);
                    assertThat(book(card)).as("%s to %s", record, to).isEqualTo(before);
                    MATCHED.incrementAndGet();
                }
            }
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void keepsMoneyExactWhateverIsMatchedWhere(long seed) {
        Random random = new Random(seed);
        SettledCard card = live(random, true);
        card.night(NIGHT);
        List<ClearingRecord> records =
                card.posted().stream()
                        .map(PostedClearing::record)
                        .sorted(ClearingRecord.ORDER)
                        .toList();
        long spent = balance(card, LedgerAccount.CARDHOLDER_FUNDS);
        long owed = balance(card, LedgerAccount.NETWORK_SETTLEMENT);
        for (int i = 0; i < 12 && !records.isEmpty(); i++) {
            List<Transaction> there = card.transactions();
            card.match(
                    records.get(random.nextInt(records.size())),
                    there.get(random.nextInt(there.size())).id());
            if (random.nextBoolean()) {
                card.night(NIGHT, 1 + random.nextInt(2));
                assertMoneyIsExact(card);
                assertThat(balance(card, LedgerAccount.CARDHOLDER_FUNDS)).isEqualTo(spent);
                assertThat(balance(card, LedgerAccount.NETWORK_SETTLEMENT)).isEqualTo(owed);
            }
        }
    }

    @Test
    void whatBelongsToNoneIsNotGuessedAtAgain() {
        SettledCard card = SettledCard.of(aCard());
        card.post(aClearing().ofLifecycle("N").withArn("AN").withAmount(4_000).at(START));
        card.night(NIGHT);
        ClearingOutcome alone = card.lastOutcome();
        card.post(aRequest().ofLifecycle("T").withAmount(4_000).at(START.minusSeconds(60)));
        card.night(NIGHT);
        List<String> before = book(card);

        match(card, alone.record(), card.card().transaction("T").id());
        match(card, alone.record(), alone.transaction());

        assertThat(book(card)).isEqualTo(before);
    }

    @AfterAll
    static void manyCouldBeMatched() {
        assertThat(MATCHED).hasValueGreaterThan(SEEDS);
    }

    /**
     * True for one that holds money, where the record fits. It fits again where it was when it was
     * alone there: of several parts one may have gone beyond what was authorized.
     */
    private static boolean mayTake(
            SettledCard card, ClearingRecord record, TransactionId from, Transaction to) {
        return !to.id().equals(from)
                && to.origin() == Origin.REQUEST
                && to.status() == TransactionStatus.AUTHORIZED
                && card.posted().stream().filter(each -> each.in(from)).count() == 1
                && card.posted().stream()
                        .anyMatch(each -> each.record().equals(record) && each.in(from));
    }

    private static void match(SettledCard card, ClearingRecord record, TransactionId to) {
        card.match(record, to);
        card.night(NIGHT);
        assertThat(card.lastOutcome().disposition()).isEqualTo(Disposition.IDENTIFIED);
    }

    /** The ledger equals the transactions, and nothing is left in suspense. */
    private static void assertMoneyIsExact(SettledCard card) {
        assertThat(card.trialBalance().unbalanced()).isEmpty();
        assertThat(balance(card, LedgerAccount.CARDHOLDER_FUNDS))
                .isEqualTo(
                        card.transactions().stream()
                                .mapToLong(each -> each.amounts().cleared())
                                .sum());
        assertThat(balance(card, LedgerAccount.HOLDS)).isEqualTo(card.held());
        assertThat(card.transactions())
                .allSatisfy(each -> assertThat(each.amounts().held()).isNotNegative());
        assertThat(
                        card.posted().stream()
                                .filter(each -> each.transaction() != null && !each.reversal())
                                .mapToLong(each -> each.suspense().suspendedMinor())
                                .sum())
                .isZero();
    }

    private static long cleared(SettledCard card, TransactionId id) {
        return card.transactions().stream()
                .filter(each -> each.id().equals(id))
                .mapToLong(each -> each.amounts().cleared())
                .sum();
    }

    private static long balance(SettledCard card, LedgerAccount account) {
        return balances(card).getOrDefault(account, 0L);
    }

    private static Map<LedgerAccount, Long> balances(SettledCard card) {
        Map<LedgerAccount, Long> balances = new EnumMap<>(LedgerAccount.class);
        for (Journal journal : card.journals()) {
            for (JournalLine line : journal.lines()) {
                long minor = line.money().minor();
                balances.merge(
                        line.account(), line.side() == Side.DEBIT ? minor : -minor, Long::sum);
            }
        }
        balances.values().removeIf(minor -> minor == 0);
        return balances;
    }

    /** The view of operators and of the ledger. */
    private static List<String> book(SettledCard card) {
        List<String> book = new ArrayList<>();
        for (Transaction each : card.transactions()) {
            book.add(
                    String.format(
                            Locale.ROOT,
                            "%s %s %d held %d cleared %d reversed %d settled %s",
                            each.id(),
                            each.status(),
                            each.amounts().displayAmount(),
                            each.amounts().held(),
                            each.amounts().cleared(),
                            each.amounts().reversed(),
                            each.settledAt()));
        }
        book.add(balances(card).toString());
        return book;
    }

    /** Purchases that grow and shrink, and clear whole, in parts, too high, or named by nothing. */
    private static SettledCard live(Random random, boolean reversed) {
        SettledCard card = SettledCard.of(aCard());
        for (int i = 0; i < 4; i++) {
            purchase(random, "T" + i, reversed).forEach(card::post);
        }
        card.post(
                aClearing()
                        .ofLifecycle("N")
                        .withArn("AN")
                        .withAmount(amount(random))
                        .at(START.plus(Duration.ofHours(80))));
        return card;
    }

    private static List<MessageExample> purchase(Random random, String name, boolean reversed) {
        List<MessageExample> messages = new ArrayList<>();
        Instant at = START.plus(Duration.ofMinutes(random.nextInt(600)));
        messages.add(aRequest().withAmount(amount(random)));
        if (random.nextInt(3) == 0) {
            messages.add(anIncrement().withAmount(amount(random)));
        }
        if (reversed && random.nextInt(3) == 0) {
            messages.add(aReversal().ofOriginal(null, null).withAmount(amount(random)));
        }
        int parts = random.nextInt(4);
        for (int i = 1; i <= parts; i++) {
            messages.add(
                    aClearing()
                            .ofKind(
                                    reversed && i > 1 && random.nextInt(6) == 0
                                            ? MessageKind.CLEARING_REVERSAL
                                            : MessageKind.CLEARING)
                            .withArn("A" + name + random.nextInt(4))
                            .part(i, Math.max(i, random.nextInt(4)))
                            .withAmount(amount(random)));
        }
        List<MessageExample> timed = new ArrayList<>();
        for (MessageExample message : messages) {
            at = at.plus(Duration.ofHours(1 + random.nextInt(20)));
            timed.add(
                    message.ofLifecycle(name)
                            .withStan(name + timed.size())
                            .withMcc(random.nextBoolean() ? "5812" : "5999")
                            .at(at));
        }
        return timed;
    }

    private static long amount(Random random) {
        return 500L * (1 + random.nextInt(10));
    }
}
