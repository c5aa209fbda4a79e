package dev.countersign.reconcile.domain.dispute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.dispute.CaseRecord.OwnClaim;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Settlement;
import dev.countersign.reconcile.domain.program.SettlementCurrency;
import dev.countersign.reconcile.testkit.domain.TextTable;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Records of a case of 600 EUR, for a dispute that claims 600 EUR. */
class CaseRecordTest {

    @TestFactory
    Stream<DynamicTest> saysWhatItSettlesAndForWhat() {
        return TextTable.tests(
                """
                case                          | kind          | stage    | date | settles  | minor | fit
                a chargeback that is paid     | chargeback    | accepted | yes  | -600 EUR | -600  | fits
                in no currency of its own     | chargeback    | accepted | yes  | -600     | -600  | fits
                in part                       | chargeback    | accepted | yes  | -400 EUR | -400  | fits
                in no cycle                   | chargeback    | accepted | no   | -600 EUR | -600  | fits
                of a date alone               | chargeback    | accepted | yes  | -        | -600  | fits
                of a date, in another one     | chargeback    | accepted | yes  | - USD    | 0     | other_currency
                only its word                 | chargeback    | accepted | no   | -        | 0     | fits
                withdrawn, of a date alone    | chargeback    | withdrawn | yes | -        | 0     | fits
                a representment               | representment | received | yes  | 600 EUR  | 600   | fits
                a representment of a date     | representment | received | yes  | -        | 600   | fits
                its end, of a date            | representment | accepted | yes  | -        | 0     | fits
                an arbitration                | arbitration   | won      | yes  | -600 EUR | -600  | fits
                an arbitration of a date      | arbitration   | won      | yes  | -        | 0     | fits
                in dollars                    | chargeback    | accepted | yes  | -660 USD | -660  | other_currency
                in nothing that there is      | chargeback    | accepted | yes  | -600 XYZ | -600  | other_currency
                more than it claims           | chargeback    | accepted | yes  | -601 EUR | -601  | too_much
                the least amount there is     | chargeback    | accepted | yes  | -9223372036854775808 EUR | -9223372036854775807 | too_much
                """,
                row -> {
                    String[] settles = row.text("settles").split(" ", -1);
                    CaseRecord read =
                            new CaseRecord(
                                    MessageKind.valueOf(row.text("kind").toUpperCase(Locale.ROOT)),
                                    row.text("stage"),
                                    600L,
                                    "EUR",
                                    new Settlement(
                                            row.text("date").equals("yes")
                                                    ? LocalDate.of(2026, 11, 30)
                                                    : null,
                                            7,
                                            "intl",
                                            "1000000000",
                                            settles.length == 1 ? null : settles[1],
                                            settles[0].equals("-")
                                                    ? null
                                                    : Long.valueOf(settles[0])));
                    assertThat(read.minor()).isEqualTo(Long.parseLong(row.text("minor")));
                    assertThat(read.with(new OwnClaim(600, "EUR", List.of())))
                            .isEqualTo(
                                    CaseRecord.Fit.valueOf(
                                            row.text("fit").toUpperCase(Locale.ROOT)));
                    assertThat(read.with(null)).isEqualTo(CaseRecord.Fit.UNKNOWN_CASE);
                });
    }

    @TestFactory
    Stream<DynamicTest> saysWhatItIsOfADisputeInAnotherCurrency() {
        return TextTable.tests(
                """
                case                                 | of the case | settles  | program settles in | of the dispute | fit
                paid in dollars                      | 600 EUR     | -660 USD | USD                | -600           | fits
                taken back in dollars                | 600 EUR     | 660 USD  | 1000000000:USD     | 600            | fits
                with an institution of another one   | 600 EUR     | -660 USD | 2000000000:USD     | -600           | other_currency
                in another one than is agreed        | 600 EUR     | -660 USD | GBP                | -600           | other_currency
                a case in dollars                    | 660 USD     | -660 USD | USD                | -              | no_claim
                a case of nothing                    | 0 EUR       | -660 USD | USD                | -              | no_claim
                a case of more than the dispute      | 601 EUR     | -660 USD | USD                | -601           | too_much
                in its own currency, whatever's said | 660 USD     | -600 EUR | USD                | -600           | fits
                """,
                row -> {
                    String[] of = row.text("of the case").split(" ", -1);
                    String[] settles = row.text("settles").split(" ", -1);
                    CaseRecord read =
                            new CaseRecord(
                                    MessageKind.CHARGEBACK,
                                    "accepted",
                                    Long.valueOf(of[0]),
                                    of[1],
                                    new Settlement(
                                            LocalDate.of(2026, 11, 30),
                                            7,
                                            "intl",
                                            "1000000000",
                                            settles[1],
                                            Long.valueOf(settles[0])));
                    OwnClaim own =
                            new OwnClaim(
                                    600,
                                    "EUR",
                                    SettlementCurrency.parse(row.text("program settles in"))
                                            .stream()
                                            .toList());
                    assertThat(String.valueOf(read.minorOf(own)).replace("null", "-"))
                            .isEqualTo(row.text("of the dispute"));
                    assertThat(read.with(own))
                            .isEqualTo(
                                    CaseRecord.Fit.valueOf(
                                            row.text("fit").toUpperCase(Locale.ROOT)));
                });
    }
}
