package dev.countersign.ingest.feed;

import static dev.countersign.reconcile.testkit.domain.CardExample.aCard;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRequest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.countersign.reconcile.domain.transaction.HoldWindows.HoldCase;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.testkit.domain.FoldedCard;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class IngestPropertiesTest {

    private static final String PREFIX = "countersign.ingest";

    @Test
    void hasADefaultForEverything() {
        assertThat(bind(Map.of()))
                .isEqualTo(
                        new IngestProperties(
                                null,
                                8,
                                (short) 1,
                                Duration.ofDays(7),
                                Duration.ofDays(7),
                                Duration.ofDays(30),
                                2_000,
                                null,
                                "countersign",
                                Duration.ofSeconds(6),
                                Set.of(),
                                null,
                                false,
                                false,
                                Set.of(),
                                Map.of(),
                                true));
    }

    @Test
    void readsEachSetting() {
        assertThat(
                        bind(
                                Map.ofEntries(
                                        Map.entry("owners", "3"),
                                        Map.entry("partitions", "5"),
                                        Map.entry("replicas", "2"),
                                        Map.entry("feed-retention", "36h"),
                                        Map.entry("decision-retention", "60d"),
                                        Map.entry("dead-letter-retention", "90d"),
                                        Map.entry("batch-size-max", "7"),
                                        Map.entry("cached-cards-max", "11"),
                                        Map.entry("instance-id", "east-1"),
                                        Map.entry("session-timeout", "45s"),
                                        Map.entry("guarded-sources", "gw1,gw2"),
                                        Map.entry("decision-max-age", "3s"),
                                        Map.entry("partial-on-limits", "true"),
                                        Map.entry("partial-online", "true"),
                                        Map.entry("suspect-merchants", "M1"),
                                        Map.entry("hold-days.visa-online", "7"),
                                        Map.entry("warm-up", "false"))))
                .isEqualTo(
                        new IngestProperties(
                                3,
                                5,
                                (short) 2,
                                Duration.ofHours(36),
                                Duration.ofDays(60),
                                Duration.ofDays(90),
                                7,
                                11,
                                "east-1",
                                Duration.ofSeconds(45),
                                Set.of("gw1", "gw2"),
                                Duration.ofSeconds(3),
                                true,
                                true,
                                Set.of("M1"),
                                Map.of(HoldCase.VISA_ONLINE, 7),
                                false));
    }

    @Test
    void givesEachOwnerTwoProcessorsUnlessToldOtherwise() {
        int halfOfThem = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

        assertThat(bind(Map.of("partitions", "1000")).ownersHere())
                .isEqualTo(Math.min(64, halfOfThem));
        assertThat(bind(Map.of("partitions", "1")).ownersHere()).isEqualTo(1);
        assertThat(bind(Map.of("partitions", "1", "owners", "3")).ownersHere()).isEqualTo(3);
    }

    @Test
    void sharesAQuarterOfTheHeapAmongOwnersForCardsAtHand() {
        IngestProperties alone = bind(Map.of("owners", "1"));
        IngestProperties shared = bind(Map.of("owners", "4"));

        assertThat(alone.cardsAtHand()).isGreaterThan(10_000);
        assertThat(shared.cardsAtHand()).isCloseTo(alone.cardsAtHand() / 4, within(1));
        assertThat(bind(Map.of("cached-cards-max", "11")).cardsAtHand()).isEqualTo(11);
    }

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    owners           | 0      | must be 1 to 64
                    owners           | 65     | must be 1 to 64
                    partitions       | 0      | must be at least 1
                    replicas         | 0      | must be at least 1
                    feed-retention   | 59m    | must be 1 hour to 3650 days
                    feed-retention   | 3651d  | must be 1 hour to 3650 days
                    dead-letter-retention | 0s | must be 1 hour to 3650 days
                    batch-size-max   | 0      | must be 1 to 10000
                    batch-size-max   | 10001  | must be 1 to 10000
                    cached-cards-max | 0      | must be at least 1
                    instance-id      | ' '    | must be 1 to 200 letters, digits, dots, underscores and hyphens
                    instance-id      | a host | must be 1 to 200 letters, digits, dots, underscores and hyphens
                    decision-max-age | 0s     | must be more than nothing
                    decision-max-age | -1s    | must be more than nothing
                    """)
    void saysInOneSentenceWhatIsWrong(String name, String value, String sentence) {
        assertThatThrownBy(() -> bind(Map.of(name, value)))
                .rootCause()
                .hasMessage(PREFIX + "." + name + " " + sentence);
    }

    @ParameterizedTest
    @CsvSource({
        "visa-online, 0, visa-online must be 1 to 120",
        "preauthorized, 121, preauthorized must be 1 to 120",
        "preauthorized, 7, preauthorized must be more than mastercard"
    })
    void holdsNothingForDaysThatCannotBe(String of, String days, String sentence) {
        assertThatThrownBy(() -> bind(Map.of("hold-days." + of, days)))
                .rootCause()
                .hasMessage("countersign.ingest.hold-days." + sentence);
    }

    @Test
    void readsDaysOfHoldsFromTheEnvironmentToo() {
        var environment =
                new SystemEnvironmentPropertySource(
                        "systemEnvironment",
                        Map.of("COUNTERSIGN_INGEST_HOLDDAYS_VISA_ONLINE", "8"));
        var binder = new Binder(ConfigurationPropertySources.from(environment));

        IngestProperties read = binder.bind(PREFIX, IngestProperties.class).get();
        assertThat(read.holdDays()).isEqualTo(Map.of(HoldCase.VISA_ONLINE, 8));
    }

    @Test
    void decidesByWhatIsSet() {
        FoldedCard card =
                FoldedCard.of(
                        aCard(),
                        bind(Map.of("hold-days.visa", "9", "suspect-merchants", "M9"))
                                .messagePosting());

        card.post(aRequest());
        card.post(aRequest().ofLifecycle("T2").withStan("000002").atMerchant("M9"));

        assertThat(card.transaction("T1").hold().until()).isEqualTo("2026-11-30");
        assertThat(card.transaction("T2").status()).isEqualTo(TransactionStatus.DECLINED);
    }

    private static IngestProperties bind(Map<String, String> settings) {
        MapConfigurationPropertySource source = new MapConfigurationPropertySource();
        settings.forEach((name, value) -> source.put(PREFIX + "." + name, value));
        return new Binder(source).bindOrCreate(PREFIX, IngestProperties.class);
    }
}
