package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.VisibleFiles;
import dev.countersign.reconcile.testkit.domain.MessageExample;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A merchant credit covers the breaks of the purchase that it names, each unit once. */
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

    /** Each purchase on a card of its own, with what comes back of it on the 22nd. */
    @Test
    void coversBreaksOfThePurchaseThatItNames() throws IOException {
        CardId excess = cleared(5_600, "A100");
        CardId duplicates = cleared(5_000, "A100", "A101", "A102");
        CardId oldest = cleared(5_600, "A100", "A101");
        CardId equal = cleared(5_600, "A100", "A101");
        CardId both = cleared(5_000, "A100", "A101", "A102");
        CardId parts = cleared(5_600, "A100");
        CardId clearingReversed = cleared(5_600, "A100");
        CardId original = cleared(5_000, "A100", "A101");
        CardId refundReversed = cleared(5_600, "A100");
        CardId unnamed = cleared(5_600, "A100");
        CardId tooMuch = cleared(5_000, "A100");
        CardId reversedTooMuch = cleared(5_000, "A100");
        CardId refundedBefore = cleared(5_600, "A100");
        night.refundOf(refundedBefore, "100", "200", "B200", 600, "2026-11-21T10:30:00Z").decide();
        run(21, 21);
        assertThat(night.rows("select count(*)::text from break_credit")).containsExactly("0");

        refund(excess, "200", 5_600);
        refund(duplicates, "200", 5_000);
        refund(oldest, "200", 1_000);
        refund(equal, "200", 5_600);
        refund(both, "200", 10_000);
        refund(parts, "200", 400);
        refund(parts, "201", 300);
        reverse(clearingReversed, 1, 250);
        reverse(clearingReversed, 2, 350);
        reverse(original, 1, 5_000);
        refund(refundReversed, "200", 1_000);
        night.refundReversal(refundReversed, "100", "200", "B200", 401, "2026-11-22T12:00:00Z");
        night.refund(unnamed, "200", "B200", 600, "2026-11-22T10:00:00Z");
        refund(tooMuch, "200", 5_700);
        reverse(reversedTooMuch, 1, 5_700);
        night.decide();
        run(22, 22);

        assertThat(covered(excess)).containsExactly("AMOUNT_OVER 600/600 resolved");
        assertThat(covered(duplicates))
                .containsExactly(
                        "DUPLICATE_CLEARING 5000/5000 resolved", "DUPLICATE_CLEARING 0/5000 open");
        assertThat(covered(oldest))
                .containsExactly(
                        "AMOUNT_OVER 600/600 resolved", "DUPLICATE_CLEARING 400/5600 open");
        assertThat(covered(equal))
                .containsExactly("AMOUNT_OVER 0/600 open", "DUPLICATE_CLEARING 5600/5600 resolved");
        assertThat(covered(both))
                .containsExactly(
                        "DUPLICATE_CLEARING 5000/5000 resolved",
                        "DUPLICATE_CLEARING 5000/5000 resolved");
        assertThat(covered(parts)).containsExactly("AMOUNT_OVER 600/600 resolved");
        assertThat(covered(clearingReversed)).containsExactly("AMOUNT_OVER 600/600 resolved");
        assertThat(covered(original)).containsExactly("DUPLICATE_CLEARING 5000/5000 resolved");
        assertThat(covered(refundReversed)).containsExactly("AMOUNT_OVER 599/600 open");
        assertThat(covered(unnamed))
                .containsExactly("AMOUNT_OVER 0/600 open", "REFUND_UNLINKED 0/600 open");
        assertThat(covered(tooMuch)).containsExactly("REFUND_EXCEEDS 0/700 open");
        assertThat(covered(reversedTooMuch)).containsExactly("REVERSAL_EXCEEDS 0/700 open");
        assertThat(covered(refundedBefore)).containsExactly("AMOUNT_OVER 0/600 open");
        assertThat(night.balance("1310")).isEqualTo("-700");
        comesOutTheSame(22);

        night.refundReversal(tooMuch, "100", "200", "B200", 700, "2026-11-23T12:00:00Z");
        refund(refundReversed, "201", 23, 1);
        refund(oldest, "201", 23, 5_200);
        night.decide();
        run(23, 23);

        assertThat(covered(tooMuch)).containsExactly("REFUND_EXCEEDS 700/700 resolved");
        assertThat(covered(refundReversed)).containsExactly("AMOUNT_OVER 600/600 resolved");
        assertThat(covered(oldest))
                .containsExactly(
                        "AMOUNT_OVER 600/600 resolved", "DUPLICATE_CLEARING 5600/5600 resolved");
        comesOutTheSame(22);
        comesOutTheSame(23);
    }

    /** A record is covered by what came after it, and not by the reversal of another before. */
    @Test
    void coversNothingThatCameLater() {
        night.request(card, "100", 5_000, "2026-11-21T10:00:00Z");
        night.clearing(card, "100", "A100", 5_000, "2026-11-21T11:00:00Z");
        night.clearingReversal(card, "100", "A100", 5_000, "2026-11-21T12:00:00Z");
        night.clearing(card, "100", "A101", 5_000, "2026-11-21T13:00:00Z").decide();
        run(21, 21);
        assertThat(covered(card)).containsExactly("CLEARED_AFTER_REVERSAL 0/5000 open");

        night.clearingReversal(card, "100", "A101", 5_000, "2026-11-22T10:00:00Z").decide();
        run(22, 22);
        assertThat(covered(card)).containsExactly("CLEARED_AFTER_REVERSAL 5000/5000 resolved");
    }

    /** It was presented before the refund came, and waited for the trailer of its file. */
    @Test
    void coversADuplicateThatWaitedInItsFile() throws IOException {
        night.request(card, "100", 5_000, at(21, 10));
        night.clearing(card, "100", "A100", 5_000, at(21, 11));
        night.inFile("CLR-01", 1).fileHeader(at(21, 11));
        night.clearing(card, "100", "A101", 5_000, at(21, 12)).inFile(null, null);
        night.refundOf(card, "100", "200", "B200", 5_000, at(21, 13)).decide();
        run(21, 21);
        assertThat(covered(card)).isEmpty();

        night.inFile("CLR-01", 1).fileTrailer(1, 5_000, 0, 0, at(22, 1)).decide();
        run(22, 22);

        assertThat(covered(card)).containsExactly("DUPLICATE_CLEARING 5000/5000 resolved");
        comesOutTheSame(22);
    }

    /** One cleared on the card itself, the other on the one that replaced it. */
    @Test
    void coversBreaksOfTheCardsThatItReplaced() {
        CardId older = cleared(5_000, "A100", "A101");
        night.decide();
        run(21, 21);
        CardId replacement = night.book.replacementOf(older, null);
        night.clearing(replacement, "100", "A102", 5_000, "2026-11-22T10:00:00Z").decide();
        run(22, 22);

        refund(replacement, "200", 23, 5_000);
        night.decide();
        run(23, 23);

        assertThat(covered(older)).containsExactly("DUPLICATE_CLEARING 5000/5000 resolved");
        assertThat(covered(replacement)).containsExactly("DUPLICATE_CLEARING 0/5000 open");
    }

    /** The clearing was found by another key, and the merchant refunds what it had cleared. */
    @Test
    void coversBreaksOfAPurchaseThatClearedUnderAnotherName() {
        night.feed.add(
                card,
                MessageExample.aRequest()
                        .ofLifecycle("100")
                        .withRrn("R7")
                        .withMcc("5999")
                        .withAmount(5_000)
                        .at(at(21, 10)));
        night.feed.add(
                card,
                MessageExample.aClearing()
                        .ofLifecycle("U1")
                        .withRrn("R7")
                        .withArn("A100")
                        .withMcc("5999")
                        .withAmount(5_600)
                        .at(at(21, 11)));
        night.decide();
        run(21, 21);

        night.refundOf(card, "U1", "200", "B200", 600, "2026-11-22T10:00:00Z").decide();
        run(22, 22);

        assertThat(covered(card))
                .containsExactly("AMOUNT_OVER 600/600 resolved", "REFUND_UNLINKED 0/600 resolved");
    }

    @Test
    void withdrawsTheDisputeOfTheBreakThatItCovers() {
        CardId duplicates = cleared(5_000, "A100", "A101", "A102");
        night.decide();
        run(21, 25);
        assertThat(disputes()).containsExactly("5000 open", "5000 open");

        refund(duplicates, "200", 26, 5_000);
        night.decide();
        run(26, 28);

        assertThat(covered(duplicates))
                .containsExactly(
                        "DUPLICATE_CLEARING 5000/5000 resolved", "DUPLICATE_CLEARING 0/5000 open");
        assertThat(disputes()).containsExactly("5000 open", "5000 withdrawn");
        assertThat(
                        night.rows(
                                """
                                select (break.transaction_id = dispute.transaction_id)::text
                                  from break, dispute
                                 where break.state = 'open'
                                   and dispute.status = 'open'
                                """))
                .containsExactly("true");

        reverse(duplicates, 1, 29, 5_000);
        night.decide();
        run(29, 29);
        assertThat(disputes()).containsExactly("5000 withdrawn", "5000 withdrawn");
    }

    /** By what came before the dispute, and what comes after it. */
    @Test
    void withdrawsWhatAPersonAcceptedOfTheBreakThatItCoversInParts() {
        night.clearingPartOf(card, "100", "A100", 1, 2, 5_000, "2026-11-21T11:00:00Z");
        night.clearingPartOf(card, "100", "A101", 2, 2, 3_000, "2026-11-21T12:00:00Z").decide();
        run(21, 25);
        accept("CLEARING_WITHOUT_AUTH");

        refund(card, "200", 26, 5_000);
        night.decide();
        run(26, 26);
        assertThat(covered(card))
                .containsExactly(
                        "CLEARING_WITHOUT_AUTH 5000/5000 resolved",
                        "CLEARING_WITHOUT_AUTH 0/3000 open");
        assertThat(disputes()).containsExactly("3000 open");

        refund(card, "201", 27, 2_999);
        night.decide();
        run(27, 27);
        assertThat(disputes()).containsExactly("3000 open");

        refund(card, "202", 28, 1);
        night.decide();
        run(28, 28);
        assertThat(disputes()).containsExactly("3000 withdrawn");
    }

    @Test
    void leavesToBeDisputedWhatItDoesNotCover() {
        CardId duplicates = cleared(5_000, "A100", "A101", "A102");
        refund(duplicates, "200", 5_000);
        night.decide();

        run(21, 26);

        assertThat(covered(duplicates))
                .containsExactly(
                        "DUPLICATE_CLEARING 5000/5000 resolved", "DUPLICATE_CLEARING 0/5000 open");
        assertThat(disputes()).containsExactly("5000 open");
    }

    @Test
    void takesForADuplicateWhatIsPresentedAnewBesideTheOneThatWasLeft() {
        CardId purchase = cleared(5_000, "A100", "A101");
        reverse(purchase, 1, 5_000);
        night.decide();
        run(21, 22);
        night.clearing(purchase, "100", "A102", 5_000, "2026-11-23T10:00:00Z").decide();
        run(23, 27);

        assertThat(covered(purchase))
                .containsExactly(
                        "DUPLICATE_CLEARING 5000/5000 resolved", "DUPLICATE_CLEARING 0/5000 open");
        assertThat(disputes()).containsExactly("5000 open");
    }

    @Test
    void takesBackWhatClearedHalfAYearBefore() {
        CardId purchase = cleared(5_000, "A100");
        night.decide();
        run(21, 21);

        night.at("2027-05-22T02:00:00Z");
        night.clearingReversal(purchase, "100", "A100", 5_000, "2027-05-20T10:00:00Z").decide();
        night.nights.runSandbox(LocalDate.parse("2027-05-20"));

        assertThat(covered(purchase)).isEmpty();
        assertThat(night.rows("select status from transaction")).containsExactly("reversed");
    }

    // ---- what happens

    /** A purchase of 50.00 on a new card that clears under each of these ARNs, hour by hour. */
    private CardId cleared(long minor, String... arns) {
        CardId of = night.book.card(null, null, null);
        night.request(of, "100", 5_000, "2026-11-21T10:00:00Z");
        for (int i = 0; i < arns.length; i++) {
            night.clearing(of, "100", arns[i], minor, at(21, 11 + i));
        }
        return of;
    }

    private void refund(CardId of, String reference, long minor) {
        refund(of, reference, 22, minor);
    }

    private void refund(CardId of, String reference, int day, long minor) {
        night.refundOf(of, "100", reference, "B" + reference, minor, at(day, 10));
    }

    private void reverse(CardId of, int part, long minor) {
        reverse(of, part, 22, minor);
    }

    private void reverse(CardId of, int part, int day, long minor) {
        night.clearingReversalPart(of, "100", "A100", part, minor, at(day, 10 + part));
    }

    private static String at(int day, int hour) {
        return String.format(Locale.ROOT, "2026-11-%02dT%02d:00:00Z", day, hour);
    }

    private void run(int first, int last) {
        LocalDate november = LocalDate.of(2026, 11, 1);
        night.runThrough(november.withDayOfMonth(first), november.withDayOfMonth(last));
    }

    /** A person accepts what the night proposed of the smallest break of a type. */
    private void accept(String type) {
        String id =
                night.rows(
                                "select id::text from break where type = '%s' order by amount_minor"
                                        .formatted(type))
                        .getFirst();
        People.queue(night, "2026-11-25T12:00:00Z")
                .accept(new BreakId(UUID.fromString(id)), "as it says", "ann");
    }

    // ---- what became of it

    /** The breaks of a card, the oldest first, such as {@code "AMOUNT_OVER 400/600 open"}. */
    private List<String> covered(CardId of) {
        return night.rows(
                """
                select break.type || ' '
                       || coalesce((select sum(part.minor) from break_credit part where part.break_id = break.id), 0)
                       || '/' || break.amount_minor || ' ' || state
                  from break
                  left join clearing on clearing.id = break.clearing_id
                 where break.card_id = '%s'
                 order by clearing.created_at, break.type
                """
                        .formatted(of.value()));
    }

    private List<String> disputes() {
        return night.rows("select amount_minor || ' ' || status from dispute order by 1");
    }

    /** A night that runs again allocates nothing more, and writes the same files. */
    private void comesOutTheSame(int day) throws IOException {
        String allocated = "select to_jsonb(break_credit)::text from break_credit order by 1";
        List<String> before = night.rows(allocated);
        Map<String, String> files = VisibleFiles.in(reports);
        assertThat(night.nights.rerun(Mode.SANDBOX, LocalDate.of(2026, 11, day)).differences())
                .isEmpty();
        assertThat(night.rows(allocated)).isEqualTo(before);
        assertThat(VisibleFiles.in(reports)).isEqualTo(files);
    }
}
