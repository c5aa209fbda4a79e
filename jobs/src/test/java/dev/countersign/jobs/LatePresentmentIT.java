package dev.countersign.jobs;

import static dev.countersign.reconcile.testkit.domain.MessageExample.aRefund;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRefundAuthorization;
import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.clearing.Ceilings;
import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.feed.Processing;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.domain.MessageExample;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Messages about an authorization that a night has settled already. */
class LatePresentmentIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path reports;

    private NightRun night;
    private CardId card;

    @BeforeEach
    void begin() {
        night = new NightRun(POSTGRES, reports);
        card = night.book.card(6_000L, null, null);
    }

    @Test
    void closesWhatClearedWithoutItWhereItCoversThat() {
        night.clearing(card, "100", "A100", 5_000, "2026-11-21T09:00:00Z");
        night.clearing(card, "101", "A101", 5_000, "2026-11-21T09:00:00Z").decide();
        night.run("2026-11-21");

        night.request(card, "100", 5_000, "2026-11-21T08:00:00Z");
        night.request(card, "101", 100, "2026-11-21T08:00:00Z").decide();
        night.run("2026-11-22");

        assertThat(breaks())
                .containsExactly("CLEARING_WITHOUT_AUTH resolved", "CLEARING_WITHOUT_AUTH open");
    }

    @Test
    void goesByTheCeilingThatTheIssuerSetForTheNetwork() {
        Ceilings own = Ceilings.DEFAULT.with(Map.of(Network.MASTERCARD, 0), Map.of(), Map.of());
        night =
                new NightRun(
                        POSTGRES,
                        new NightSettings(2, 3, 2, reports).with(ClearingPolicy.DEFAULT.with(own)));
        card = night.book.card(60_000L, null, null);
        for (Network network : Network.values()) {
            night.feed.add(
                    card,
                    MessageExample.aClearing()
                            .over(network)
                            .ofLifecycle(network.name())
                            .withArn(network.name())
                            .withMcc("5812")
                            .withAmount(6_000)
                            .at("2026-11-21T09:00:00Z"));
        }
        night.decide().run("2026-11-21");

        for (Network network : Network.values()) {
            night.feed.add(
                    card,
                    MessageExample.aRequest()
                            .over(network)
                            .ofLifecycle(network.name())
                            .withMcc("5812")
                            .withAmount(5_000)
                            .at("2026-11-21T08:00:00Z"));
        }
        night.decide().run("2026-11-22");

        assertThat(
                        night.rows(
                                """
                                select transaction.network || ' ' || break.type || ' ' || break.state
                                  from break
                                  join transaction on transaction.id = break.transaction_id
                                 order by transaction.network
                                """))
                .containsExactly(
                        "mastercard CLEARING_WITHOUT_AUTH open",
                        "visa CLEARING_WITHOUT_AUTH resolved");
    }

    @Test
    void closesEachRecordUpToWhatItCovers() {
        night.clearingPartOf(card, "100", "A100", 1, 3, 5_000, "2026-11-21T09:00:00Z");
        night.clearingPartOf(card, "100", "A101", 2, 3, 3_000, "2026-11-21T10:00:00Z").decide();
        night.run("2026-11-21");

        night.request(card, "100", 8_000, "2026-11-21T08:00:00Z");
        night.clearingPartOf(card, "100", "A102", 3, 3, 100, "2026-11-22T09:00:00Z").decide();
        night.run("2026-11-22");

        assertThat(amounts())
                .containsExactly(
                        "CLEARING_WITHOUT_AUTH 5000 resolved",
                        "CLEARING_WITHOUT_AUTH 3000 resolved",
                        "CLEARING_WITHOUT_AUTH 100 open");
    }

    @Test
    void closesEachRecordThatCameAfterOurDeclineAsFarAsTheNetworkApproved() {
        night.request(card, "100", 7_000, "2026-11-21T08:00:00Z");
        night.clearingPartOf(card, "100", "A100", 1, 3, 4_000, "2026-11-21T09:00:00Z");
        night.clearingPartOf(card, "100", "A101", 2, 3, 3_000, "2026-11-21T10:00:00Z");
        night.clearingPartOf(card, "100", "A102", 3, 3, 900, "2026-11-21T11:00:00Z").decide();
        night.run("2026-11-21");

        night.feed.add(card, advice(7_000, "100"));
        night.decide().run("2026-11-22");

        assertThat(amounts())
                .containsExactly(
                        "CLEARED_AFTER_DECLINE 4000 resolved",
                        "CLEARED_AFTER_DECLINE 3000 resolved",
                        "CLEARED_AFTER_DECLINE 900 open");
    }

    @Test
    void closesWhatLookedLikeADuplicateAndWasAuthorizedTwofold() {
        for (String lifecycle : List.of("100", "200")) {
            night.clearing(card, lifecycle, "A" + lifecycle, 4_000, "2026-11-21T09:00:00Z");
            night.clearing(card, lifecycle, "B" + lifecycle, 4_000, "2026-11-21T10:00:00Z");
        }
        night.decide().run("2026-11-21");

        night.request(card, "100", 8_000, "2026-11-21T08:00:00Z");
        night.request(card, "200", 4_000, "2026-11-21T08:00:00Z").decide();
        night.run("2026-11-22");

        assertThat(breaks())
                .containsExactly(
                        "CLEARING_WITHOUT_AUTH resolved",
                        "CLEARING_WITHOUT_AUTH resolved",
                        "DUPLICATE_CLEARING resolved",
                        "DUPLICATE_CLEARING open");
    }

    @Test
    void closesNothingAboveAnAuthorizationThatWasReversedInPart() {
        night.request(card, "100", 5_000, "2026-11-21T08:00:00Z");
        night.reversal(card, "100", 3_000, 2_000, "2026-11-21T08:30:00Z");
        night.clearing(card, "100", "A100", 2_000, "2026-11-21T09:00:00Z");
        night.clearing(card, "100", "A101", 3_000, "2026-11-21T10:00:00Z").decide();
        night.run("2026-11-21");

        night.feed.add(card, advice(5_000, "100"));
        night.decide().run("2026-11-22");

        assertThat(breaks()).containsExactly("CLEARING_WITHOUT_AUTH open");
    }

    @Test
    void closesAsMuchAsTheNetworkApprovedAndNotWhatWasAskedFor() {
        night.clearing(card, "100", "A100", 7_000, "2026-11-21T09:00:00Z");
        night.clearing(card, "101", "A101", 4_000, "2026-11-21T09:00:00Z").decide();
        night.run("2026-11-21");

        night.feed.add(card, advice(7_000, "100").approvedFor(4_000));
        night.feed.add(card, advice(7_000, "101").approvedFor(4_000));
        night.decide().run("2026-11-22");

        assertThat(breaks())
                .containsExactly("CLEARING_WITHOUT_AUTH open", "CLEARING_WITHOUT_AUTH resolved");
    }

    @Test
    void closesAnExcessThatTheNetworkHadApproved() {
        for (String lifecycle : List.of("100", "101")) {
            night.request(card, lifecycle, 2_000, "2026-11-21T08:00:00Z");
            night.clearing(card, lifecycle, "A" + lifecycle, 4_000, "2026-11-21T09:00:00Z");
        }
        night.decide().run("2026-11-21");

        night.feed.add(card, advice(4_000, "100"));
        night.feed.add(card, advice(3_900, "101"));
        night.decide().run("2026-11-22");

        assertThat(breaks()).containsExactly("AMOUNT_OVER resolved", "AMOUNT_OVER open");
    }

    @Test
    void closesNoExcessOverWhatTheNetworkHadApprovedBefore() {
        night.feed.add(
                card,
                advice(4_000, "100").approvedFor(2_000).withMcc("5999").at("2026-11-21T08:00:30Z"));
        night.request(card, "100", 4_000, "2026-11-21T08:00:00Z");
        night.request(card, "101", 4_000, "2026-11-21T08:00:00Z");
        night.feed.add(card, advice(4_000, "101").at("2026-11-21T08:00:30Z"));
        night.feed.add(card, advice(2_000, "101").withStan("000777").at("2026-11-21T08:30:00Z"));
        for (String lifecycle : List.of("100", "101")) {
            night.clearing(card, lifecycle, "A" + lifecycle, 4_000, "2026-11-21T09:00:00Z");
        }
        night.decide().run("2026-11-21");

        assertThat(amounts()).containsExactly("AMOUNT_OVER 2000 open", "AMOUNT_OVER 2000 open");
    }

    @Test
    void closesWhatIsLeftOfARecordThatWasReversedInPart() {
        night.clearing(card, "100", "A100", 5_000, "2026-11-21T09:00:00Z");
        night.clearingReversal(card, "100", "A100", 2_000, "2026-11-21T10:00:00Z").decide();
        night.run("2026-11-21");

        night.request(card, "100", 3_000, "2026-11-21T08:00:00Z").decide();
        night.run("2026-11-22");

        assertThat(breaks()).containsExactly("CLEARING_WITHOUT_AUTH resolved");
    }

    @Test
    void closesNoExcessOverWhatTheMerchantHadGivenBack() {
        night.request(card, "100", 5_000, "2026-11-21T08:00:00Z");
        night.reversal(card, "100", 3_000, 2_000, "2026-11-21T08:30:00Z");
        night.clearing(card, "100", "A100", 5_000, "2026-11-21T09:00:00Z").decide();
        night.run("2026-11-21");

        night.feed.add(card, advice(5_000, "100"));
        night.decide().run("2026-11-22");

        assertThat(breaks()).containsExactly("AMOUNT_OVER open");
    }

    @Test
    void closesNothingOfWhatTheMerchantReversedAfterwards() {
        night.clearing(card, "100", "A100", 5_000, "2026-11-21T09:00:00Z").decide();
        night.run("2026-11-21");

        night.request(card, "100", 5_000, "2026-11-21T08:00:00Z");
        night.reversal(card, "100", 5_000, "2026-11-21T08:30:00Z").decide();
        night.run("2026-11-22");

        assertThat(breaks())
                .containsExactly("CLEARING_WITHOUT_AUTH open", "REVERSAL_AFTER_CLEARING open");
    }

    @Test
    void closesNoneOfSeveralThatTheMerchantReversedAfterwards() {
        night.clearingPartOf(card, "100", "A100", 1, 2, 3_000, "2026-11-21T09:00:00Z");
        night.clearingPartOf(card, "100", "A101", 2, 2, 2_000, "2026-11-21T10:00:00Z").decide();
        night.run("2026-11-21");

        night.request(card, "100", 5_000, "2026-11-21T08:00:00Z");
        night.reversal(card, "100", 5_000, "2026-11-21T08:30:00Z").decide();
        night.run("2026-11-22");

        assertThat(breaks())
                .containsExactly(
                        "CLEARING_WITHOUT_AUTH open",
                        "CLEARING_WITHOUT_AUTH open",
                        "REVERSAL_AFTER_CLEARING open");
    }

    @Test
    void comparesInTheMerchantsCurrencyWhateverIsBilled() {
        for (String lifecycle : List.of("100", "101")) {
            night.feed.add(
                    card,
                    MessageExample.aClearing()
                            .ofLifecycle(lifecycle)
                            .withArn("A" + lifecycle)
                            .withMcc("5411")
                            .withAmount(lifecycle.equals("100") ? 5_500 : 5_050)
                            .withMerchantAmount(lifecycle.equals("100") ? 6_000 : 6_060, "USD")
                            .at("2026-11-21T09:00:00Z"));
        }
        night.decide().run("2026-11-21");

        for (String lifecycle : List.of("100", "101")) {
            night.feed.add(card, advice(5_000, lifecycle).withMerchantAmount(6_000, "USD"));
        }
        night.decide().run("2026-11-22");

        assertThat(breaks())
                .as("the first at another rate, the second for more")
                .containsExactly("CLEARING_WITHOUT_AUTH resolved", "CLEARING_WITHOUT_AUTH open");
    }

    @Test
    void endsTheAuthorizationOfARefundThatCameToTheReplacementCard() {
        night.feed.add(card, aRefundAuthorization().withAmount(3_000).at("2026-11-21T08:00:00Z"));
        night.decide().run("2026-11-21");
        CardId replacement = night.book.replacementOf(card, null);
        night.feed.add(replacement, aRefund().withAmount(3_000).at("2026-11-22T09:00:00Z"));
        night.decide().run("2026-11-22");

        assertThat(night.rows("select status || ' ' || cleared_minor from transaction order by id"))
                .containsExactly("reversed 0", "settled 3000");
        assertThat(
                        night.rows(
                                """
                                select outcome || ' at level ' || match_level
                                         || ' of ' || auth_minor
                                  from settlement_line
                                """))
                .containsExactly("booked at level 1 of 3000");
        assertThat(night.differences("2026-11-22")).isEmpty();
    }

    @Test
    void closesWhatClearedOnTheCardThatReplacedItsOwn() {
        night.clearingPartOf(card, "100", "A100", 1, 2, 3_000, "2026-11-21T09:00:00Z").decide();
        night.run("2026-11-21");
        CardId replacement = night.book.replacementOf(card, null);
        night.clearingPartOf(replacement, "100", "A101", 2, 2, 2_000, "2026-11-22T07:00:00Z")
                .decide();
        night.run("2026-11-22");

        night.request(card, "100", 5_000, "2026-11-21T08:00:00Z").decide();
        night.run("2026-11-23");

        assertThat(breaks())
                .containsExactly(
                        "CLEARING_WITHOUT_AUTH resolved", "CLEARING_WITHOUT_AUTH resolved");
    }

    @Test
    void closesNothingByTheNumberOfARetrievalAlone() {
        MessageExample named =
                MessageExample.aClearing().ofLifecycle(null).withStan(null).withRrn("R7");
        night.feed.add(card, named.withArn("A100").withAmount(5_000).at("2026-11-21T09:00:00Z"));
        night.decide().run("2026-11-21");

        night.feed.add(
                card,
                MessageExample.aRequest()
                        .ofLifecycle(null)
                        .withStan(null)
                        .withRrn("R7")
                        .withAmount(5_000)
                        .at("2026-11-21T08:00:00Z"));
        night.decide().run("2026-11-22");

        assertThat(breaks()).containsExactly("CLEARING_WITHOUT_AUTH open");
    }

    @Test
    void closesNothingWhereTheNetworkDeclined() {
        night.clearing(card, "100", "A100", 5_000, "2026-11-21T09:00:00Z").decide();
        night.run("2026-11-21");

        night.feed.add(card, advice(5_000, "100").declined());
        night.decide().run("2026-11-22");

        assertThat(breaks()).containsExactly("CLEARING_WITHOUT_AUTH open");
    }

    @Test
    void closesWhatClearedAfterOurDeclineWhereTheNetworkApproved() {
        night.request(card, "100", 7_000, "2026-11-21T08:00:00Z");
        night.clearing(card, "100", "A100", 7_000, "2026-11-21T09:00:00Z").decide();
        night.run("2026-11-21");
        assertThat(breaks()).containsExactly("CLEARED_AFTER_DECLINE open");

        night.feed.add(card, advice(7_000, "100"));
        night.decide().run("2026-11-22");

        assertThat(breaks()).containsExactly("CLEARED_AFTER_DECLINE resolved");
    }

    @Test
    void closesNothingThatClearedBesideItsPurchase() {
        night.request(card, "100", 5_000, "2026-11-21T08:00:00Z");
        night.clearing(card, "100", "A100", 5_000, "2026-11-21T09:00:00Z");
        night.clearing(card, "100", "A101", 700, "2026-11-21T10:00:00Z").decide();
        night.run("2026-11-21");

        night.feed.add(card, advice(5_000, "100"));
        night.decide().run("2026-11-22");

        assertThat(breaks()).containsExactly("CLEARING_WITHOUT_AUTH open");
    }

    @Test
    void isADifferenceWhereTheNetworkDeclinedCashThatIsSettled() {
        night.cash(card, "100", 5_000, "2026-11-21T23:59:00Z").decide();
        night.run("2026-11-21");

        night.feed.add(card, advice(5_000, "100").asking(Processing.CASH_WITHDRAWAL).declined());
        night.decide().run("2026-11-22");

        assertThat(breaks()).containsExactly("STIP_OVERRIDE open");
        assertThat(night.rows("select status || ' ' || cleared_minor from transaction"))
                .containsExactly("settled 5000");
    }

    @Test
    void isCountedAsWhatTheNetworkApproved() {
        night.request(card, "100", 7_000, "2026-11-21T08:00:00Z");
        night.feed.add(card, advice(7_000, "100").approvedFor(4_000).at("2026-11-21T08:00:30Z"));
        night.decide().run("2026-11-21");
        night.clearing(card, "100", "A100", 4_000, "2026-11-22T09:00:00Z").decide();
        night.run("2026-11-22");

        assertThat(authorized()).containsExactly("1 4000 4000");
    }

    /** A pump authorizes one unit and completes with what it gave. */
    @Test
    void isCountedAsThePumpCompletedBeforeItClearsAndAfter() {
        night.feed.add(
                card,
                MessageExample.aRequest()
                        .withMcc("5542")
                        .withAmount(100)
                        .ofLifecycle("100")
                        .at("2026-11-21T08:00:00Z"));
        night.feed.add(card, advice(4_537, "100").withMcc("5542").at("2026-11-21T08:05:00Z"));
        night.decide().run("2026-11-21");
        assertThat(authorized()).containsExactly("1 4537 4537");

        night.clearing(card, "100", "A100", 4_537, "2026-11-22T09:00:00Z").decide();
        night.run("2026-11-22");
        assertThat(authorized()).containsExactly("1 4537 4537");
    }

    private List<String> authorized() {
        return night.rows(
                """
                select authorized_count || ' ' || authorized_minor || ' ' || counted_minor
                  from activity_total
                """);
    }

    private static MessageExample advice(long amount, String lifecycle) {
        return MessageExample.anAdvice()
                .withAmount(amount)
                .ofLifecycle(lifecycle)
                .at("2026-11-22T08:00:00Z");
    }

    private List<String> amounts() {
        return night.rows(
                """
                select type || ' ' || amount_minor || ' ' || state
                  from break
                 order by transaction_id
                """);
    }

    private List<String> breaks() {
        return night.rows(
                """
                select break.type || ' ' || break.state
                  from break
                  join transaction on transaction.id = break.transaction_id
                 order by break.type, network_txn_id
                """);
    }
}
