package dev.countersign.facade.launch.night.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.jobs.NightSettings;
import dev.countersign.jobs.report.store.ReportFolder;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.dispute.DisputeAssessment.Mode;
import dev.countersign.reconcile.domain.dispute.DisputeMoney;
import dev.countersign.reconcile.domain.dispute.DisputeReason;
import dev.countersign.reconcile.domain.dispute.FilingWindows;
import dev.countersign.reconcile.domain.feed.Network;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** An issuer's settings for disputes. */
class DisputePropertiesTest {

    @Test
    void areTheUsualRulesWhereNothingIsSet() {
        assertThat(settings(Map.of()))
                .isEqualTo(NightSettings.with(new ReportFolder(Path.of("reports"))));
        assertThat(DisputeMoney.DEFAULT.credited()).containsExactly(DisputeReason.FRAUD);
    }

    @Test
    void changeWhatIsSetAndNothingElse() {
        NightSettings set =
                settings(
                        Map.of(
                                "countersign.disputes.modes.duplicate", "propose",
                                "countersign.disputes.modes.incorrect_amount", "off",
                                "countersign.disputes.floor", "900",
                                "countersign.disputes.wait-days.amount_over", "5",
                                "countersign.disputes.filing-days.mastercard.duplicate", "120",
                                "countersign.disputes.credit", "fraud,duplicate",
                                "countersign.disputes.loss-charged-to", "issuer"));

        assertThat(set.disputes().modes())
                .containsOnly(
                        Map.entry(DisputeReason.DUPLICATE, Mode.PROPOSE),
                        Map.entry(DisputeReason.OTHER, Mode.PROPOSE));
        assertThat(set.disputes().floorMinor()).isEqualTo(900);
        assertThat(set.disputes().waitDays())
                .containsEntry(BreakType.AMOUNT_OVER, 5)
                .containsEntry(BreakType.DUPLICATE_CLEARING, 3);
        FilingWindows filing = set.disputes().filing();
        assertThat(filing.days(Network.MASTERCARD, DisputeReason.DUPLICATE)).isEqualTo(120);
        assertThat(filing.days(Network.MASTERCARD, DisputeReason.INCORRECT_AMOUNT)).isEqualTo(90);
        assertThat(filing.days(Network.VISA, DisputeReason.OTHER)).isEqualTo(75);
        assertThat(set.disputeMoney().credited())
                .containsExactlyInAnyOrder(DisputeReason.FRAUD, DisputeReason.DUPLICATE);
        assertThat(set.disputeMoney().lossChargedTo()).isEqualTo(DisputeMoney.ChargedParty.ISSUER);
    }

    @Test
    void refuseWhatOnlyACardholderCanSay() {
        assertThatThrownBy(() -> settings(Map.of("countersign.disputes.modes.fraud", "open")))
                .rootCause()
                .hasMessageContaining("only duplicate, incorrect_amount and other");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "541"})
    void refuseDaysThatNoNetworkHas(String days) {
        assertThatThrownBy(
                        () -> settings(Map.of("countersign.disputes.filing-days.visa.other", days)))
                .rootCause()
                .hasMessage("countersign.disputes.filing-days are 1 to 540");
    }

    private static NightSettings settings(Map<String, String> set) {
        return new Binder(new MapConfigurationPropertySource(set))
                .bindOrCreate("countersign.disputes", DisputeProperties.class)
                .in(NightSettings.with(new ReportFolder(Path.of("reports"))));
    }
}
