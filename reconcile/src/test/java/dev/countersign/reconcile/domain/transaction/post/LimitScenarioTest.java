package dev.countersign.reconcile.domain.transaction.post;

import static dev.countersign.reconcile.testkit.domain.CardExample.aCard;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRequest;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aReversal;
import static dev.countersign.reconcile.testkit.domain.MessageExample.anIncrement;
import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.authorization.DeclineCode;
import dev.countersign.reconcile.domain.card.SpendingLimits;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.testkit.domain.CardExample;
import dev.countersign.reconcile.testkit.domain.FoldedCard;
import dev.countersign.reconcile.testkit.domain.MessageExample;
import dev.countersign.reconcile.testkit.domain.TextTable;
import dev.countersign.reconcile.testkit.domain.TextTable.Row;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Counting of limits: the domain's worked examples, and the ends of days, months and longs. */
class LimitScenarioTest {

    /**
     * Messages are {@code amount@instant} of a lifecycle each, {@code +amount@instant} for an
     * increment of the one before, {@code -amount@instant} for its reversal. Answers: + approved, -
     * declined. Usage is by day or month.
     */
    @TestFactory
    Stream<DynamicTest> limitsCountWhatIsApprovedInItsUtcDayAndMonth() {
        return TextTable.tests(
                """
                case              | single | daily | monthly | messages                                                                         | answers | usage
                L1                |        | 10000 |         | 6000@2026-11-20T23:59:59.999Z 6000@2026-11-21T00:00:00.000Z 5000@2026-11-21T10:00:00Z | + + -   | 2026-11-20=6000 2026-11-21=6000 2026-11=12000
                L2                |        | 10000 |         | 10000@2026-11-21T10:00:00Z 1@2026-11-21T10:00:01Z                                | + -     | 2026-11-21=10000
                L3 declines do not count |  | 10000 |         | 10001@2026-11-21T10:00:00Z 10000@2026-11-21T10:00:01Z                            | - +     | 2026-11-21=10000
                L4                |        |       | 10000   | 6000@2027-01-31T10:00:00Z -6000@2027-02-01T09:00:00Z 10000@2027-02-01T10:00:00Z  | + +     | 2027-01=0 2027-02=10000 2027-01-31=0 2027-02-01=10000
                L5 null is no limit |      |       |         | 9000000000000000000@2026-11-21T10:00:00Z                                         | +       | 2026-11-21=9000000000000000000
                L6                |        | 0     |         | 1@2026-11-21T10:00:00Z 0@2026-11-21T10:00:01Z                                    | - +     | 2026-11-21=0
                L6 single 0       | 0      |       |         | 1@2026-11-21T10:00:00Z 0@2026-11-21T10:00:01Z                                    | - +     | 2026-11-21=0
                L6 monthly 0      |        |       | 0       | 1@2026-11-21T10:00:00Z 0@2026-11-21T10:00:01Z                                    | - +     | 2026-11=0
                L7 single is for the sum | 10000 |  |         | 6000@2026-11-21T10:00:00Z +4000@2026-11-21T10:01:00Z +1@2026-11-21T10:02:00Z     | + + -   | 2026-11-21=10000
                L7 two purchases  | 10000  |       |         | 10000@2026-11-21T10:00:00Z 10000@2026-11-21T10:01:00Z 10001@2026-11-21T10:02:00Z | + + -   | 2026-11-21=20000
                L8                |        |       | 10000   | 5000@2028-02-29T23:59:00Z 5000@2028-03-01T00:00:00Z                              | + +     | 2028-02=5000 2028-03=5000
                L8 full months    |        |       | 10000   | 10000@2028-02-29T23:59:59.999Z 10000@2028-03-01T00:00:00Z 1@2028-03-31T23:59:59.999Z | + + - | 2028-02=10000 2028-03=10000
                no leap day       |        | 10000 | 10000   | 10000@2027-02-28T23:59:59.999Z 10000@2027-03-01T00:00:00Z                        | + +     | 2027-02=10000 2027-03=10000
                2100 has none     |        | 10000 | 10000   | 10000@2100-02-28T23:59:59.999Z 10000@2100-03-01T00:00:00Z                        | + +     | 2100-02=10000 2100-03=10000
                leap day is a day |        | 10000 |         | 10000@2028-02-28T12:00:00Z 10000@2028-02-29T12:00:00Z 1@2028-02-29T23:59:59Z     | + + -   | 2028-02-28=10000 2028-02-29=10000 2028-02=20000
                31 to 1           |        | 10000 | 20000   | 10000@2026-10-31T23:59:59.999999Z 10000@2026-11-01T00:00:00Z 10000@2026-11-02T00:00:00Z 1@2026-11-30T23:59:59Z | + + + - | 2026-10=10000 2026-11=20000
                new year          |        | 10000 | 10000   | 10000@2026-12-31T23:59:59.999Z 10000@2027-01-01T00:00:00Z                        | + +     | 2026-12=10000 2027-01=10000 2026-12-31=10000 2027-01-01=10000
                same month, other year |   |       | 10000   | 10000@2026-11-21T10:00:00Z 10000@2027-11-21T10:00:00Z                            | + +     | 2026-11=10000 2027-11=10000
                monthly over days |        |       | 10000   | 6000@2026-11-01T00:00:00Z 4001@2026-11-30T23:59:59.999Z 4000@2026-11-30T23:59:59.999Z | + - + | 2026-11=10000
                a late one counts in its own day | | 10000 |  | 6000@2026-11-21T10:00:00Z 6000@2026-11-20T10:00:00Z 5000@2026-11-20T11:00:00Z    | + + -   | 2026-11-20=6000 2026-11-21=6000
                increment next day |       | 10000 |         | 10000@2026-11-20T23:00:00Z +10000@2026-11-21T01:00:00Z 1@2026-11-21T02:00:00Z    | + + -   | 2026-11-20=10000 2026-11-21=10000
                release takes the increment first | | |       | 6000@2026-11-20T23:00:00Z +4000@2026-11-21T01:00:00Z -5000@2026-11-22T01:00:00Z  | + +     | 2026-11-20=5000 2026-11-21=0
                release sent before the increment, read after it | | |    | 5000@2026-11-20T10:00:00Z +1000@2026-11-21T10:00:00Z -2000@2026-11-20T18:00:00Z | + + | 2026-11-20=3000 2026-11-21=1000
                of more than was there then | | | | 5000@2026-11-20T10:00:00Z +1000@2026-11-21T10:00:00Z -5500@2026-11-20T18:00:00Z | + + | 2026-11-20=0 2026-11-21=500
                sent between two increments | | | | 5000@2026-11-20T10:00:00Z +1000@2026-11-21T10:00:00Z +700@2026-11-22T10:00:00Z -1500@2026-11-21T18:00:00Z | + + + | 2026-11-20=4500 2026-11-21=0 2026-11-22=700
                beside one that was sent after them | | | | 5000@2026-11-20T10:00:00Z +1000@2026-11-21T10:00:00Z -300@2026-11-22T10:00:00Z -2000@2026-11-20T18:00:00Z | + + | 2026-11-20=3000 2026-11-21=700
                increments read the other way round | | | | 5000@2026-11-20T10:00:00Z +700@2026-11-22T10:00:00Z +1000@2026-11-21T10:00:00Z -600@2026-11-23T10:00:00Z | + + + | 2026-11-20=5000 2026-11-21=1000 2026-11-22=100
                release next month |       |       |         | 6000@2026-11-30T23:00:00Z -2500@2026-12-01T01:00:00Z                             | +       | 2026-11-30=3500 2026-11=3500 2026-12=0 2026-12-01=0
                the largest amount |       | 9223372036854775807 | | 9223372036854775807@2026-11-21T10:00:00Z 1@2026-11-21T10:00:01Z               | + -     | 2026-11-21=9223372036854775807
                next to the largest |      | 9223372036854775806 | | 9223372036854775807@2026-11-21T10:00:00Z 9223372036854775806@2026-11-21T10:00:01Z | - + | 2026-11-21=9223372036854775806
                the sum does not wrap |    | 9223372036854775807 | | 9223372036854775806@2026-11-21T10:00:00Z 2@2026-11-21T10:00:01Z 1@2026-11-21T10:00:02Z | + - + | 2026-11-21=9223372036854775807
                single does not wrap | 9223372036854775807 | | | 9223372036854775806@2026-11-21T10:00:00Z +2@2026-11-21T10:00:01Z +1@2026-11-21T10:00:02Z | + - + | 2026-11-21=9223372036854775807
                unlimited stops at the largest | | | | 9223372036854775807@2026-11-21T10:00:00Z 9223372036854775807@2026-11-21T10:00:01Z +1@2026-11-21T10:00:02Z | + + - | 2026-11-21=9223372036854775807
                a wrapped sum comes down exactly | | | | 9223372036854775807@2026-11-21T10:00:00Z 5@2026-11-21T10:00:01Z -5@2026-11-21T10:00:02Z 7@2026-11-20T10:00:00Z | + + + | 2026-11-21=9223372036854775807 2026-11-20=7
                """,
                this::answersAndCounts);
    }

