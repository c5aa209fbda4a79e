package dev.countersign.reconcile.domain.settlement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.reconcile.domain.breaks.AgeBucket;
import dev.countersign.reconcile.domain.breaks.BreakClosing;
import dev.countersign.reconcile.domain.breaks.BreakClosing.CompletedNight;
import dev.countersign.reconcile.domain.breaks.BreakClosing.KnownPurchase;
import dev.countersign.reconcile.domain.breaks.BreakClosing.LateAuthorization;
import dev.countersign.reconcile.domain.breaks.BreakClosing.RecomputedDifference;
import dev.countersign.reconcile.domain.breaks.BreakState;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.breaks.Severity;
import dev.countersign.reconcile.domain.breaks.WriteOff;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.settlement.MonthClose.Facts;
import dev.countersign.reconcile.domain.settlement.MonthClose.Obstacle;
import dev.countersign.reconcile.testkit.domain.TextTable;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Arrays;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Days, totals, months, ages and how breaks close. */
class SettlementRulesTest {

    private static final Currency EUR = Currency.getInstance("EUR");
    private static final LocalDate DAY = LocalDate.of(2026, 11, 21);
    private static final CycleKey CYCLE =
            new CycleKey(Network.VISA, "1000000000", "intl", LocalDate.of(2026, 11, 23), 1, EUR);

    /** The network's example: net = 9000 − 3000 − 12 + 2. */
    private static final CycleSums OURS =
            new CycleSums(1, minor(9_000), 1, minor(3_000), minor(12), minor(2), minor(0));

    // ---- days

    @Test
    void businessDaysSkipWeekendsAndHolidays() {
        BusinessDays days = new BusinessDays(Set.of(LocalDate.of(2026, 11, 24)));
        LocalDate friday = LocalDate.of(2026, 11, 20);

        assertThat(BusinessDays.WITHOUT_HOLIDAYS.after(friday, 1)).hasToString("2026-11-23");
        assertThat(BusinessDays.WITHOUT_HOLIDAYS.after(DAY, 3)).hasToString("2026-11-25");
        assertThat(days.after(friday, 3)).hasToString("2026-11-26");
        assertThat(days.after(friday, 0)).isEqualTo(friday);
    }

    // ---- totals

    @TestFactory
    Stream<DynamicTest> aTotalIsComparedByCountAndAmountWithDebitAndCreditApart() {
        return TextTable.tests(
                """
                case                        | debit count | debit | credit count | credit | verdict | amount
                agrees                      | 1           | 9000  | 1            | 3000   | agrees  | 0
                debit                       | 1           | 9005  | 1            | 3000   | differs | 5
                credit                      | 1           | 9000  | 1            | 2990   | differs | 10
                a record is missing         | 2           | 9700  | 1            | 3000   | differs | 700
                both wrong in the same way  | 1           | 9100  | 1            | 3100   | differs | 100
                counts alone                | 2           | 9000  | 1            | 3000   | differs | 0
                """,
                row -> {
                    NetworkTotal total =
                            total(
                                    row.number("debit count"),
                                    row.number("debit"),
                                    row.number("credit count"),
                                    row.number("credit"));
                    TotalsComparison compared = TotalsComparison.of(OURS, total);
                    assertThat(compared.agrees() ? "agrees" : "differs")
                            .isEqualTo(row.text("verdict"));
                    assertThat(compared.amount()).hasToString(row.text("amount"));
                });
    }

    @Test
    void ourNetIsWhatTheNetworkPaysBy() {
        assertThat(OURS.net()).isEqualTo(5_990);
        assertThat(total(1, 9_000, 1, 3_000).consistent()).isTrue();
        assertThat(TotalsComparison.of(OURS, total(1, 9_000, 1, 3_000)).difference()).isZero();
    }

