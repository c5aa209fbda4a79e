package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Usage of limits against the messages, when somebody changed a row that decisions count. */
class UsageDriftIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path reports;

    private NightRun night;
    private CardId card;

    @BeforeEach
    void begin() {
        night = new NightRun(POSTGRES, reports);
        card = night.book.card(null, null, null);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    held_minor = 5600                              | 600
                    held_minor = 100                               | 4900
                    reversed_minor = 700                           | 700
                    cleared_minor = 300                            | 300
                    status = 'reversed', held_minor = 0            | 5000
                    decided_minor = 5001                          | 1
                    """)
    void isFoundOnTheDayOfTheCard(String change, String drift) {
        night.request(card, "100", 5_000, "2026-11-21T10:00:00Z");
        night.request(card, "101", 900, "2026-11-21T11:00:00Z").decide();
        change(change);

        night.run("2026-11-21");

        assertThat(drifts()).containsExactly("high " + drift + " EUR open 2026-11-21");
        assertThat(night.rows("select card_id::text from break"))
                .containsExactly(card.value().toString());
    }

    @Test
    void isGoneWhenTheRowIsRightAgain() {
        night.request(card, "100", 5_000, "2026-11-21T10:00:00Z");
        night.clearing(card, "100", "A100", 4_500, "2026-11-21T20:00:00Z").decide();
        night.run("2026-11-21");
        assertThat(drifts()).isEmpty();

        change("cleared_minor = 4600");
        night.request(card, "101", 300, "2026-11-21T23:00:00Z").decide();
        night.run("2026-11-22");
        assertThat(drifts()).containsExactly("high 100 EUR open 2026-11-21");
        assertThat(
                        night.rows(
                                """
                                select (detail ->> 'from_transactions') || ' '
                                       || (detail ->> 'from_messages')
                                  from break
                                """))
                .containsExactly("4600 4500");

        change("cleared_minor = 4500");
        night.run("2026-11-23");
        assertThat(drifts()).containsExactly("high 100 EUR resolved 2026-11-21");
    }

    @Test
    void isFoundWhereTwoDifferencesMakeUpForEachOther() {
        night.request(card, "100", 5_000, "2026-11-21T10:00:00Z");
        night.request(card, "101", 5_000, "2026-11-21T11:00:00Z");
        night.clearing(card, "100", "A100", 5_000, "2026-11-21T20:00:00Z");
        night.clearing(card, "101", "A101", 5_000, "2026-11-21T20:00:01Z").decide();
        night.run("2026-11-21");
        assertThat(drifts()).isEmpty();

        change("cleared_minor = 5100");
        night.jdbi.useHandle(
                handle ->
                        handle.execute(
                                "update transaction set cleared_minor = 4900"
                                        + " where network_txn_id = '101'"));
        night.request(card, "102", 300, "2026-11-21T23:00:00Z").decide();
        night.run("2026-11-22");

        assertThat(drifts()).containsExactly("high 200 EUR open 2026-11-21");
    }

    @Test
    void isNotFoundWhereAMerchantReversesWhatExpired() {
        night.at("2026-12-10T02:00:00Z");
        night.request(card, "100", 5_000, "2026-11-21T10:00:00Z").decide();
        for (int day = 21; day <= 29; day++) {
            night.run("2026-11-" + day);
        }
        night.reversal(card, "100", 5_000, "2026-11-25T10:00:00Z").decide();
        night.run("2026-11-30");
        night.clearing(card, "100", "A100", 5_000, "2026-11-26T10:00:00Z").decide();
        night.run("2026-12-01");

        assertThat(night.rows("select type || ' ' || state from break"))
                .containsExactly("CLEARED_AFTER_REVERSAL open");
    }

    @Test
    void isNotFoundInWhatMessagesAndNightsDo() {
        night.at("2026-12-10T02:00:00Z");
        night.request(card, "100", 5_000, "2026-11-21T10:00:00Z");
        night.reversal(card, "100", 1_000, "2026-11-21T10:10:00Z");
        night.request(card, "101", 3_000, "2026-11-21T11:00:00Z");
        night.request(card, "102", 2_000, "2026-11-21T12:00:00Z");
        night.cash(card, "103", 1_000, "2026-11-21T13:00:00Z");
        night.clearing(card, "101", "A101", 3_300, "2026-11-22T10:00:00Z");
        night.clearingReversal(card, "101", "A101", 300, "2026-11-23T10:00:00Z");
        night.clearing(card, "104", "A104", 800, "2026-11-23T11:00:00Z");
        night.clearingReversal(card, "102", "A102", 2_000, "2026-11-23T12:00:00Z");
        night.clearing(card, "102", "A102", 2_000, "2026-11-24T10:00:00Z").decide();

        for (int day = 21; day <= 30; day++) {
            night.run("2026-11-" + day);
        }
        night.clearing(card, "100", "A100", 4_000, "2026-12-01T10:00:00Z").decide();
        night.run("2026-12-01");

        assertThat(drifts()).isEmpty();
    }

    private void change(String assignments) {
        assertThat(
                        night.jdbi.<Integer, RuntimeException>withHandle(
                                handle ->
                                        handle.execute(
                                                "update transaction set "
                                                        + assignments
                                                        + " where network_txn_id = '100'")))
                .isEqualTo(1);
    }

    private List<String> drifts() {
        return night.rows(
                """
                select severity || ' ' || amount_minor || ' ' || currency || ' ' || state || ' '
                       || (detail ->> 'day')
                  from break
                 where type = 'USAGE_DRIFT'
                """);
    }
}
