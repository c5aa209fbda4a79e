package dev.countersign.facade.console.breaks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What was found, as people read it. */
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
                        new Finding("Network", "visa"),
                        new Finding("Notes, 1, about", "fx_drift"),
                        new Finding("Notes, 1, minor", "96"),
                        new Finding("Evidence, authorized", "10.00 EUR"),
                        new Finding("Evidence, ceiling", "1,500 JPY"),
                        new Finding("Evidence, same merchant ID", "yes"));
    }

    @Test
    void leavesMinorUnitsWhereNoCurrencyIsKnown() {
        assertThat(Finding.of("{\"left_minor\": 5}", null))
                .containsExactly(new Finding("Left", "5"));
        assertThat(Finding.of("{}", "EUR")).isEmpty();
    }
}
