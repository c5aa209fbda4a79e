package dev.countersign.reconcile.domain.dispute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.breaks.Break;
import dev.countersign.reconcile.domain.clearing.post.ClearingOutcome;
import dev.countersign.reconcile.domain.dispute.DisputeAssessment.Claim;
import dev.countersign.reconcile.domain.dispute.DisputeAssessment.MissedDeadline;
import dev.countersign.reconcile.domain.dispute.DisputeAssessment.Mode;
import dev.countersign.reconcile.domain.dispute.DisputeAssessment.NoDispute;
import dev.countersign.reconcile.domain.dispute.DisputeAssessment.NoDisputeReason;
import dev.countersign.reconcile.domain.dispute.DisputeAssessment.Wait;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.testkit.domain.NightScript;
import dev.countersign.reconcile.testkit.domain.SettledCard;
import dev.countersign.reconcile.testkit.domain.TextTable;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Breaks that the night disputes, the moment of it, and breaks that it never disputes. */
class DisputePolicyTest {

    private static final DisputePolicy POLICY = DisputePolicy.DEFAULT;

    /** All are found on Saturday, 21 November 2026; the third business day after is the 25th. */
    @TestFactory
    Stream<DynamicTest> aDifferenceIsDisputedWhenTheMerchantHadItsTime() {
        return TextTable.tests(
                """
                story                                                             | night      | decision
                auth 10000 mcc=5999; clear 12100                                  | 2026-11-24 | wait until 2026-11-25
                auth 10000 mcc=5999; clear 12100                                  | 2026-11-25 | OPEN INCORRECT_AMOUNT 2100 by 2027-03-11
                auth 10000 mcc=5999; clear 10499                                  | 2026-11-25 | never BELOW_FLOOR
                auth 10000 mcc=5999; clear 10500                                  | 2026-11-25 | OPEN INCORRECT_AMOUNT 500 by 2027-03-11
                auth 10000 mcc=5999 net=MASTERCARD; clear 12100 net=MASTERCARD    | 2026-11-25 | OPEN INCORRECT_AMOUNT 2100 by 2027-02-09
                auth 5000 mcc=5999; clear 5000; clear 5000                        | 2026-11-25 | OPEN DUPLICATE 5000 by 2027-03-11
                auth 5000 mcc=5999; clear 5000 mid=-; clear 5000 mid=-            | 2026-11-25 | never NOT_PROVEN
                fin 5000; night; clear 5000                                       | 2026-11-25 | never NOT_PROVEN
                fin 5000 cash mcc=6011; night; clear 5000 cash mcc=6011           | 2026-11-25 | never CASH
                auth 10000(USD12000) mcc=5999; clear 10000(USD12000); clear 10100(USD12000) | 2026-11-25 | OPEN DUPLICATE 10100 by 2027-03-11
                decline 5000; clear 5000                                          | 2026-11-22 | wait until 2026-11-23
                decline 5000; clear 5000                                          | 2026-11-23 | PROPOSE OTHER declined_authorization 5000 by 2027-01-25
                decline 5000 net=MASTERCARD; clear 5000 net=MASTERCARD            | 2026-11-23 | PROPOSE OTHER declined_authorization 5000 by 2027-02-09
                clear 5500                                                        | 2026-11-25 | PROPOSE OTHER no_authorization 5500 by 2027-01-25
                auth 3000; rev 3000; clear 3000                                   | 2026-11-25 | PROPOSE OTHER reversed_authorization 3000 by 2027-01-25
                auth 3000; clear 3000 on=11-28                                    | 2026-12-02 | PROPOSE OTHER late_presentment 3000 by 2027-02-01
                auth 15000; clear 13000 seq=1/2; night; clear 2000 seq=2/2 on=12-02             | 2026-12-07 | PROPOSE OTHER late_presentment 2000 by 2027-02-05
                auth 10000 mcc=5999; clear 12100                                  | 2027-03-11 | OPEN INCORRECT_AMOUNT 2100 by 2027-03-11
                auth 10000 mcc=5999; clear 12100                                  | 2027-03-12 | expired 2027-03-11
                auth 15000 mcc=5999; clear 6000 seq=1/2; night; clear 9500 seq=2/2 on=11-26     | 2026-12-01 | OPEN INCORRECT_AMOUNT 500 by 2027-03-16
                auth 15000 mcc=5999; clear 6000 seq=1/2; night; clear 9500 seq=2/2 on=11-26     | 2027-03-16 | OPEN INCORRECT_AMOUNT 500 by 2027-03-16
                auth 15000 mcc=5999; clear 6000 seq=1/2; night; clear 9500 seq=2/2 on=11-26     | 2027-03-17 | expired 2027-03-16
                auth 5000; clear 5000 arn=A; back 5000 arn=A; night; clear 5000 on=11-27        | 2026-12-03 | PROPOSE OTHER reversed_authorization 5000 by 2027-01-31
                clear 5500 cash                                                   | 2026-11-25 | never CASH
                clear 5500 mcc=6538                                               | 2026-11-25 | never FUNDING
                clear 5500 mcc=4111                                               | 2026-11-25 | never TRANSIT
                clear 5500; refund 100 of=T1                                      | 2026-11-25 | never REFUNDED
                clear 5500 arn=A; night; back 5500 arn=A                          | 2026-11-25 | never REVERSED
                auth 10000(USD12000); clear 10900(USD12000)                       | 2026-11-25 | never NO_RULE
                auth 5000; refund 5001 of=T1                                      | 2026-11-25 | never NO_RULE
                auth 5000; clear 5000 tid=-                                       | 2026-12-25 | never NO_RULE
                """,
                row -> {
                    DisputeCase found = found(NightScript.play(row.text("story")));
                    assertThat(text(POLICY.decide(found, LocalDate.parse(row.text("night")))))
                            .isEqualTo(row.text("decision"));
                });
    }

