package dev.countersign.facade.console.breaks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Findings in the words that people read. */
class FindingTest {

    @Test
    void saysEachMemberInWords() {
        assertThat(
                        Finding.of(
                                """
                                {"network": "visa",
                                 "notes": [{"about": "fx_drift", "minor": 96}],
                                 "evidence": {"authorized_minor": 1000, "ceiling_minor": 1500,
                                              "ceiling_currency": "JPY", "same_merchant_id": true,
                                              "arn": null}}
                                """,
                                "EUR"))
                .containsExactly(
                        new Finding("Network", "visa", null),
                        new Finding("FX drift", "0.96 EUR", null),
                        new Finding("Approved", "10.00 EUR", null),
                        new Finding("Could clear at most", "1,500 JPY", null),
                        new Finding("Same merchant number", "yes", null));
    }

    @Test
    void leadsToWhatTheConsoleHasAPageFor() {
        String transaction = "txn_01KZ0000000000000000000000";

        assertThat(
                        Finding.of(
                                "{\"linked_to\": \"%s\", \"runners_up\": [\"txn_1\"]}"
                                        .formatted(transaction),
                                "EUR"))
                .containsExactly(
                        new Finding("Linked to", transaction, "/transactions/" + transaction),
                        new Finding("Runners up, 1", "txn_1", null));
    }

    @Test
    void saysOfAMerchantNumberOnlyWhereThereIsOneToCompareWith() {
        assertThat(
                        Finding.of(
                                """
                                {"evidence": {"arn": "74000011951920000298300", "valid_arn": null,
                                              "same_merchant_id": false}}
                                """,
                                "EUR"))
                .containsExactly(new Finding("ARN", "74000011951920000298300", null))
                .allMatch(Finding::whole);
    }

    @Test
    void leavesMinorUnitsWhereNoCurrencyIsKnown() {
        assertThat(Finding.of("{\"left_minor\": 5}", null))
                .containsExactly(new Finding("Left", "5", null));
        assertThat(
                        Finding.of(
                                """
                                {"settlement_minor": "-12345", "settlement_currency": "USD"}
                                """,
                                "EUR"))
                .containsExactly(new Finding("Settlement", "−123.45 USD", null));
        assertThat(Finding.of("{}", "EUR")).isEmpty();
    }
}
