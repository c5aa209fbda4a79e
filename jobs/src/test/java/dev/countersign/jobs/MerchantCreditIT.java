package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.domain.MessageExample;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A merchant gives money back once, and more than one difference is about as much. */
class MerchantCreditIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path reports;

    private NightRun night;
    private CardId card;

    @BeforeEach
    void issueACard() {
        night = new NightRun(POSTGRES, reports).at("2026-12-05T02:00:00Z");
        card = night.book.card(null, null, null);
    }

    @Test
    void withdrawsOneDisputeAndClosesOneDifferenceOfTwoDuplicates() {
        clearedAs(5_000, "A100", "A101", "A102").decide();
        run(21, 25);
        assertThat(disputes()).containsExactly("open", "open");

        night.refundOf(card, "100", "200", "B100", 5_000, "2026-11-26T10:00:00Z").decide();
        run(26, 28);

        assertThat(breaks())
                .containsExactly("DUPLICATE_CLEARING open", "DUPLICATE_CLEARING resolved");
        assertThat(disputes()).containsExactly("open", "withdrawn");
        assertThat(brokenAndDisputed()).as("of the same purchase").containsExactly("true");

        night.refundOf(card, "100", "201", "B101", 5_000, "2026-11-29T10:00:00Z").decide();
        run(29, 29);

        assertThat(disputes()).containsExactly("withdrawn", "withdrawn");
    }

    @Test
    void disputesTheOtherOfTwoPurchasesThatAreAlike() {
        for (String purchase : List.of("100", "101")) {
            night.request(card, purchase, 5_000, "2026-11-21T10:00:00Z");
            night.clearing(card, purchase, "A" + purchase, 5_000, "2026-11-21T11:00:00Z");
            night.clearing(card, purchase, "B" + purchase, 5_000, "2026-11-21T12:00:00Z");
        }
        night.refund(card, "200", "C200", 5_000, "2026-11-22T10:00:00Z").decide();

        run(21, 26);

        assertThat(
                        night.rows(
                                "select state from break where type = 'DUPLICATE_CLEARING' order by 1"))
                .containsExactly("open", "resolved");
        assertThat(disputes()).containsExactly("open");
        assertThat(brokenAndDisputed()).containsExactly("true");
    }

    @Test
    void withdrawsWhatWasDisputedForADifferenceThatAnUnlinkedRefundCloses() {
        clearedAs(5_600, "A100").decide();
        run(21, 25);
        assertThat(disputes()).containsExactly("open");

        night.refund(card, "200", "B200", 600, "2026-11-26T10:00:00Z").decide();
        run(26, 26);

        assertThat(night.rows("select state from break where type = 'AMOUNT_OVER'"))
                .containsExactly("resolved");
        assertThat(disputes()).containsExactly("withdrawn");
    }

    @Test
    void withdrawsWhatAPersonAcceptedOfADifferenceThatAnUnlinkedRefundCloses() {
        night.clearing(card, "100", "A100", 5_000, "2026-11-21T11:00:00Z").decide();
        run(21, 25);
        assertThat(night.rows("select decision from dispute_decision")).containsExactly("proposed");
        accept("CLEARING_WITHOUT_AUTH");
        assertThat(disputes()).containsExactly("open");

        night.refund(card, "200", "B200", 5_000, "2026-11-26T13:00:00Z").decide();
        run(26, 26);

        assertThat(breaks()).contains("CLEARING_WITHOUT_AUTH resolved");
        assertThat(disputes()).containsExactly("withdrawn");
    }

    @Test
    void closesBothWhereEnoughForBothCameBack() {
        clearedAs(5_000, "A100", "A101", "A102");
        night.refundOf(card, "100", "200", "B100", 10_000, "2026-11-22T10:00:00Z").decide();

        run(21, 26);

        assertThat(night.rows("select state from break where type = 'DUPLICATE_CLEARING'"))
                .containsExactly("resolved", "resolved");
        assertThat(disputes()).isEmpty();
    }

    @Test
    void answersARefundThatIsTooMuchByItsReversalAndByNoFurtherRefund() {
        clearedAs(5_000, "A100");
        night.refundOf(card, "100", "200", "B100", 5_600, "2026-11-21T12:00:00Z").decide();
        run(21, 21);
        assertThat(breaks()).containsExactly("REFUND_EXCEEDS open");

        night.refund(card, "201", "B101", 600, "2026-11-22T10:00:00Z").decide();
        run(22, 22);
        assertThat(breaks()).contains("REFUND_EXCEEDS open");

        night.refundReversal(card, "100", "200", "B100", 600, "2026-11-23T10:00:00Z").decide();
        run(23, 23);
        assertThat(breaks()).contains("REFUND_EXCEEDS resolved");
    }

    /** It does not name the purchase whose refund came before it. */
    @Test
    void tellsThatAReversalGivesBackWhatWasRefundedBefore() {
        clearedAs(5_000, "A100");
        night.refundOf(card, "100", "200", "B100", 5_000, "2026-11-22T10:00:00Z").decide();
        run(21, 22);

        night.clearingReversal(card, "300", "A100", 5_000, "2026-11-23T10:00:00Z").decide();
        run(23, 23);

        assertThat(breaks()).containsExactly("REFUND_EXCEEDS open");
    }

    private List<String> cleared() {
        return night.rows("select status || ' ' || cleared_minor from transaction order by id");
    }

    @Test
    void leavesOneOfTwoClearingsAloneWhenTheOtherIsReversed() {
        clearedAs(5_000, "A100", "A101").decide();
        run(21, 21);
        assertThat(breaks()).containsExactly("DUPLICATE_CLEARING open");

        night.clearingReversal(card, "100", "A100", 5_000, "2026-11-22T10:00:00Z").decide();
        run(22, 26);

        assertThat(breaks()).containsExactly("DUPLICATE_CLEARING resolved");
        assertThat(disputes()).isEmpty();
    }

    @Test
    void remembersWhatARefundAnsweredWhenPartOfItIsReversed() {
        clearedAs(5_000, "A100", "A101", "A102", "A103");
        night.refundOf(card, "100", "200", "B100", 10_000, "2026-11-21T15:00:00Z").decide();
        run(21, 21);
        List<String> answered =
                List.of(
                        "DUPLICATE_CLEARING open",
                        "DUPLICATE_CLEARING resolved",
                        "DUPLICATE_CLEARING resolved");
        assertThat(breaks()).isEqualTo(answered);

        night.refundReversal(card, "100", "200", "B100", 3_000, "2026-11-22T10:00:00Z").decide();
        run(22, 22);

        assertThat(breaks()).isEqualTo(answered);
    }

    @Test
    void disputesWhatARefundOfAnotherDuplicateLeft() {
        clearedAs(5_000, "A100", "A101", "A102");
        night.refundOf(card, "100", "200", "B100", 5_000, "2026-11-22T10:00:00Z").decide();

        run(21, 26);

        assertThat(breaks())
                .containsExactly("DUPLICATE_CLEARING open", "DUPLICATE_CLEARING resolved");
        assertThat(disputes()).containsExactly("open");
        assertThat(brokenAndDisputed()).containsExactly("true");
    }

    /** One cleared on the card itself, the other on the one that replaced it. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void disputesWhatARefundOfADuplicateOfTheOtherCardLeft(boolean olderRefunded) {
        clearedAs(5_000, "A100", "A101").decide();
        run(21, 21);
        CardId replacement = night.book.replacementOf(card, null);
        night.clearing(replacement, "100", "A102", 5_000, "2026-11-22T10:00:00Z").decide();
        run(22, 22);
        night.refundOf(
                        olderRefunded ? card : replacement,
                        "100",
                        "200",
                        "B100",
                        5_000,
                        "2026-11-23T10:00:00Z")
                .decide();

        run(23, 28);

        assertThat(breaks())
                .containsExactly("DUPLICATE_CLEARING open", "DUPLICATE_CLEARING resolved");
        assertThat(disputes()).containsExactly("open");
        assertThat(brokenAndDisputed()).containsExactly("true");
    }

    @Test
    void answersTheDuplicateOfARefundThatIsAsMuchAndNotWhatItAlsoCovers() {
        clearedAs(5_600, "A100", "A101");
        night.refundOf(card, "100", "200", "B100", 5_600, "2026-11-21T13:00:00Z").decide();

        run(21, 21);

        assertThat(breaks()).containsExactly("AMOUNT_OVER open", "DUPLICATE_CLEARING resolved");
    }

    @Test
    void closesWhatARecordHadTooMuchWhenAllOfItIsReversedAndPresentedAgain() {
        clearedAs(5_600, "A100").decide();
        run(21, 21);
        assertThat(breaks()).containsExactly("AMOUNT_OVER open");

        night.clearingReversal(card, "100", "A100", 5_600, "2026-11-22T12:00:00Z");
        night.clearing(card, "100", "A101", 5_000, "2026-11-22T13:00:00Z").decide();
        run(22, 22);

        assertThat(breaks()).contains("AMOUNT_OVER resolved");
    }

    @Test
    void closesWhatAPartHadTooMuchWhenThePartIsReversed() {
        night.request(card, "100", 5_000, "2026-11-21T10:00:00Z");
        night.clearingPartOf(card, "100", "A100", 1, 2, 3_000, "2026-11-21T11:00:00Z");
        night.clearingPartOf(card, "100", "A101", 2, 2, 2_600, "2026-11-21T12:00:00Z").decide();
        run(21, 21);
        assertThat(breaks()).containsExactly("AMOUNT_OVER open");

        night.clearingReversal(card, "100", "A100", 1_000, "2026-11-22T12:00:00Z").decide();
        run(22, 22);
        assertThat(breaks()).as("the other part").containsExactly("AMOUNT_OVER open");

        night.clearingReversal(card, "100", "A101", 2_600, "2026-11-23T12:00:00Z").decide();
        run(23, 23);
        assertThat(breaks()).containsExactly("AMOUNT_OVER resolved");
    }

    @Test
    void keepsADisputeWhereARefundAnsweredAnotherPartOfThePurchase() {
        night.clearingPartOf(card, "100", "A100", 1, 2, 5_000, "2026-11-21T11:00:00Z");
        night.clearingPartOf(card, "100", "A101", 2, 2, 3_000, "2026-11-21T12:00:00Z").decide();
        run(21, 25);
        accept("CLEARING_WITHOUT_AUTH");

        night.refundOf(card, "100", "200", "B200", 5_000, "2026-11-27T10:00:00Z").decide();
        run(26, 27);

        assertThat(night.rows("select amount_minor || ' ' || state from break order by 1"))
                .containsExactly("3000 open", "5000 resolved");
        assertThat(disputes()).containsExactly("open");

        night.refundOf(card, "100", "201", "B201", 3_000, "2026-11-28T10:00:00Z").decide();
        run(28, 28);

        assertThat(disputes()).containsExactly("withdrawn");
    }

    @Test
    void knowsAMerchantThatWritesItsNameOtherwise() {
        for (String lifecycle : List.of("100", "101")) {
            night.feed.add(
                    card,
                    MessageExample.aClearing()
                            .ofLifecycle(lifecycle)
                            .withArn("A" + lifecycle)
                            .withAmount(5_000)
                            .atMerchant(null)
                            .named("CAFE LUNA 004")
                            .at("2026-11-21T09:00:00Z"));
            night.feed.add(
                    card,
                    MessageExample.aRefund()
                            .refunding(lifecycle)
                            .ofLifecycle("2" + lifecycle)
                            .withArn("B" + lifecycle)
                            .withAmount(5_000)
                            .atMerchant(null)
                            .named(lifecycle.equals("100") ? "Café Luna" : "Bar Sole")
                            .at("2026-11-21T10:00:00Z"));
        }
        night.decide();
        run(21, 21);

        assertThat(breaks())
                .contains("CLEARING_WITHOUT_AUTH open", "CLEARING_WITHOUT_AUTH resolved");
    }

    @Test
    void keepsADisputeWhereARefundGaveBackAllOfTheOtherPart() {
        clearedAs(5_600, "A100");
        night.clearing(card, "100", "A101", 5_000, "2026-11-21T12:00:00Z").decide();
        run(21, 26);
        accept("CLEARING_WITHOUT_AUTH");
        assertThat(disputes()).containsExactly("open", "open");

        night.refundOf(card, "100", "200", "B200", 5_600, "2026-11-27T10:00:00Z").decide();
        run(27, 27);

        assertThat(breaks()).containsExactly("AMOUNT_OVER resolved", "CLEARING_WITHOUT_AUTH open");
        assertThat(night.rows("select amount_minor || ' ' || status from dispute order by 1"))
                .containsExactly("5000 open", "600 withdrawn");
    }

    @Test
    void takesForADuplicateWhatIsPresentedAnewBesideTheOneThatWasLeft() {
        clearedAs(5_000, "A100", "A101").decide();
        run(21, 21);
        night.clearingReversal(card, "100", "A100", 5_000, "2026-11-22T10:00:00Z").decide();
        run(22, 22);
        assertThat(breaks()).containsExactly("DUPLICATE_CLEARING resolved");

        night.clearing(card, "100", "A102", 5_000, "2026-11-23T10:00:00Z").decide();
        run(23, 27);

        assertThat(breaks())
                .containsExactly("DUPLICATE_CLEARING open", "DUPLICATE_CLEARING resolved");
        assertThat(disputes()).containsExactly("open");
        assertThat(brokenAndDisputed()).containsExactly("true");
    }

    @Test
    void leavesWhatWasPresentedAnewOpenInTheNightOfTheReversalToo() {
        clearedAs(5_000, "A100");
        night.clearingReversal(card, "100", "A100", 5_000, "2026-11-21T12:30:00Z");
        night.clearing(card, "100", "A101", 5_000, "2026-11-21T13:00:00Z").decide();
        run(21, 21);

        assertThat(breaks()).containsExactly("CLEARED_AFTER_REVERSAL open");

        night.clearingReversal(card, "100", "A101", 5_000, "2026-11-22T10:00:00Z").decide();
        run(22, 22);

        assertThat(breaks()).containsExactly("CLEARED_AFTER_REVERSAL resolved");
    }

    @Test
    void takesBackWhatClearedHalfAYearBefore() {
        clearedAs(5_000, "A100").decide();
        run(21, 21);

        night.at("2027-05-22T02:00:00Z");
        night.clearingReversal(card, "100", "A100", 5_000, "2027-05-20T10:00:00Z").decide();
        night.nights.runSandbox(LocalDate.parse("2027-05-20"));

        assertThat(breaks()).isEmpty();
        assertThat(night.rows("select status from transaction")).containsExactly("reversed");
    }

    @ParameterizedTest
    @CsvSource({"999, 1, resolved", "1, 999, resolved", "999, 2, open"})
    void closesAnExcessOnlyWhenItsPartsMakeJustIt(long first, long second, String state) {
        clearedAs(6_000, "A100").decide();
        run(21, 21);
        night.refundOf(card, "100", "200", "B200", first, "2026-11-22T10:00:00Z").decide();
        run(22, 22);
        assertThat(breaks()).containsExactly("AMOUNT_OVER open");

        night.refundOf(card, "100", "201", "B201", second, "2026-11-23T10:00:00Z").decide();
        run(23, 23);

        assertThat(breaks()).containsExactly("AMOUNT_OVER " + state);
    }

    /** By refunds and reversals of it, whichever comes first. */
    @ParameterizedTest
    @CsvSource({"refund, reversal", "reversal, refund", "refund, refund"})
    void closesWhatCameWithoutAnAuthorizationWhenAllOfItComesBackInParts(
            String first, String second) {
        night.clearing(card, "100", "A100", 5_000, "2026-11-21T11:00:00Z").decide();
        run(21, 21);

        int day = 22;
        long minor = 3_000;
        for (String kind : List.of(first, second)) {
            assertThat(breaks()).containsExactly("CLEARING_WITHOUT_AUTH open");
            String at = String.format(Locale.ROOT, "2026-11-%dT10:00:00Z", day);
            if (kind.equals("refund")) {
                night.refundOf(card, "100", "20" + day, "B" + day, minor, at).decide();
            } else {
                night.clearingReversal(card, "100", "A100", minor, at).decide();
            }
            run(day, day);
            day += 1;
            minor = 2_000;
        }

        assertThat(breaks()).containsExactly("CLEARING_WITHOUT_AUTH resolved");
    }

    /** Of two differences alike, what came back in parts closes the older one alone. */
    @Test
    void closesTheOlderOfTwoDuplicatesWhenPartsMakeOne() {
        clearedAs(5_000, "A100", "A101", "A102");
        night.refundOf(card, "100", "200", "B200", 2_000, "2026-11-22T10:00:00Z").decide();
        run(21, 22);

        night.refundOf(card, "100", "201", "B201", 3_000, "2026-11-23T10:00:00Z").decide();
        run(23, 28);

        assertThat(night.rows("select state from break order by created_at"))
                .containsExactly("resolved", "open");
        assertThat(night.rows("select minor::text from break_credit order by 1"))
                .containsExactly("2000", "3000");
        assertThat(disputes()).containsExactly("open");
        assertThat(brokenAndDisputed()).containsExactly("true");
    }

    @Test
    void withdrawsTheDisputeOfAnExcessWithTheDifferenceWhenPartsMakeIt() {
        clearedAs(6_000, "A100").decide();
        run(21, 25);
        assertThat(disputes()).containsExactly("open");

        night.refundOf(card, "100", "200", "B200", 999, "2026-11-26T10:00:00Z").decide();
        run(26, 26);
        assertThat(disputes()).containsExactly("open");
        night.refundOf(card, "100", "201", "B201", 1, "2026-11-27T10:00:00Z").decide();
        run(27, 27);

        assertThat(breaks()).containsExactly("AMOUNT_OVER resolved");
        assertThat(disputes()).containsExactly("withdrawn");
    }

    /** The first two make it, whether the third came in their night or in its own. */
    @ParameterizedTest
    @ValueSource(ints = {23, 24})
    void closesAnExcessByTheFirstPartsThatMakeIt(int last) {
        clearedAs(6_000, "A100").decide();
        night.refundOf(card, "100", "200", "B200", 600, "2026-11-22T10:00:00Z").decide();
        run(21, 22);

        night.refundOf(card, "100", "201", "B201", 400, "2026-11-23T10:00:00Z");
        night.refundOf(
                card,
                "100",
                "202",
                "B202",
                300,
                String.format(Locale.ROOT, "2026-11-%dT11:00:00Z", last));
        night.decide();
        run(23, last);

        assertThat(breaks()).containsExactly("AMOUNT_OVER resolved");
        assertThat(night.rows("select minor::text from break_credit order by 1"))
                .containsExactly("400", "600");
    }

    /** What was given back of a duplicate is no part of what cleared too late beside it. */
    @Test
    void doesNotCountForOnePurchaseWhatAnotherWasGivenBack() {
        night.request(card, "100", 5_000, "2026-11-13T10:00:00Z").decide();
        run(13, 20);
        night.clearing(card, "100", "A100", 6_000, "2026-11-21T11:00:00Z");
        night.clearing(card, "100", "A101", 5_000, "2026-11-21T12:00:00Z").decide();
        run(21, 21);
        assertThat(night.rows("select type || ' ' || amount_minor from break order by 1"))
                .contains("AMOUNT_OVER 1000", "LATE_PRESENTMENT 6000");

        night.refundOf(card, "100", "200", "B200", 1_000, "2026-11-22T10:00:00Z").decide();
        run(22, 22);
        night.refundOf(card, "100", "201", "B201", 5_000, "2026-11-23T10:00:00Z").decide();
        run(23, 23);

        assertThat(night.rows("select amount_minor || ' ' || state from break order by 1"))
                .containsExactly("1000 resolved", "5000 resolved", "6000 open");
    }

    /** Which is given back, and not the excess that it would cover. */
    @Test
    void takesPartsForTheDuplicateThatTheyMakeAndNotForWhatTheyCover() {
        clearedAs(5_600, "A100", "A101").decide();
        run(21, 25);
        assertThat(disputes()).containsExactly("open", "open");

        night.refundOf(card, "100", "200", "B200", 3_000, "2026-11-26T10:00:00Z");
        night.refundOf(card, "100", "201", "B201", 2_600, "2026-11-26T11:00:00Z").decide();
        run(26, 26);

        assertThat(breaks()).containsExactly("AMOUNT_OVER open", "DUPLICATE_CLEARING resolved");
        assertThat(night.rows("select amount_minor || ' ' || status from dispute order by 1"))
                .containsExactly("5600 withdrawn", "600 open");
    }

    /** What was refunded and then taken back of the purchase is too much by both. */
    @Test
    void doesNotAnswerWhatWasRefundedTooMuchByFurtherReversalsOfThePurchase() {
        clearedAs(5_000, "A100");
        night.refundOf(card, "100", "200", "B100", 5_000, "2026-11-21T13:00:00Z").decide();
        run(21, 21);
        int day = 22;
        for (long minor : List.of(400L, 250L, 150L)) {
            String at = String.format(Locale.ROOT, "2026-11-%dT10:00:00Z", day);
            night.clearingReversal(card, "100", "A100", minor, at).decide();
            run(day, day);
            day += 1;
        }

        assertThat(night.rows("select amount_minor || ' ' || state from break order by 1"))
                .containsExactly("150 open", "250 open", "400 open");
    }

    /** Abroad, where what is billed for the refund is not what had been billed. */
    @ParameterizedTest
    @ValueSource(longs = {4_950, 5_000, 5_050})
    void closesOneOfTwoDuplicatesAbroadByOneRefund(long billed) {
        night.feed.add(card, abroad(MessageExample.aRequest(), 5_000));
        for (String arn : List.of("A100", "A101", "A102")) {
            night.feed.add(
                    card,
                    abroad(MessageExample.aClearing().withArn(arn), 5_000)
                            .at("2026-11-21T13:00:00Z"));
        }
        night.feed.add(
                card,
                abroad(
                                MessageExample.aRefund()
                                        .refunding("T1")
                                        .ofLifecycle("T2")
                                        .withArn("B1"),
                                billed)
                        .at("2026-11-22T10:00:00Z"));
        night.decide();
        run(21, 22);

        assertThat(night.rows("select state from break order by 1"))
                .containsExactly("open", "resolved");
    }

    private static MessageExample abroad(MessageExample example, long billed) {
        return example.withAmount(billed).withMcc("5999").withMerchantAmount(6_000, "USD");
    }

    /** A purchase of 50.00 that clears under each of these ARNs, hour by hour. */
    private NightRun clearedAs(long minor, String... arns) {
        night.request(card, "100", 5_000, "2026-11-21T10:00:00Z");
        for (int i = 0; i < arns.length; i++) {
            night.clearing(
                    card,
                    "100",
                    arns[i],
                    minor,
                    String.format(Locale.ROOT, "2026-11-21T%d:00:00Z", 11 + i));
        }
        return night;
    }

    private void run(int first, int last) {
        LocalDate november = LocalDate.of(2026, 11, 1);
        night.runThrough(november.withDayOfMonth(first), november.withDayOfMonth(last));
    }

    /** A person accepts what the night proposed of the smallest difference of a type. */
    private void accept(String type) {
        String id =
                night.rows(
                                "select id::text from break where type = '%s' order by amount_minor"
                                        .formatted(type))
                        .getFirst();
        People.queue(night, "2026-11-26T12:00:00Z")
                .accept(new BreakId(UUID.fromString(id)), "as it says", "ann");
    }

    private List<String> breaks() {
        return night.rows("select type || ' ' || state from break order by 1");
    }

    private List<String> disputes() {
        return night.rows("select status from dispute order by 1");
    }

    /** Whether the purchase of the difference that stays is the one whose dispute stays. */
    private List<String> brokenAndDisputed() {
        return night.rows(
                """
                select (break.transaction_id = dispute.transaction_id)::text
                  from break, dispute
                 where break.state = 'open'
                   and break.type = 'DUPLICATE_CLEARING'
                   and dispute.status = 'open'
                """);
    }
}
