package dev.countersign.reconcile.domain.clearing.match;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.testkit.domain.NightScript;
import dev.countersign.reconcile.testkit.domain.SettledCard;
import dev.countersign.reconcile.testkit.domain.TextTable;
import dev.countersign.reconcile.testkit.domain.TextTable.Row;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** By which key a record finds its authorization, which of several is taken, and why not others. */
class PresentmentMatcherTest {

    /** The level of the last record, and the STAN of what it found. */
    @TestFactory
    Stream<DynamicTest> theSurestKeyThatFindsOneEndsTheSearch() {
        return TextTable.tests(
                """
                case | story | level | winner
                network id | auth 5000; clear 5000 | 1 | 000001
                network id, whatever else says | auth 5000; clear 900 mid=M2 name=BAR mcc=5999 on=2027-03-15 | 1 | 000001
                network id of another network | auth 5000; clear 900 net=MASTERCARD | 0 |
                network id of zeros is none | auth 5000 tid=0000; clear 900 tid=0000 mid=M2 | 0 |
                network id sees what is settled | auth 5000; clear 5000; clear 5000 | 1 | 000001
                network id sees what is declined | decline 5000; clear 5000 | 1 | 000001
                network id after 120 days | auth 5000 on=01-01; clear 900 on=05-01 mid=M2 | 1 | 000001
                network id after 121 days | auth 5000 on=01-01; clear 900 on=05-02 mid=M2 | 0 |
                reference | auth 5000 rrn=R1; clear 900 tid=- rrn=R1 | 2 | 000001
                reference, same STAN | auth 5000 rrn=R1; clear 900 tid=- rrn=R1 stan=000001 | 2 | 000001
                reference of an authorization without STAN | auth 5000 rrn=R1 stan=-; clear 900 tid=- rrn=R1 stan=000009 | 2 | null
                reference, other STAN | auth 5000 rrn=R1; clear 900 tid=- rrn=R1 stan=000009 mid=M2 | 0 |
                reference of another acquirer | auth 5000 rrn=R1; clear 900 tid=- rrn=R1 stan=- acq=7 mid=M2 | 0 |
                reference of zeros is none | auth 5000 rrn=000000; clear 900 tid=- rrn=000000 stan=- mid=M2 | 0 |
                reference sees what is declined | decline 5000 rrn=R1; clear 900 tid=- rrn=R1 stan=- | 2 | 000001
                approval and merchant | auth 5000; clear 900 tid=- code=auth term=- | 3 | 000001
                approval and terminal | auth 5000; clear 900 tid=- code=auth mid=M2 | 3 | 000001
                approval alone | auth 5000 mcc=5999; clear 900 tid=- code=auth mid=M2 term=- mcc=5411 | 0 |
                approval, last day of its time | auth 5000; clear 900 tid=- code=auth on=12-06 | 3 | 000001
                approval, a day later | auth 5000; clear 900 tid=- code=auth on=12-07 | 0 |
                approval of what is settled | auth 5000; clear 5000; clear 900 tid=- code=auth | 0 |
                approval of a residual | auth 5000; clear 2000 seq=1/2; clear 900 tid=- code=auth | 3 | 000001
                approval of what was reversed | auth 5000; rev 5000; clear 5000 tid=- code=auth | 3 | 000001
                approval of a single message | fin 5000; night; clear 900 tid=- code=auth | 0 |
                approval and amount | auth 5000 mcc=5812; clear 6000 tid=- code=auth mid=M2 term=- | 4 | 000001
                approval and amount above the ceiling | auth 5000 mcc=5812; clear 6001 tid=- code=auth mid=M2 term=- | 0 |
                approval and amount in another currency | auth 5000(USD6000); clear 5000(GBP4000) tid=- code=auth mid=M2 term=- | 0 |
                amount and merchant | auth 5000; clear 5000 tid=- | 5 | 000001
                amount and merchant after three days | auth 5000; clear 5000 tid=- on=11-24 | 5 | 000001
                amount and merchant after four days | auth 5000; clear 5000 tid=- on=11-25 | 0 |
                amount and merchant, other amount | auth 5000; clear 4999 tid=- | 0 |
                amount and merchant, other merchant | auth 5000; clear 5000 tid=- mid=M2 | 0 |
                amount and name | auth 5000 name=Café_Zoë_#12; clear 5000 tid=- mid=- name=CAFE_ZOE | 5 | 000001
                amount and a name cut short | auth 5000 name=TRATTORIA_DA_ENZO_AL_29; clear 5000 tid=- mid=- name=TRATTORIA_DA_ENZO_AL | 5 | 000001
                amount and another name | auth 5000 name=BAR; clear 5000 tid=- mid=- name=TAVERN | 0 |
                amount and no name | auth 5000 name=-; clear 5000 tid=- mid=- name=- | 0 |
                amount of the merchant, not the bill | auth 5000(USD6000); clear 5100(USD6000) tid=- | 5 | 000001
                the rest of a part | auth 5000; clear 2000 seq=1/2; clear 3000 tid=- | 5 | 000001
                """,
                row -> {
                    MatchResult match = match(row);
                    assertThat(match.level().number()).hasToString(row.text("level"));
                    assertThat(winner(match)).isEqualTo(row.text("winner"));
                });
    }

