package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Amounts up to the largest that a message can carry: sums of them stop no night. */
class ExtremeAmountsIT {

    private static final long MAX = Long.MAX_VALUE;
    private static final LocalDate FIRST = LocalDate.parse("2026-11-21");
    private static final int NIGHTS = 3;

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path reports;

    private final Set<String> requested = new HashSet<>();
    private NightRun night;

    @Test
    void closesDatesWhoseSumsNoLongCanHold() {
        night = new NightRun(POSTGRES, reports);
        CardId card = night.book.card(null, null, null);
        CardId other = night.book.card(null, null, null);
        night.request(card, "100", MAX, "2026-11-21T09:00:00Z")
                .request(card, "101", MAX, "2026-11-21T09:01:00Z")
                .increment(card, "101", MAX, "2026-11-21T09:02:00Z")
                .earning(-MAX)
                .clearing(card, "100", "A100", MAX, "2026-11-21T20:00:00Z")
                .earning(MAX)
                .clearing(card, "101", "A101", MAX, "2026-11-21T20:00:00Z")
                .earning(Long.MIN_VALUE)
                .clearing(other, "200", "A200", MAX, "2026-11-21T20:00:00Z")
                .clearing(other, "201", "A201", MAX, "2026-11-21T20:01:00Z")
                .clearing(other, "202", "A202", MAX, "2026-11-21T20:02:00Z")
                .clearing(null, "900", "A900", MAX, "2026-11-21T20:00:00Z")
                .clearing(null, "901", "A901", MAX, "2026-11-21T20:01:00Z")
                .settledCash(other, "300", MAX, -MAX, "2026-11-21T10:00:00Z")
                .settledCash(other, "301", MAX, MAX, "2026-11-21T10:01:00Z")
                .fee("2026-11-22", "F1", MAX, "2026-11-21T21:00:00Z")
                .fee("2026-11-22", "F2", MAX, "2026-11-21T21:00:00Z")
                .fee(card, "2026-11-22", "F3", MAX, "2026-11-21T21:00:00Z")
                .total(
                        "2026-11-22",
                        1,
                        """
                        "debit_count": %1$s, "debit_amount": %1$s, "credit_count": %1$s,
                        "credit_amount": %1$s, "interchange_net": -%1$s, "fees": -%1$s,
                        "net_amount": -%1$s, "is_complete": true
                        """
                                .formatted(MAX),
                        "2026-11-21T22:00:00Z")
                .decide();
        night.run("2026-11-21");
        night.earning(-MAX)
                .refundOf(card, "100", "102", "A102", MAX, "2026-11-22T08:00:00Z")
                .refundOf(card, "101", "103", "A103", MAX, "2026-11-22T08:01:00Z")
                .clearingReversal(card, "100", "A100", MAX, "2026-11-22T08:02:00Z")
                .clearingReversal(other, "200", "A200", MAX, "2026-11-22T08:03:00Z")
                .clearingReversal(other, "200", "A200", MAX, "2026-11-22T08:04:00Z")
                .refund(other, "203", "A203", MAX, "2026-11-22T08:05:00Z")
                .refund(other, "204", "A204", MAX, "2026-11-22T08:06:00Z")
                .inFile("CLR-1", 1)
                .fileHeader("2026-11-22T09:00:00Z")
                .clearing(card, "104", "A104", MAX, "2026-11-22T09:00:00Z")
                .clearing(card, "105", "A105", MAX, "2026-11-22T09:00:00Z")
                .fileTrailer(2, MAX, 0, 0, "2026-11-22T10:00:00Z")
                .inFile("CLR-2", 2)
                .fileHeader("2026-11-22T11:00:00Z")
                .clearing(card, "106", "A106", MAX, "2026-11-22T11:00:00Z")
                .fileTrailer(Integer.MAX_VALUE, MAX, 1, MAX, "2026-11-22T12:00:00Z")
                .inFile(null, null)
                .decide();
        night.runThrough(FIRST.plusDays(1), FIRST.plusDays(2));
        assertProved(FIRST.plusDays(2));
    }

    static LongStream seeds() {
        return new Random().longs(4);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void closesDatesOfAnyExtremes(long seed) {
        night = new NightRun(POSTGRES, reports);
        Random random = new Random(seed);
        List<CardId> cards =
                List.of(night.book.card(null, null, null), night.book.card(null, null, null));
        for (int i = 0; i < NIGHTS; i++) {
            LocalDate date = FIRST.plusDays(i);
            for (int n = 0; n < 60; n++) {
                message(random, cards, date, n);
            }
            night.decide().run(date.toString());
        }
        assertProved(FIRST.plusDays(NIGHTS - 1));
    }

    private void message(Random random, List<CardId> cards, LocalDate date, int n) {
        CardId card = cards.get(random.nextInt(cards.size()));
        String reference = "R" + random.nextInt(12);
        String arn = "A" + random.nextInt(12);
        String at = date.atTime(8, n).toString() + ":00Z";
        long amount = amount(random);
        night.earning(random.nextBoolean() ? amount(random) : -amount(random));
        switch (random.nextInt(12)) {
            case 0, 1, 2 -> {
                requested.add(card + reference);
                night.request(card, reference, amount, at);
            }
            case 3 -> {
                if (requested.contains(card + reference)) { // else it waits for its original
                    night.increment(card, reference, amount, at);
                }
            }
            case 4 -> night.reversal(card, reference, amount, amount(random), at);
            case 5 -> night.cash(card, reference, amount, -amount(random), at);
            case 6 -> night.clearing(card, reference, arn, amount, at);
            case 7 -> night.clearingPart(card, reference, arn, random.nextInt(3) + 1, amount, at);
            case 8 -> night.refundOf(card, reference, "B" + n, arn, amount, at);
            case 9 -> night.clearingReversal(card, reference, arn, amount, at);
            case 10 -> night.clearing(null, reference, arn, amount, at);
            default -> night.fee(card, date.plusDays(1).toString(), "F" + n, amount, at);
        }
    }

    private static long amount(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> MAX;
            case 1 -> MAX - random.nextInt(3);
            case 2 -> MAX / 2 + random.nextInt(3);
            case 3 -> random.nextInt(3);
            case 4 -> random.nextLong(MAX);
            default -> random.nextInt(100_000);
        };
    }

    /** Every date proves to what it was issued as, and nothing was left aside. */
    private void assertProved(LocalDate last) {
        FIRST.datesUntil(last.plusDays(1))
                .forEach(
                        date ->
                                assertThat(night.nights.rerun(Mode.SANDBOX, date).differences())
                                        .isEmpty());
        assertThat(
                        night.rows(
                                """
                                select currency
                                  from ledger_day
                                 group by currency
                                having sum(debit_minor) <> sum(credit_minor)
                                """))
                .isEmpty();
    }
}
