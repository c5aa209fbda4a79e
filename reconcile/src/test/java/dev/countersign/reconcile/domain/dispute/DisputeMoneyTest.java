package dev.countersign.reconcile.domain.dispute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.dispute.DisputeMoney.Booking;
import dev.countersign.reconcile.domain.dispute.DisputeMoney.ChargedParty;
import dev.countersign.reconcile.domain.dispute.DisputeMoney.DisputeBalance;
import dev.countersign.reconcile.domain.dispute.DisputeMoney.SettledSum;
import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.ledger.JournalLine;
import dev.countersign.reconcile.testkit.domain.TextTable;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Ledger entries of a dispute of 600, night by night. */
class DisputeMoneyTest {

    private static final LocalDate DATE = LocalDate.of(2026, 11, 22);

    /**
     * The states that one night after the other finds, what is claimed where it is less, and after
     * a {@code /} what cycles have settled in all by then.
     */
    @TestFactory
    Stream<DynamicTest> movesMoneyAsTheNetworkMovesTheDispute() {
        return TextTable.tests(
                """
                case                       | states                  | credit | loss       | journals
                waiting for the network    | open                    | no     | cardholder | -
                credited meanwhile         | open, open              | yes    | cardholder | 1200/2100
                taken by the network       | open, under_review      | no     | cardholder | 1390/2200
                won without a credit       | under_review, won       | no     | cardholder | 1390/2200 2200/2100
                won with a credit          | open, under_review, won | yes    | cardholder | 1200/2100 1390/2200 2200/1200
                won between two nights     | open, won               | no     | cardholder | 1390/2200 2200/2100
                lost without a credit      | under_review, lost      | no     | cardholder | 1390/2200 2200/1390
                lost by the cardholder     | open, under_review, lost | yes   | cardholder | 1200/2100 1390/2200 2200/1390 2100/1200
                lost by the issuer         | open, under_review, lost | yes   | issuer     | 1200/2100 1390/2200 2200/1390 5020/1200
                withdrawn before it went   | open, withdrawn         | yes    | issuer     | 1200/2100 2100/1200
                withdrawn with a payment   | under_review, withdrawn | yes    | cardholder | 1200/2100 1390/2200 2200/1390 2100/1200
                withdrawn at once          | withdrawn               | yes    | cardholder | -
                less claimed before it went | open, open:400, withdrawn:400 | yes | cardholder | 1200/2100 2100/1200:200 2100/1200:400
                less claimed, twice        | under_review, under_review:500, under_review:400, won:400 | yes | cardholder | 1200/2100 1390/2200 2100/1200:100 2200/1390:100 2100/1200:100 2200/1390:100 2200/1200:400
                less claimed and won at once | under_review, won:400     | no     | cardholder | 1390/2200 2200/1390:200 2200/2100:400
                less claimed of nothing    | open, open:400, under_review:400 | no | cardholder | 1390/2200:400
                ended is ended             | won, won                | no     | cardholder | 1390/2200 2200/2100
                paid in a cycle            | under_review/600        | no     | cardholder | -
                paid before it was taken   | open/600, under_review/600 | no  | cardholder | -
                paid in a later cycle      | under_review, under_review/600 | no | cardholder | 1390/2200 2200/1390
                paid and won               | under_review/600, won/600 | yes  | cardholder | 1200/2100 2200/1200
                paid, taken back, lost     | under_review/600, under_review/0, lost/0 | yes | cardholder | 1200/2100 2100/1200
                lost and then taken back   | under_review/600, lost/600, lost/0 | no | cardholder | 2200/1390 1390/2200
                won and then paid again    | under_review/0, won/0, won/600 | no | cardholder | 1390/2200 2200/2100 2200/1390
                paid in part and won       | under_review/400, won/400 | no   | cardholder | 1390/2200:200 2200/2100
                the rest comes in two      | won/400, won/500, won/600 | no   | cardholder | 1390/2200:200 2200/2100 2200/1390:100 2200/1390:100
                paid more than it was      | under_review/700, won/700 | no   | cardholder | 2200/1390:100 2200/2100
                more than was left to come | won/400, won/700        | no     | cardholder | 1390/2200:200 2200/2100 2200/1390:200
                """,
                row -> {
                    DisputeMoney money =
                            new DisputeMoney(
                                    row.text("credit").equals("yes")
                                            ? Set.of(DisputeReason.DUPLICATE)
                                            : Set.of(),
                                    ChargedParty.valueOf(
                                            row.text("loss").toUpperCase(Locale.ROOT)));
                    assertThat(booked(money, row.text("states"))).isEqualTo(row.text("journals"));
                });
    }

    @Test
    void creditsUnauthorisedPaymentsAloneUnlessSaidOtherwise() {
        Booking merchantError =
                DisputeMoney.DEFAULT.due(
                        dispute(DisputeStatus.OPEN, DisputeReason.DUPLICATE, 600),
                        false,
                        SettledSum.NOTHING,
                        DisputeBalance.NOTHING,
                        DATE);
        Booking unauthorised =
                DisputeMoney.DEFAULT.due(
                        dispute(DisputeStatus.OPEN, DisputeReason.FRAUD, 600),
                        false,
                        SettledSum.NOTHING,
                        DisputeBalance.NOTHING,
                        DATE);

        assertThat(merchantError.journals()).isEmpty();
        assertThat(unauthorised.balance().credited()).isTrue();
    }