    @TestFactory
    Stream<DynamicTest> ofSeveralOneIsTakenOrNone() {
        return TextTable.tests(
                """
                case | story | level | winner | score | lost
                alone and exact | auth 5000; clear 5000 | 1 | 000001 | 100 |
                alone, other amount | auth 5000; clear 4000 | 1 | 000001 | 95 |
                exact amount first | auth 5000; auth 4000; clear 5000 | 1 | 000001 | 95 | 000002 AMOUNT_DIFFERS
                then the latest | auth 5000; auth 5000; clear 5000 | 1 | 000002 | 95 | 000001 EARLIER
                latest of other amounts | auth 5000; auth 4000; clear 3000 | 1 | 000002 | 90 | 000001 EARLIER
                not one after the record | auth 5000; auth 5000 on=11-25; clear 5000 on=11-24 | 1 | 000001 | 95 | 000002 AFTER_THE_RECORD
                after the record if there is no other | auth 5000 on=11-25; clear 5000 on=11-23 | 1 | 000001 | 100 |
                approved before declined | auth 4000; decline 5000; clear 5000 | 1 | 000001 | 90 | 000002 NOT_OPEN
                what increments add to before one that stood alone | auth 5000; replace; inc 1000; clear 6000 on=11-22 | 1 | 000001 | 90 | 000002 INCREMENT
                but not before the exact amount | auth 5000; replace; inc 1000; clear 1000 on=11-22 | 1 | 000002 | 95 | 000001 AMOUNT_DIFFERS
                nor when it holds nothing any more | auth 5000; rev 5000; replace; inc 1000; clear 6000 on=11-22 | 1 | 000003 | 90 | 000001 NOT_OPEN
                held before reversed | auth 5000; auth 5000; rev 5000; clear 5000 | 1 | 000001 | 95 | 000002 NOT_OPEN
                authorized before force posted | clear 900 on=11-20; night 11-20; auth 5000 tid=T2 on=11-21; clear 5000 tid=T2 | 1 | 000002 | 100 |
                oldest of equal ones | auth 5000; auth 5000 tid=T2; clear 5000 tid=- | 5 | 000001 | 45 | 000002 YOUNGER
                held before reversed, by amount | auth 5000; auth 5000 tid=T2; rev 5000; clear 5000 tid=- | 5 | 000002 | 45 | 000001 NOT_OPEN
                too old is told | auth 5000 on=01-01; clear 900 on=05-02 mid=M2 | 0 | | 0 | 000001 TOO_OLD
                out of its time is told | auth 5000; clear 5000 tid=- on=11-25 | 0 | | 0 | 000001 OUTSIDE_WINDOW
                low but sure | auth 5000; clear 5000 tid=- | 5 | 000001 | 50 |
                """,
                row -> {
                    MatchResult match = match(row);
                    assertThat(match.level().number()).hasToString(row.text("level"));
                    assertThat(winner(match)).isEqualTo(row.text("winner"));
                    assertThat(match.score()).hasToString(row.text("score"));
                    assertThat(lost(row, match)).isEqualTo(row.text("lost"));
                });
    }

    private static MatchResult match(Row row) {
        return NightScript.play(row.text("story")).lastOutcome().match();
    }

    private static String winner(MatchResult match) {
        Candidate winner = match.winner();
        return winner == null ? "" : String.valueOf(winner.transaction().keys().stan());
    }

    private static String lost(Row row, MatchResult match) {
        SettledCard again = NightScript.play(row.text("story"));
        return match.runnersUp().stream()
                .map(
                        lost ->
                                again.transactions().stream()
                                                .filter(one -> one.id().equals(lost.transaction()))
                                                .map(
                                                        one ->
                                                                Objects.requireNonNull(
                                                                        one.keys().stan()))
                                                .findFirst()
                                                .orElseThrow()
                                        + " "
                                        + lost.rejection())
                .collect(Collectors.joining(", "));
    }
}
