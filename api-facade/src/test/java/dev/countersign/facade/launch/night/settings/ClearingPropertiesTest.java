package dev.countersign.facade.launch.night.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.reconcile.domain.clearing.Ceilings;
import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.domain.feed.Network;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** An issuer's settings for clearing. */
class ClearingPropertiesTest {

    @Test
    void areTheUsualRulesWhereNothingIsSet() {
        assertThat(bound(Map.of()).policy()).isEqualTo(ClearingPolicy.DEFAULT);
    }

    @Test
    void changeTheNetworkAndCurrencyThatIsNamedAndNothingElse() {
        Ceilings set =
                bound(
                                Map.of(
                                        "countersign.clearing.tip-percent.mastercard", "0",
                                        "countersign.clearing.travel-percent.visa", "20",
                                        "countersign.clearing.pump-ceiling.EUR", "15000"))
                        .policy()
                        .ceilings();

        assertThat(set.tipPercent()).isEqualTo(Map.of(Network.VISA, 20, Network.MASTERCARD, 0));
        assertThat(set.travelPercent()).isEqualTo(Map.of(Network.VISA, 20, Network.MASTERCARD, 15));
        assertThat(set.pumpMinor()).containsEntry("EUR", 15_000L).containsEntry("USD", 17_500L);
    }

    @Test
    void changeTheDriftOfRatesAndTheDaysOfGrace() {
        ClearingPolicy set =
                bound(
                                Map.of(
                                        "countersign.clearing.fx-drift-percent", "0",
                                        "countersign.clearing.grace-days", "30"))
                        .policy();

        assertThat(set).isEqualTo(ClearingPolicy.DEFAULT.withFxDriftPercent(0).withGraceDays(30));
    }

    @Test
    void areReadFromTheEnvironmentToo() {
        Map<String, Object> environment =
                Map.of(
                        "COUNTERSIGN_CLEARING_TIPPERCENT_MASTERCARD", "0",
                        "COUNTERSIGN_CLEARING_PUMPCEILING_EUR", "15000");
        Binder binder =
                new Binder(
                        ConfigurationPropertySource.from(
                                new SystemEnvironmentPropertySource(
                                        "systemEnvironment", environment)));

        Ceilings set = bound(binder).policy().ceilings();

        assertThat(set.tipPercent()).containsEntry(Network.MASTERCARD, 0);
        assertThat(set.pumpMinor()).containsEntry("EUR", 15_000L);
    }

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "tip-percent.visa | 101 | 0 to 100 percent",
                "travel-percent.visa | -1 | 0 to 100 percent",
                "pump-ceiling.EUR | -1 | not negative",
                "fx-drift-percent | 101 | 0 to 100",
                "fx-drift-percent | -1 | 0 to 100",
                "grace-days | -1 | 0 to 30",
                "grace-days | 31 | 0 to 30",
                "pump-ceiling.XAU | 1 | XAU is not a currency with minor units",
            })
    void refuseWhatCannotBe(String name, String value, String why) {
        assertThatThrownBy(() -> bound(Map.of("countersign.clearing." + name, value)))
                .rootCause()
                .hasMessageStartingWith("countersign.clearing")
                .hasMessageContaining(why);
    }

    private static ClearingProperties bound(Map<String, String> set) {
        return bound(new Binder(new MapConfigurationPropertySource(set)));
    }

    private static ClearingProperties bound(Binder settings) {
        return settings.bindOrCreate("countersign.clearing", ClearingProperties.class);
    }
}