    /** The same states, with what the records of the dispute contradict at the end. */
    @TestFactory
    Stream<DynamicTest> saysWhatRecordsContradict() {
        return TextTable.tests(
                """
                case                       | states                             | amount
                no record                  | under_review, won                  | 0
                paid                       | under_review/600                   | 0
                paid in part, as yet       | under_review/400                   | 0
                paid in part and won       | under_review/400, won/400          | 200
                paid in part and lost      | under_review/400, lost/400         | 0
                paid twice                 | under_review/1200                  | 600
                taken back twice           | under_review/600, under_review/-600 | 600
                won and to be paid again   | under_review/0, won/0              | 0
                lost and to be taken back  | under_review/600, lost/600         | 0
                paid again after it was lost | under_review/0, lost/0, lost/600 | 600
                the rest of a won one      | under_review/400, won/400, won/600 | 0
                a most unlikely sum        | under_review/-9223372036854775807, lost/9223372036854775807 | 9223372036854775207
                """,
                row -> {
                    DisputeBalance balance = DisputeBalance.NOTHING;
                    boolean settled = false;
                    long contradicted = 0;
                    for (String state : row.text("states").split(",", -1)) {
                        String[] found = state.strip().split("/", -1);
                        settled |= found.length > 1;
                        SettledSum paid =
                                new SettledSum(
                                        settled, found.length == 1 ? 0 : Long.parseLong(found[1]));
                        Dispute dispute =
                                dispute(
                                        DisputeStatus.valueOf(found[0].toUpperCase(Locale.ROOT)),
                                        DisputeReason.DUPLICATE,
                                        600);
                        balance =
                                DisputeMoney.DEFAULT
                                        .due(dispute, true, paid, balance, DATE)
                                        .balance();
                        contradicted = DisputeMoney.contradiction(dispute, paid, balance);
                    }
                    assertThat(contradicted).isEqualTo(Long.parseLong(row.text("amount")));
                });
    }

    /**
     * The same states; what is contradicted at a {@code !} is written off, as the next one finds
     * it.
     */
    @TestFactory
    Stream<DynamicTest> writesOffWhatRecordsContradict() {
        return TextTable.tests(
                """
                case                        | states                                               | journals
                paid twice                  | under_review/1200!, under_review/1200, won/1200      | 2200/5040 2200/2100
                and lost                    | under_review/1200!, under_review/1200, lost/1200, lost/600 | 2200/5040 2200/1390 5040/2200
                and corrected               | under_review/1200!, under_review/1200, under_review/600 | 2200/5040 5040/2200
                and as before               | under_review/1200!, under_review/1200, under_review/600, under_review/1200 | 2200/5040 5040/2200 2200/5040
                taken back twice            | under_review/-600!, under_review/-600, lost/-600     | 5040/2200
                paid in part and won        | won/400!, won/400                                    | 1390/2200:200 2200/2100 5040/2200:200 2200/1390:200
                and the rest                | won/400!, won/400, won/600                           | 1390/2200:200 2200/2100 5040/2200:200 2200/1390:200 2200/5040:200
                paid too much and won       | under_review/700, won/700!, won/700                  | 2200/1390:100 2200/2100 2200/5040:100 1390/2200:100
                paid again when it was lost | lost/0, lost/600!, lost/600                          | 2200/5040
                nothing to write off        | under_review/600!, under_review/600                  | -
                """,
                row ->
                        assertThat(booked(DisputeMoney.DEFAULT, row.text("states")))
                                .isEqualTo(row.text("journals")));
    }

    private static String booked(DisputeMoney money, String states) {
        DisputeBalance balance = DisputeBalance.NOTHING;
        boolean submitted = false;
        boolean settled = false;
        List<String> pairs = new ArrayList<>();
        for (String state : states.split(",", -1)) {
            String[] found = state.strip().split("/", -1);
            String[] claim = found[0].split(":", -1);
            settled |= found.length > 1;
            boolean writesOff = state.endsWith("!");
            long paid = found.length == 1 ? 0 : Long.parseLong(found[1].replace("!", ""));
            DisputeStatus status = DisputeStatus.valueOf(claim[0].toUpperCase(Locale.ROOT));
            long minor = claim.length == 1 ? 600 : Long.parseLong(claim[1]);
            submitted |= status == DisputeStatus.UNDER_REVIEW;
            Dispute dispute = dispute(status, DisputeReason.DUPLICATE, minor);
            Booking due =
                    money.due(dispute, submitted, new SettledSum(settled, paid), balance, DATE);
            due.journals().forEach(journal -> pairs.addAll(pairs(journal)));
            balance = due.balance();
            if (writesOff) {
                balance = writtenOff(dispute, new SettledSum(settled, paid), balance);
            }
        }
        return pairs.isEmpty() ? "-" : String.join(" ", pairs);
    }

    private static DisputeBalance writtenOff(
            Dispute dispute, SettledSum settled, DisputeBalance balance) {
        return new DisputeBalance(
                balance.credited(),
                balance.ended(),
                balance.minor(),
                balance.reductions(),
                balance.claim(),
                DisputeMoney.writeOff(dispute, settled, balance));
    }

    private static List<String> pairs(Journal journal) {
        List<String> pairs = new ArrayList<>();
        List<JournalLine> lines = journal.lines();
        for (int i = 0; i < lines.size(); i += 2) {
            long minor = lines.get(i).money().minor();
            pairs.add(
                    lines.get(i).account().code()
                            + "/"
                            + lines.get(i + 1).account().code()
                            + (minor == 600 ? "" : ":" + minor));
        }
        return pairs;
    }

    private static Dispute dispute(DisputeStatus status, DisputeReason reason, long minor) {
        return new Dispute(
                new DisputeId(new UUID(1, 1)),
                new TransactionId(new UUID(1, 2)),
                minor,
                "EUR",
                reason,
                status,
                null,
                Instant.parse("2026-11-21T10:00:00Z"),
                null);
    }
}