    @TestFactory
    Stream<DynamicTest> feesThatATotalHoldsBeyondThoseCollectedAreBooked() {
        return TextTable.tests(
                """
                case                                      | collected | booked | total says | due
                a total alone says them                   | 0         | 0      | 25         | 25
                said before                               | 0         | 25     | 25         | 0
                said otherwise before                     | 0         | 25     | 20         | -5
                the network gives fees back               | 0         | 0      | -25        | -25
                all were collected                        | 25        | 25     | 25         | 0
                some were collected                       | 25        | 25     | 32         | 7
                said first, then collected                | 25        | 50     | 25         | -25
                the total lacks one                       | 25        | 25     | 2          | 0
                the total lacks one, and other fees stood | 25        | 27     | 2          | -2
                the total lacks all                       | 25        | 25     | 0          | 0
                given back, which the total lacks         | -25       | -25    | 0          | 0
                collected, while the total gives back     | 25        | 25     | -25        | 0
                more than an account holds                | 0         | 1      | -9223372036854775807 | 0
                """,
                row -> {
                    long said = row.number("total says");
                    CycleSums ours =
                            new CycleSums(
                                    0,
                                    minor(0),
                                    0,
                                    minor(0),
                                    minor(0),
                                    minor(row.number("booked")),
                                    minor(row.number("collected")));
                    NetworkTotal total =
                            new NetworkTotal(CYCLE, 0, 0, 0, 0, 0, said, said, true, 1);
                    assertThat(TotalsComparison.feesDue(ours, total)).isEqualTo(row.number("due"));
                });
    }

    @Test
    void interchangeVariesWhereTheRecordsAgreeAndWhatIsEarnedDoesNot() {
        NetworkTotal less = new NetworkTotal(CYCLE, 1, 9_000, 1, 3_000, 10, 2, 5_992, true, 1);
        NetworkTotal other = new NetworkTotal(CYCLE, 2, 9_100, 1, 3_000, 10, 2, 6_092, true, 1);

        TotalsComparison compared = TotalsComparison.of(OURS, less);
        assertThat(compared.agrees()).isTrue();
        assertThat(compared.interchangeVaries()).isTrue();
        assertThat(compared.difference()).isEqualTo(2);
        assertThat(TotalsComparison.of(OURS, other).interchangeVaries()).isFalse();
    }

    @Test
    void aTotalWhoseNetDoesNotFollowFromItsPartsDiffers() {
        NetworkTotal total = new NetworkTotal(CYCLE, 1, 9_000, 1, 3_000, 12, 2, 5_000, true, 1);

        assertThat(TotalsComparison.of(OURS, total).agrees()).isFalse();
        assertThat(TotalsComparison.of(OURS, total).difference()).isEqualTo(-990);
    }

    // ---- ages and breaks

    @TestFactory
    Stream<DynamicTest> agesFallIntoBuckets() {
        return TextTable.tests(
                """
                days | bucket
                -1   | DAYS_0_TO_1
                0    | DAYS_0_TO_1
                1    | DAYS_0_TO_1
                2    | DAYS_2_TO_3
                3    | DAYS_2_TO_3
                4    | DAYS_4_TO_7
                7    | DAYS_4_TO_7
                8    | DAYS_8_TO_30
                30   | DAYS_8_TO_30
                31   | OVER_30_DAYS
                4000 | OVER_30_DAYS
                """,
                row ->
                        assertThat(AgeBucket.of(DAY, DAY.plusDays(row.number("days"))))
                                .hasToString(row.text("bucket")));
    }

    @Test
    void highBreaksEscalateAfterThreeDaysAndCriticalOnesTheNextDay() {
        assertThat(AgeBucket.escalates(Severity.HIGH, DAY, DAY.plusDays(2))).isFalse();
        assertThat(AgeBucket.escalates(Severity.HIGH, DAY, DAY.plusDays(3))).isTrue();
        assertThat(AgeBucket.escalates(Severity.CRITICAL, DAY, DAY.plusDays(1))).isTrue();
        assertThat(AgeBucket.escalates(Severity.MEDIUM, DAY, DAY.plusDays(90))).isFalse();
    }

    @Test
    void aBreakIsWorkedOnAndThenClosedForGood() {
        assertThat(BreakState.TABLE.leads(BreakState.OPEN, BreakState.INVESTIGATING)).isTrue();
        assertThat(BreakState.TABLE.leads(BreakState.OPEN, BreakState.RESOLVED)).isTrue();
        assertThat(BreakState.TABLE.leads(BreakState.INVESTIGATING, BreakState.WRITTEN_OFF))
                .isTrue();
        assertThat(BreakState.TABLE.steps()).noneMatch(step -> step.from().closed());
    }

