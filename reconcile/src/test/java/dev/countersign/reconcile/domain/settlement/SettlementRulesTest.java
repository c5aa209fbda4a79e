package dev.countersign.reconcile.domain.settlement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.settlement.BreakClosing.DifferenceNow;
import dev.countersign.reconcile.domain.settlement.BreakClosing.GivenBack;
import dev.countersign.reconcile.domain.settlement.BreakClosing.LateAuthorization;
import dev.countersign.reconcile.domain.settlement.BreakClosing.NightPassed;
import dev.countersign.reconcile.domain.settlement.MonthClose.Facts;
import dev.countersign.reconcile.domain.settlement.MonthClose.Obstacle;
import dev.countersign.reconcile.domain.settlement.TotalsComparison.Verdict;
import dev.countersign.reconcile.testkit.domain.TextTable;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Arrays;
import java.util.Currency;
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
            CycleSums.NONE.plusDebit(9_000, 18).plusCredit(3_000, -6).plusFee(2);

    // ---- days

    @Test
    void aBusinessDateIsAUtcDayAndHalfOpen() {
        BusinessDate day = BusinessDate.of(Instant.parse("2026-11-21T23:59:59.999999Z"));

        assertThat(day).isEqualTo(new BusinessDate(DAY));
        assertThat(day.start()).isEqualTo(Instant.parse("2026-11-21T00:00:00Z"));
        assertThat(day.isOver(Instant.parse("2026-11-21T23:59:59.999999999Z"))).isFalse();
        assertThat(day.isOver(Instant.parse("2026-11-22T00:00:00Z"))).isTrue();
        assertThat(new BusinessDate(LocalDate.of(2028, 2, 28)).next()).hasToString("2028-02-29");
        assertThat(new BusinessDate(LocalDate.of(2100, 3, 1)).previous()).hasToString("2100-02-28");
        assertThat(new BusinessDate(LocalDate.of(2026, 12, 31)).end())
                .isEqualTo(Instant.parse("2027-01-01T00:00:00Z"));
    }

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
                case                        | debit count | debit | credit count | credit | complete | verdict | amount
                agrees                      | 1           | 9000  | 1            | 3000   | yes      | AGREES  | 0
                differs, but more may come  | 1           | 9005  | 1            | 3000   | no       | WAITING | 5
                agrees, but more may come   | 1           | 9000  | 1            | 3000   | no       | WAITING | 0
                debit                       | 1           | 9005  | 1            | 3000   | yes      | DIFFERS | 5
                credit                      | 1           | 9000  | 1            | 2990   | yes      | DIFFERS | 10
                a record is missing         | 2           | 9700  | 1            | 3000   | yes      | DIFFERS | 700
                both wrong in the same way  | 1           | 9100  | 1            | 3100   | yes      | DIFFERS | 100
                counts alone                | 2           | 9000  | 1            | 3000   | yes      | DIFFERS | 0
                """,
                row -> {
                    NetworkTotal total =
                            total(
                                    Long.parseLong(row.text("debit count")),
                                    Long.parseLong(row.text("debit")),
                                    Long.parseLong(row.text("credit count")),
                                    Long.parseLong(row.text("credit")),
                                    row.text("complete").equals("yes"));
                    TotalsComparison compared = TotalsComparison.of(OURS, total);
                    assertThat(compared.verdict()).hasToString(row.text("verdict"));
                    assertThat(compared.amount()).hasToString(row.text("amount"));
                });
    }

    @Test
    void ourNetIsWhatTheNetworkPaysBy() {
        assertThat(OURS.net()).isEqualTo(5_990);
        assertThat(total(1, 9_000, 1, 3_000, true).consistent()).isTrue();
        assertThat(TotalsComparison.of(OURS, total(1, 9_000, 1, 3_000, true)).difference())
                .isZero();
        assertThat(TotalsComparison.of(OURS, null).verdict()).isEqualTo(Verdict.MISSING);
        assertThat(OURS.plus(OURS).net()).isEqualTo(11_980);
    }

    @Test
    void interchangeVariesWhereTheRecordsAgreeAndWhatIsEarnedDoesNot() {
        NetworkTotal less = new NetworkTotal(CYCLE, 1, 9_000, 1, 3_000, 10, 2, 5_992, true, 1);
        NetworkTotal other = new NetworkTotal(CYCLE, 2, 9_100, 1, 3_000, 10, 2, 6_092, true, 1);

        TotalsComparison compared = TotalsComparison.of(OURS, less);
        assertThat(compared.verdict()).isEqualTo(Verdict.AGREES);
        assertThat(compared.interchangeVaries()).isTrue();
        assertThat(compared.difference()).isEqualTo(2);
        assertThat(TotalsComparison.of(OURS, other).interchangeVaries()).isFalse();
    }

    @Test
    void aTotalWhoseNetDoesNotFollowFromItsPartsDiffers() {
        NetworkTotal total = new NetworkTotal(CYCLE, 1, 9_000, 1, 3_000, 12, 2, 5_000, true, 1);

        assertThat(TotalsComparison.of(OURS, total).verdict()).isEqualTo(Verdict.DIFFERS);
        assertThat(TotalsComparison.of(OURS, total).difference()).isEqualTo(-990);
    }

    @Test
    void aRevisedTotalReplacesItsEarlierVersion() {
        NetworkTotal first = total(1, 9_000, 1, 3_000, true);
        NetworkTotal second = new NetworkTotal(CYCLE, 1, 9_005, 1, 3_000, 12, 2, 5_995, true, 2);

        assertThat(second.replaces(first)).isTrue();
        assertThat(first.replaces(second)).isFalse();
        assertThat(first.replaces(first)).isFalse();
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
                        assertThat(
                                        AgeBucket.of(
                                                DAY,
                                                DAY.plusDays(Long.parseLong(row.text("days")))))
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
                AMOUNT_OVER           | refund
                DUPLICATE_CLEARING    | refund
                CLEARED_AFTER_DECLINE | refund
                LATE_PRESENTMENT      | refund
                REFUND_EXCEEDS        | refund
                CLEARING_WITHOUT_AUTH | refund authorization
                FX_VARIANCE           | age
                STIP_OVERRIDE         | age
                LOW_CONFIDENCE        | age
                """,
                row -> {
                    Map<String, BreakClosing.Event> events =
                            Map.of(
                                    "zero",
                                    new DifferenceNow(BigInteger.ZERO),
                                    "refund",
                                    new GivenBack(100, true, false),
                                    "authorization",
                                    new LateAuthorization(),
                                    "age",
                                    new NightPassed(DAY.plusDays(30)));
                    BreakType type = BreakType.valueOf(row.text("type"));
                    Set<String> closing =
                            events.entrySet().stream()
                                    .filter(
                                            event ->
                                                    BreakClosing.closes(
                                                            type, 100, DAY, event.getValue()))
                                    .map(Map.Entry::getKey)
                                    .collect(Collectors.toSet());
                    assertThat(closing).containsExactlyInAnyOrderElementsOf(row.words("closed by"));
                });
    }

    @Test
    void whatIsNotTheWholeAnswerClosesNothing() {
        assertThat(closes(BreakType.TOTALS_MISMATCH, new DifferenceNow(BigInteger.ONE))).isFalse();
        assertThat(closes(BreakType.AMOUNT_OVER, new GivenBack(99, true, false))).isFalse();
        assertThat(closes(BreakType.AMOUNT_OVER, new GivenBack(100, false, false))).isFalse();
        assertThat(closes(BreakType.AMOUNT_OVER, new GivenBack(5_000, true, true))).isTrue();
        assertThat(closes(BreakType.FX_VARIANCE, new NightPassed(DAY.plusDays(29)))).isFalse();
    }

    @Test
    void aWriteOffNeedsAReasonAndTwoPersons() {
        assertThat(new WriteOff("too small to pursue", "ada", "grace").agreedBy())
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
        assertThat(MonthClose.obstacles(new Facts(leap, first, days, 0, true, true, true)))
                .isEmpty();

        days.remove(LocalDate.of(2028, 2, 29));
        assertThat(MonthClose.obstacles(new Facts(leap, later, days, 1, false, false, false)))
                .isEqualTo(Arrays.asList(Obstacle.values()));
        assertThat(MonthClose.missingDays(new Facts(leap, first, days, 0, true, true, true)))
                .containsExactly(LocalDate.of(2028, 2, 29));
    }

    private static boolean closes(BreakType type, BreakClosing.Event event) {
        return BreakClosing.closes(type, 100, DAY, event);
    }

    private static NetworkTotal total(
            long debitCount, long debit, long creditCount, long credit, boolean complete) {
        return new NetworkTotal(
                CYCLE,
                debitCount,
                debit,
                creditCount,
                credit,
                12,
                2,
                debit - credit - 12 + 2,
                complete,
                1);
    }
}