    @Test
    void aWeakMatchIsNeverDisputed() {
        SettledCard card = NightScript.play("auth 3000; rev 3000; clear 3000 tid=- acq=- on=11-23");
        DisputeCase found = found(card);

        assertThat(card.breaks())
                .containsExactly("LOW_CONFIDENCE 3000", "CLEARED_AFTER_REVERSAL 3000");
        assertThat(POLICY.decide(found, LocalDate.of(2026, 12, 1)))
                .isEqualTo(new NoDispute(NoDisputeReason.LOW_CONFIDENCE));
    }

    @Test
    void whatWasDisputedBeforeOrNeverAskedUsIsLeftAlone() {
        DisputeCase found = found(NightScript.play("clear 5500"));
        LocalDate night = LocalDate.of(2026, 11, 25);

        assertThat(POLICY.decide(with(found, true, false, false), night))
                .isEqualTo(new NoDispute(NoDisputeReason.DISPUTED_BEFORE));
        assertThat(POLICY.decide(with(found, false, true, false), night))
                .isEqualTo(new NoDispute(NoDisputeReason.REVERSED));
        assertThat(POLICY.decide(with(found, false, false, true), night))
                .isEqualTo(new NoDispute(NoDisputeReason.OFFLINE));
    }

    @Test
    void aReasonIsSwitchedByItsMode() {
        DisputeCase found = found(NightScript.play("clear 5500"));
        LocalDate night = LocalDate.of(2026, 11, 25);

        assertThat(POLICY.with(DisputeReason.OTHER, Mode.OPEN).decide(found, night))
                .isInstanceOfSatisfying(
                        Claim.class, claim -> assertThat(claim.mode()).isEqualTo(Mode.OPEN));
        assertThat(POLICY.with(DisputeReason.OTHER, null).decide(found, night))
                .isEqualTo(new NoDispute(NoDisputeReason.SWITCHED_OFF));
    }

    @TestFactory
    Stream<DynamicTest> theNetworksLastDayIsCountedFromTheClearing() {
        return TextTable.tests(
                """
                processed  | network    | reason           | last day
                2026-11-21 | VISA       | OTHER            | 2027-02-04
                2026-11-21 | MASTERCARD | DUPLICATE        | 2027-02-19
                2026-11-21 | VISA       | DUPLICATE        | 2027-03-21
                2028-02-29 | VISA       | INCORRECT_AMOUNT | 2028-06-28
                """,
                row ->
                        assertThat(
                                        FilingWindows.DEFAULT.lastDay(
                                                Network.valueOf(row.text("network")),
                                                DisputeReason.valueOf(row.text("reason")),
                                                LocalDate.parse(row.text("processed"))
                                                        .atTime(23, 59)
                                                        .toInstant(ZoneOffset.UTC)))
                                .hasToString(row.text("last day")));
    }

    @TestFactory
    Stream<DynamicTest> aDisputeIsWithdrawnWhenTheMoneyCameBack() {
        return TextTable.tests(
                """
                status       | disputed | came back | withdrawn
                OPEN         | 5000     | 5000      | true
                UNDER_REVIEW | 5000     | 6000      | true
                OPEN         | 5000     | 4999      | false
                OPEN         | 5000     | 0         | false
                WON          | 5000     | 5000      | false
                LOST         | 5000     | 5000      | false
                WITHDRAWN    | 5000     | 5000      | false
                """,
                row ->
                        assertThat(
                                        DisputePolicy.covered(
                                                DisputeStatus.valueOf(row.text("status")),
                                                Long.parseLong(row.text("disputed")),
                                                Long.parseLong(row.text("came back"))))
                                .isEqualTo(Boolean.parseBoolean(row.text("withdrawn"))));
    }

    /** The last difference of a story, with its transaction as it is at the end. */
    private static DisputeCase found(SettledCard card) {
        ClearingOutcome outcome =
                card.outcomes().stream()
                        .filter(one -> !one.breaks().isEmpty())
                        .reduce((first, last) -> last)
                        .orElseThrow();
        Break found = outcome.breaks().getLast();
        Transaction transaction =
                card.card().transactions().stream()
                        .filter(one -> one.id().equals(found.transactionId()))
                        .findFirst()
                        .orElseThrow();
        return new DisputeCase(
                found.type(),
                Objects.requireNonNull(found.difference()).minor(),
                LocalDate.ofInstant(found.at(), ZoneOffset.UTC),
                transaction,
                Objects.requireNonNull(outcome.record()).at(),
                outcome.evidence(),
                transaction.amounts().refunded(),
                false,
                false,
                false);
    }

    private static DisputeCase with(
            DisputeCase found, boolean disputed, boolean clearingReversed, boolean offline) {
        return new DisputeCase(
                found.type(),
                found.minor(),
                found.origin(),
                found.transaction(),
                found.processedAt(),
                found.evidence(),
                found.refundedMinor(),
                disputed,
                clearingReversed,
                offline);
    }

    private static String text(DisputeAssessment decision) {
        return switch (decision) {
            case Claim claim ->
                    claim.mode()
                            + " "
                            + claim.reason()
                            + (claim.code() == null ? "" : " " + claim.code())
                            + " "
                            + claim.minor()
                            + " by "
                            + claim.deadline();
            case Wait wait -> "wait until " + wait.until();
            case MissedDeadline expired -> "expired " + expired.deadline();
            case NoDispute never -> "never " + never.reason();
        };
    }
}
