package dev.countersign.reconcile.domain.clearing.post;

import static dev.countersign.reconcile.testkit.domain.CardExample.aCard;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aClearing;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRequest;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aReversal;
import static dev.countersign.reconcile.testkit.domain.MessageExample.anIncrement;
import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.clearing.post.ManualMatch.Linked;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.ledger.JournalLine;
import dev.countersign.reconcile.domain.ledger.Side;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.post.Posting.Change;
import dev.countersign.reconcile.testkit.domain.MessageExample;
import dev.countersign.reconcile.testkit.domain.SettledCard;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A clearing that is linked elsewhere and back leaves everything as it was. */
class ManualMatchPropertyTest {

    private static final int SEEDS = 200;
    private static final Instant START = Instant.parse("2026-11-20T06:00:00Z");
    private static final LocalDate NIGHT = LocalDate.of(2026, 11, 24);
    private static final LocalDate OPEN = LocalDate.of(2026, 11, 25);

    private static final AtomicInteger LINKED = new AtomicInteger();

    static LongStream seeds() {
        long first = Long.getLong("test.seed", System.nanoTime());
        return LongStream.range(first, first + SEEDS);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void thereAndBackIsAsItWas(long seed) {
        SettledCard card = live(new Random(seed));
        card.night(NIGHT);
        List<String> before = book(card);
        for (ClearingOutcome outcome : card.outcomes()) {
            for (TransactionId to :
                    card.card().transactions().stream().map(Transaction::id).toList()) {
                if (outcome.record() != null && outcome.transaction() != null) {
                    thereAndBack(card, outcome, outcome.record(), outcome.transaction(), to);
                    assertThat(book(card)).as("%s to %s", outcome, to).isEqualTo(before);
                }
            }
        }
    }

    @AfterAll
    static void manyCouldBeLinked() {
        assertThat(LINKED).hasValueGreaterThan(SEEDS);
    }

    private static void thereAndBack(
            SettledCard card,
            ClearingOutcome outcome,
            ClearingRecord record,
            TransactionId from,
            TransactionId to) {
        if (from.equals(to)) {
            return;
        }
        ManualMatch there =
                new ManualMatch(
                        record,
                        card.card().position().facts(),
                        new ManualMatch.Side(named(card, from), outcome.holdReleasedMinor()),
                        new ManualMatch.Side(named(card, to), 0),
                        others(card, record),
                        false);
        Linked linked;
        try {
            linked = there.link(OPEN, ClearingPolicy.DEFAULT);
        } catch (ManualMatch.UnfitMatchException e) {
            return;
        }
        assertThat(linked.from().amounts().held()).isNotNegative();
        LINKED.incrementAndGet();
        change(card, there, linked);
        ManualMatch back =
                new ManualMatch(
                        record,
                        card.card().position().facts(),
                        new ManualMatch.Side(linked.to(), linked.holdTaken()),
                        new ManualMatch.Side(linked.from(), 0),
                        there.posted(),
                        true);
        change(card, back, back.link(OPEN, ClearingPolicy.DEFAULT));
        assertThat(moved(there, back)).allSatisfy((account, minor) -> assertThat(minor).isZero());
    }

    private static void change(SettledCard card, ManualMatch match, Linked linked) {
        card.card().changed(new Change(match.from().transaction(), linked.from()));
        card.card().changed(new Change(match.to().transaction(), linked.to()));
    }

    private static Transaction named(SettledCard card, TransactionId id) {
        return card.card().transactions().stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static List<PostedClearing> others(SettledCard card, ClearingRecord besides) {
        return card.posted().stream()
                .filter(each -> !each.record().identity().equals(besides.identity()))
                .toList();
    }

    private static Map<String, Long> moved(ManualMatch there, ManualMatch back) {
        Map<String, Long> moved = new HashMap<>();
        Stream.of(there, back)
                .flatMap(each -> each.journals(OPEN, new UUID(0, 1)).stream())
                .map(Journal::lines)
                .flatMap(List::stream)
                .forEach(
                        line ->
                                moved.merge(
                                        line.account() + " " + line.money().currency(),
                                        signed(line),
                                        Long::sum));
        return moved;
    }

    private static long signed(JournalLine line) {
        return line.side() == Side.DEBIT ? line.money().minor() : -line.money().minor();
    }

    /** What people and limits see. */
    private static List<String> book(SettledCard card) {
        List<String> book = new ArrayList<>();
        for (Transaction each : card.card().transactions()) {
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
        days(card).forEach(day -> book.add(day + " used " + card.card().usedOn(day)));
        return book;
    }

    private static Set<String> days(SettledCard card) {
        Set<String> days = new TreeSet<>();
        for (Transaction each : card.card().transactions()) {
            days.add(day(each.createdAt()));
            each.increments().forEach(part -> days.add(day(part.at())));
        }
        return days;
    }

    private static String day(Instant at) {
        return LocalDate.ofInstant(at, ZoneOffset.UTC).toString();
    }

    /** Purchases that grow and shrink, and clear whole, in parts, too high, or named by nothing. */
    private static SettledCard live(Random random) {
        SettledCard card = SettledCard.of(aCard());
        for (int i = 0; i < 4; i++) {
            purchase(random, "T" + i).forEach(card::post);
        }
        card.post(
                aClearing()
                        .ofLifecycle("N")
                        .withArn("AN")
                        .withAmount(amount(random))
                        .at(START.plus(Duration.ofHours(80))));
        return card;
    }

    private static List<MessageExample> purchase(Random random, String name) {
        List<MessageExample> messages = new ArrayList<>();
        Instant at = START.plus(Duration.ofMinutes(random.nextInt(600)));
        messages.add(aRequest().withAmount(amount(random)));
        if (random.nextInt(3) == 0) {
            messages.add(anIncrement().withAmount(amount(random)));
        }
        if (random.nextInt(3) == 0) {
            messages.add(aReversal().ofOriginal(null, null).withAmount(amount(random)));
        }
        int parts = random.nextInt(4);
        for (int i = 1; i <= parts; i++) {
            messages.add(
                    aClearing()
                            .ofKind(
                                    i > 1 && random.nextInt(6) == 0
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