    private void answersAndCounts(Row row) {
        FoldedCard card =
                FoldedCard.of(
                        aCard().withExpiry(YearMonth.of(2100, 12))
                                .withLimits(
                                        new SpendingLimits(
                                                limit(row, "single"),
                                                limit(row, "daily"),
                                                limit(row, "monthly"))));
        int lifecycle = 0;
        int stan = 100;
        for (String word : row.words("messages")) {
            String[] parts = word.split("@", -1);
            char sign = parts[0].charAt(0);
            MessageExample message;
            if (sign == '+') {
                message = anIncrement();
            } else if (sign == '-') {
                message = aReversal().ofOriginal(null, null);
            } else {
                message = aRequest();
                lifecycle++;
            }
            long amount =
                    Long.parseLong(Character.isDigit(sign) ? parts[0] : parts[0].substring(1));
            stan++;
            card.post(
                    message.withAmount(amount)
                            .at(parts[1])
                            .withStan("000" + stan)
                            .ofLifecycle("T" + lifecycle));
        }
        List<String> answers = new ArrayList<>();
        for (Decision answer : card.answers()) {
            answers.add(answer.approved() ? "+" : "-");
        }
        assertThat(answers).isEqualTo(row.words("answers"));
        for (String expected : row.words("usage")) {
            String[] parts = expected.split("=", -1);
            long used =
                    parts[0].length() == "2026-11".length()
                            ? card.usedIn(parts[0])
                            : card.usedOn(parts[0]);
            assertThat(used).as(parts[0]).isEqualTo(Long.parseLong(parts[1]));
        }
    }