    @TestFactory
    Stream<DynamicTest> breaksCloseByThemselves() {
        return TextTable.tests(
                """
                type                  | closed by
                DEDUPE_CONFLICT       |
                LEDGER_MISMATCH       |
                UNKNOWN_CARD          |
                AMBIGUOUS_MATCH       |
                TOTALS_MISMATCH       | zero
                BANK_MISMATCH         | zero
                REVERSAL_UNMATCHED    | zero
                AMOUNT_OVER           | authorization
                DUPLICATE_CLEARING    | authorization
                CLEARED_AFTER_DECLINE | authorization
                REVERSAL_EXCEEDS      |
                LATE_PRESENTMENT      |
                REFUND_EXCEEDS        |
                CLEARING_WITHOUT_AUTH | authorization
                FX_VARIANCE           | age
                STIP_OVERRIDE         | age
                LOW_CONFIDENCE        | age
                REFUND_UNLINKED       | purchase age
                """,
                row -> {
                    Map<String, BreakClosing.Event> events =
                            Map.of(
                                    "zero",
                                    new RecomputedDifference(BigInteger.ZERO),
                                    "authorization",
                                    new LateAuthorization(BigInteger.valueOf(100), 100),
                                    "purchase",
                                    new KnownPurchase(),
                                    "age",
                                    new CompletedNight(DAY.plusDays(30)));
                    BreakType type = BreakType.valueOf(row.text("type"));
                    Set<String> closing =
                            events.entrySet().stream()
                                    .filter(
                                            event ->
                                                    BreakClosing.closes(
                                                            type, DAY, event.getValue()))
                                    .map(Map.Entry::getKey)
                                    .collect(Collectors.toSet());
                    assertThat(closing).containsExactlyInAnyOrderElementsOf(row.words("closed by"));
                });
    }

    @Test
    void whatIsNotTheWholeAnswerClosesNothing() {
        assertThat(closes(BreakType.TOTALS_MISMATCH, new RecomputedDifference(BigInteger.ONE)))
                .isFalse();
        assertThat(
                        closes(
                                BreakType.CLEARING_WITHOUT_AUTH,
                                new LateAuthorization(BigInteger.valueOf(100), 99)))
                .isFalse();
        assertThat(closes(BreakType.FX_VARIANCE, new CompletedNight(DAY.plusDays(29)))).isFalse();
    }

    @Test
    void aWriteOffNeedsAReasonAndTwoPersons() {
        assertThat(new WriteOff("too small to pursue", "ada", "grace").approvedBy())
                .isEqualTo("grace");
        assertThatThrownBy(() -> new WriteOff(" ", "ada", "grace"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new WriteOff("small", "ada", "Ada "))
                .isInstanceOf(IllegalArgumentException.class);
    }

    // ---- months and holds

    @Test
    void aMonthClosesWhenEveryDayIsDoneAndEverythingIsExplained() {
        YearMonth leap = YearMonth.of(2028, 2);
        Set<LocalDate> days =
                leap.atDay(1).datesUntil(leap.plusMonths(1).atDay(1)).collect(Collectors.toSet());
        LocalDate first = LocalDate.of(2028, 2, 29);
        LocalDate later = LocalDate.of(2028, 3, 1);
        assertThat(days).hasSize(29);
        assertThat(MonthClose.obstacles(new Facts(leap, first, days, 0, true, List.of(), true)))
                .isEmpty();

        days.remove(LocalDate.of(2028, 2, 29));
        assertThat(
                        MonthClose.obstacles(
                                new Facts(
                                        leap,
                                        later,
                                        days,
                                        1,
                                        false,
                                        List.of("2026-11-23 EUR"),
                                        false)))
                .isEqualTo(Arrays.asList(Obstacle.values()));
        assertThat(MonthClose.missingDays(new Facts(leap, first, days, 0, true, List.of(), true)))
                .containsExactly(LocalDate.of(2028, 2, 29));
    }

    private static boolean closes(BreakType type, BreakClosing.Event event) {
        return BreakClosing.closes(type, DAY, event);
    }

    private static BigInteger minor(long amount) {
        return BigInteger.valueOf(amount);
    }

    private static NetworkTotal total(long debitCount, long debit, long creditCount, long credit) {
        return new NetworkTotal(
                CYCLE,
                debitCount,
                debit,
                creditCount,
                credit,
                12,
                2,
                debit - credit - 12 + 2,
                true,
                1);
    }
}
