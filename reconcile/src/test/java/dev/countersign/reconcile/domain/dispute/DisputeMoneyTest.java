package dev.countersign.reconcile.domain.dispute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.dispute.DisputeMoney.Booking;
import dev.countersign.reconcile.domain.dispute.DisputeMoney.ChargedParty;
import dev.countersign.reconcile.domain.dispute.DisputeMoney.Standing;
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

    /** The states that one night after the other finds, and what is claimed where it is less. */
    @TestFactory
    Stream<DynamicTest> movesMoneyAsTheNetworkMovesTheDispute() {
        return TextTable.tests(
                """
                case                       | states                  | credit | loss       | journals
                waiting for the network    | open                    | no     | cardholder | -
                credited meanwhile         | open, open              | yes    | cardholder | 1200/2100
                the network pays           | open, under_review      | no     | cardholder | 2010/2200
                won without a credit       | under_review, won       | no     | cardholder | 2010/2200 2200/2100
                won with a credit          | open, under_review, won | yes    | cardholder | 1200/2100 2010/2200 2200/1200
                won between two nights     | open, won               | no     | cardholder | 2010/2200 2200/2100
                lost without a credit      | under_review, lost      | no     | cardholder | 2010/2200 2200/2010
                lost by the cardholder     | open, under_review, lost | yes   | cardholder | 1200/2100 2010/2200 2200/2010 2100/1200
                lost by the issuer         | open, under_review, lost | yes   | issuer     | 1200/2100 2010/2200 2200/2010 5020/1200
                withdrawn before it went   | open, withdrawn         | yes    | issuer     | 1200/2100 2100/1200
                withdrawn with a payment   | under_review, withdrawn | yes    | cardholder | 1200/2100 2010/2200 2200/2010 2100/1200
                withdrawn at once          | withdrawn               | yes    | cardholder | -
                less claimed before it went | open, open:400, withdrawn:400 | yes | cardholder | 1200/2100 2100/1200:200 2100/1200:400
                less claimed, twice        | under_review, under_review:500, under_review:400, won:400 | yes | cardholder | 1200/2100 2010/2200 2200/2010:100 2100/1200:100 2200/2010:100 2100/1200:100 2200/1200:400
                less claimed and won at once | under_review, won:400     | no     | cardholder | 2010/2200 2200/2010:200 2200/2100:400
                less claimed of nothing    | open, open:400, under_review:400 | no | cardholder | 2010/2200:400
                ended is ended             | won, won, lost          | no     | cardholder | 2010/2200 2200/2100
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
                        Standing.NOTHING,
                        DATE);
        Booking unauthorised =
                DisputeMoney.DEFAULT.due(
                        dispute(DisputeStatus.OPEN, DisputeReason.FRAUD, 600),
                        false,
                        Standing.NOTHING,
                        DATE);

        assertThat(merchantError.journals()).isEmpty();
        assertThat(unauthorised.standing().credited()).isTrue();
    }

    private static String booked(DisputeMoney money, String states) {
        Standing standing = Standing.NOTHING;
        boolean submitted = false;
        List<String> pairs = new ArrayList<>();
        for (String state : states.split(",", -1)) {
            String[] claim = state.strip().split(":", -1);
            DisputeStatus status = DisputeStatus.valueOf(claim[0].toUpperCase(Locale.ROOT));
            long minor = claim.length == 1 ? 600 : Long.parseLong(claim[1]);
            submitted |= status == DisputeStatus.UNDER_REVIEW;
            Dispute dispute = dispute(status, DisputeReason.DUPLICATE, minor);
            Booking due = money.due(dispute, submitted, standing, DATE);
            due.journals().forEach(journal -> pairs.addAll(pairs(journal)));
            standing = due.standing();
        }
        return pairs.isEmpty() ? "-" : String.join(" ", pairs);
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
