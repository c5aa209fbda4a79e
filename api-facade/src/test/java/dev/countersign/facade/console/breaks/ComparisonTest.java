package dev.countersign.facade.console.breaks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.console.breaks.Comparison.Line;
import dev.countersign.reconcile.domain.breaks.queue.AppliedMessage;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Totals of two sides, in the decimals of their currency and beside each other. */
class ComparisonTest {

    private static ObjectNode detail(String json) {
        return (ObjectNode) JsonMapper.shared().readTree(json);
    }

    @Test
    void putsTheNetworksTotalsBesideOurs() {
        ObjectNode detail =
                detail(
                        """
                        {"network": "visa", "cycle": 1, "net_difference": -100,
                         "differences": {"debit_count": {"ours": 12345, "network": 12344},
                                         "debit_minor": {"ours": 1234567, "network": 1234467}}}
                        """);

        assertThat(Comparison.take(detail, "EUR"))
                .isEqualTo(
                        new Comparison(
                                "Ours",
                                "The network’s",
                                List.of(
                                        new Line("Debit records", "12,345", "12,344", "−1"),
                                        new Line(
                                                "Debit",
                                                "12,345.67 EUR",
                                                "12,344.67 EUR",
                                                "−1.00 EUR"))));
        assertThat(Finding.of(detail.toString(), "EUR"))
                .extracting(Finding::name)
                .containsExactly("Network", "Cycle");
    }

    @Test
    void hasTheDigitsOfTheCurrency() {
        assertThat(
                        Comparison.take(detail("{\"bank\": 1234567, \"network\": 1234000}"), "BHD")
                                .lines())
                .containsExactly(new Line("Moved", "1,234.000 BHD", "1,234.567 BHD", "0.567 BHD"));
        assertThat(
                        Comparison.take(
                                        detail(
                                                "{\"from_transactions\": 500, \"from_messages\": 700}"),
                                        "JPY")
                                .lines())
                .containsExactly(new Line("Counted", "700 JPY", "500 JPY", "−200 JPY"));
    }

    /** A member that is left out is no difference where the book keeps the meaning of that. */
    @Test
    void putsTwoMessagesOfOneIdentityBesideEachOtherAndWhatDiffersFirst() {
        String kept =
                """
                {"kind": "clearing", "transmitted_at": "2026-11-22T06:10:00+00:00",
                 "refs": {"arn": "74", "rrn": null}, "direction": "debit", "fx_rate": null,
                 "amount": {"value": 1495, "currency": "USD"},
                 "interchange": {"amount": null, "currency": null},
                 "settlement": {"currency": null, "amount": 1495}}
                """;
        ObjectNode detail =
                detail(
                        """
                        {"applied": {"partition": 3, "offset": 17}, "message":
                         {"kind": "clearing", "transmitted_at": "2026-11-23T06:10:00Z",
                          "refs": {"arn": "74", "rrn": "5"}, "expiry": "2030-09",
                          "amount": {"value": 91870, "currency": "USD"},
                          "interchange": {"amount": 18, "currency": "EUR"},
                          "settlement": {"amount": 1495}}}
                        """);

        assertThat(MessageComparison.take(detail, new AppliedMessage(kept, false)))
                .isEqualTo(
                        new MessageComparison(
                                "partition 3, offset 17",
                                List.of(
                                        told("Amount", "14.95 USD", "918.70 USD", true),
                                        told("RRN", "–", "5", true),
                                        told("Interchange, amount", "–", "0.18 EUR", true),
                                        told("Kind", "Clearing", "Clearing", false),
                                        told(
                                                "Sent",
                                                "22 Nov 2026 06:10:00 UTC",
                                                "23 Nov 2026 06:10:00 UTC",
                                                false),
                                        told("ARN", "74", "74", false),
                                        told("Direction", "Debit", "–", false),
                                        told("Settlement, amount", "14.95 USD", "14.95 USD", false),
                                        told("Expiry", "not kept", "2030-09", false))));
        assertThat(detail.toString()).isEqualTo("{}");
        assertThat(MessageComparison.take(detail, null)).isNull();
    }

    private static MessageComparison.Line told(
            String name, String first, String second, boolean differs) {
        return new MessageComparison.Line(name, first, second, differs);
    }

    /** The trailer of a file adds up several currencies, if they are in it. */
    @Test
    void leavesTheSumsOfAFileWithoutACurrencyInMinorUnits() {
        Comparison compared =
                Comparison.take(
                        detail(
                                "{\"differences\": {\"credit_minor\": {\"trailer\": 5000,"
                                        + " \"records\": 4000}}}"),
                        null);

        assertThat(compared.first()).isEqualTo("The records");
        assertThat(compared.lines()).containsExactly(new Line("Credit", "4,000", "5,000", "1,000"));
    }

    @Test
    void isNotMadeOfWhatHasOneSide() {
        assertThat(Comparison.take(detail("{\"network\": \"visa\", \"file_id\": \"F1\"}"), "EUR"))
                .isNull();
    }
}