    private static @Nullable Long limit(Row row, String column) {
        return row.blank(column) ? null : Long.valueOf(row.text(column));
    }

    @Test
    void aLimitChangeActsOnTheNextDecisionAndLeavesUsageAlone() {
        FoldedCard card = FoldedCard.of(aCard().withDailyLimit(5000L));
        card.post(aRequest().withAmount(5000));
        card.change(example -> example.withDailyLimit(4000L));
        card.post(aRequest().ofLifecycle("T2").withAmount(0));

        assertThat(card.lastAnswer().approved()).as("not even 0 fits in what is passed").isFalse();
        assertThat(card.usedOn("2026-11-21")).isEqualTo(5000);

        card.change(example -> example.withDailyLimit(6000L));
        card.post(aRequest().ofLifecycle("T3").withAmount(1000));
        assertThat(card.lastAnswer().approved()).isTrue();
    }

    @Test
    void singleThenDailyThenMonthlyAndAllAreKept() {
        CardExample limited =
                aCard().withSingleLimit(999L).withDailyLimit(999L).withMonthlyLimit(999L);
        FoldedCard card = FoldedCard.of(limited);
        card.post(aRequest().withAmount(1000));

        assertThat(card.transaction("T1").decision().failed())
                .containsExactly(
                        DeclineCode.SINGLE_LIMIT_EXCEEDED,
                        DeclineCode.DAILY_LIMIT_EXCEEDED,
                        DeclineCode.MONTHLY_LIMIT_EXCEEDED);
    }

    /** Spend of 4000 passes the second day's limit of nothing left, and overfills the first day. */
    @Test
    void anIncrementAfterAPartialReversalCountsOnItsOwnDay() {
        FoldedCard card = FoldedCard.of(aCard().withDailyLimit(5000L));
        card.post(aRequest().at("2026-11-20T10:00:00Z").withAmount(5000));
        card.post(aReversal().at("2026-11-20T11:00:00Z").withAmount(4000));
        card.post(aRequest().at("2026-11-20T12:00:00Z").ofLifecycle("T2").withAmount(4000));
        card.post(anIncrement().at("2026-11-21T10:00:00Z").withAmount(4000));

        assertThat(card.usedOn("2026-11-20")).isEqualTo(5000);
        assertThat(card.usedOn("2026-11-21")).isEqualTo(4000);
    }

    @Test
    void theVerdictKeepsWhatWasSpentBefore() {
        FoldedCard card = FoldedCard.of(aCard());
        card.post(aRequest().at("2026-11-20T10:00:00Z").withAmount(300));
        card.post(aRequest().at("2026-11-21T10:00:00Z").ofLifecycle("T2").withAmount(500));
        card.post(aRequest().at("2026-11-21T11:00:00Z").ofLifecycle("T3").withAmount(700));

        assertThat(card.transaction("T3").decision().dayUsedMinor()).isEqualTo(500);
        assertThat(card.transaction("T3").decision().monthUsedMinor()).isEqualTo(800);
    }
}
