package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.breaks.ResolutionPolicy;
import dev.countersign.reconcile.domain.breaks.Severity;
import dev.countersign.reconcile.domain.breaks.WriteOff;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.operations.Breaks;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clearing records of cards that nobody knows, until somebody finds out. */
class UnknownCardIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path reports;

    private NightRun night;
    private CardId card;
    private Breaks breaks;

    @BeforeEach
    void clearForNobody() {
        night = new NightRun(POSTGRES, reports);
        card = night.book.card(null, null, null);
        breaks =
                Reconcile.openBreaks(
                        new Database(night.jdbi),
                        new ResolutionPolicy(Severity.CRITICAL, Map.of()),
                        () -> Instant.parse("2026-11-22T09:00:00Z"));
    }

    @Test
    void booksWhatWasIdentifiedToTheCardAndItsHold() {
        night.request(card, "100", 700, "2026-11-21T08:00:00Z");
        night.clearing(null, "100", "A100", 700, "2026-11-21T10:00:00Z").decide();
        night.run("2026-11-21");
        assertThat(night.balances("1310", "2010", "2100")).containsExactly("700", "-693", "0");

        var unused = breaks.identify(unknown(), card, "ann");
        night.run("2026-11-22");

        assertThat(night.balances("1310", "2010", "2100", "9010"))
                .containsExactly("0", "-693", "700", "0");
        assertThat(transactions()).containsExactly("settled 700 held 0");
        assertThat(kinds()).containsExactly("UNKNOWN_CARD resolved");
        assertThat(night.rows("select outcome || ' ' || identified_on from settlement_line"))
                .containsExactly("suspended 2026-11-22");
        assertThat(night.differences("2026-11-22")).isEmpty();
        night.run("2026-11-23");
        assertThat(night.balances("2100")).containsExactly("700");
    }

    @Test
    void makesATransactionOfItsOwnWhereNothingWasAuthorized() {
        night.clearing(null, "100", "A100", 700, "2026-11-21T10:00:00Z").decide();
        night.run("2026-11-21");

        var unused = breaks.identify(unknown(), card, "ann");
        night.run("2026-11-22");

        assertThat(transactions()).containsExactly("settled 700 held 0");
        assertThat(kinds())
                .containsExactlyInAnyOrder("UNKNOWN_CARD resolved", "CLEARING_WITHOUT_AUTH open");
    }

    @Test
    void creditsARefundThatWasIdentified() {
        night.refund(null, "100", "A100", 700, "2026-11-21T10:00:00Z").decide();
        night.run("2026-11-21");
        assertThat(night.balances("1310")).containsExactly("-700");

        var unused = breaks.identify(unknown(), card, "ann");
        night.run("2026-11-22");

        assertThat(night.balances("1310", "2100")).containsExactly("0", "-700");
    }

    /**
     * Reversals that found nothing, and what corrects them, are lines of one record each; rows move
     * in their table when what lies between them is identified.
     */
    @Test
    void leavesTheProofOfAnEarlierDateAsItWasIssued() {
        night.at("2026-11-24T02:00:00Z");
        for (int i = 10; i < 22; i++) {
            night.clearingReversal(card, "2" + i, "A" + i, 3_000 + i, "2026-11-21T11:00:00Z");
        }
        night.decide().run("2026-11-21");
        for (int i = 10; i < 22; i++) {
            night.refund(card, "2" + i, "A" + i, 3_000 + i, "2026-11-22T11:00:00Z");
        }
        for (int i = 10; i < 59; i++) {
            night.clearing(null, "9" + i, "U" + i, 700 + i, "2026-11-22T10:00:00Z");
        }
        night.decide().run("2026-11-22");

        List<String> unknown =
                night.rows("select id::text from break where type = 'UNKNOWN_CARD' order by id");
        for (int i = 0; i < unknown.size(); i += 2) {
            var unused = breaks.identify(new BreakId(UUID.fromString(unknown.get(i))), card, "ann");
        }
        night.run("2026-11-23");

        assertThat(night.differences("2026-11-22")).isEmpty();
    }

    @Test
    void writesOffWhatNobodyIdentifies() {
        night.clearing(null, "100", "A100", 700, "2026-11-21T10:00:00Z").decide();
        night.run("2026-11-21");

        var unused = breaks.writeOff(unknown(), new WriteOff("nobody knows it", "ann", "ben"));
        night.run("2026-11-22");

        assertThat(night.balances("1310", "5040")).containsExactly("0", "700");
    }

    @Test
    void refusesWhatCannotBeBookedToTheCard() {
        night.clearing(null, "100", "A100", 700, "2026-11-21T10:00:00Z").decide();
        night.run("2026-11-21");
        CardId nobody = new CardId(new UUID(1, 1));

        assertThatThrownBy(() -> breaks.identify(unknown(), nobody, "ann"))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessageContaining("no card");
        var unused = breaks.identify(unknown(), card, "ann");
        assertThatThrownBy(() -> breaks.identify(unknown(), card, "ann"))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessageContaining("is resolved");
    }

    @Test
    void closesWhatAnIdentifiedRefundGivesBack() {
        night.request(card, "100", 5_000, "2026-11-21T08:00:00Z");
        night.clearing(card, "100", "A100", 5_000, "2026-11-21T10:00:00Z");
        night.clearing(card, "100", "A101", 5_000, "2026-11-21T11:00:00Z");
        night.refundOf(null, "100", "200", "A200", 5_000, "2026-11-21T12:00:00Z").decide();
        night.run("2026-11-21");
        assertThat(kinds())
                .containsExactlyInAnyOrder("DUPLICATE_CLEARING open", "UNKNOWN_CARD open");

        var unused = breaks.identify(unknown(), card, "ann");
        night.run("2026-11-22");

        assertThat(kinds())
                .containsExactlyInAnyOrder("DUPLICATE_CLEARING resolved", "UNKNOWN_CARD resolved");
    }

    @Test
    void closesWhatARefundToTheReplacementCardGivesBack() {
        night.request(card, "100", 5_000, "2026-11-21T08:00:00Z");
        night.clearing(card, "100", "A100", 5_000, "2026-11-21T10:00:00Z");
        night.clearing(card, "100", "A101", 5_000, "2026-11-21T11:00:00Z").decide();
        night.run("2026-11-21");
        CardId replacement = night.book.replacementOf(card, null);

        night.refundOf(replacement, "100", "200", "A200", 5_000, "2026-11-22T12:00:00Z").decide();
        night.run("2026-11-22");

        assertThat(kinds()).containsExactly("DUPLICATE_CLEARING resolved");
    }

    @Test
    void findsNoPurchaseOfARefundOnAnyCardOfTheChain() {
        night.request(card, "100", 5_000, "2026-11-21T08:00:00Z").decide();
        night.run("2026-11-21");
        CardId replacement = night.book.replacementOf(card, null);

        night.refundOf(replacement, "101", "200", "A200", 5_000, "2026-11-22T12:00:00Z").decide();
        assertThat(kinds()).isEmpty();
        night.run("2026-11-22");

        assertThat(kinds()).containsExactly("REFUND_UNLINKED open");
        assertThat(night.rows("select break_type from settlement_line"))
                .containsExactly("REFUND_UNLINKED");
        assertThat(night.differences("2026-11-22")).isEmpty();
    }

    @Test
    void withdrawsADisputeThatAnIdentifiedRefundCovers() {
        overclear();
        night.refundOf(null, "100", "200", "A200", 600, "2026-11-24T12:00:00Z").decide();
        runThrough(23, 26);
        assertThat(disputes()).containsExactly("incorrect_amount 600 open");

        var unused = breaks.identify(unknown(), card, "ann");
        night.run("2026-11-27");

        assertThat(disputes()).containsExactly("incorrect_amount 600 withdrawn");
        assertThat(kinds())
                .containsExactlyInAnyOrder("AMOUNT_OVER resolved", "UNKNOWN_CARD resolved");
    }

    @Test
    void withdrawsADisputeWhoseClearingAnIdentifiedReversalTakesBack() {
        overclear();
        night.clearingReversal(null, "100", "A100", 5_600, "2026-11-24T12:00:00Z").decide();
        runThrough(23, 26);
        assertThat(disputes()).containsExactly("incorrect_amount 600 open");

        var unused = breaks.identify(unknown(), card, "ann");
        night.run("2026-11-27");

        assertThat(disputes()).containsExactly("incorrect_amount 600 withdrawn");
    }

    /** Nothing came back to the cardholder: what the refund is of is not known. */
    @Test
    void giveNothingBackWhileTheyAreInSuspense() {
        overclear();
        night.inCurrency("JPY");
        night.refundOf(card, "100", "200", "A200", 600, "2026-11-24T12:00:00Z").decide();
        runThrough(23, 26);
        assertThat(kinds()).containsExactlyInAnyOrder("AMOUNT_OVER open", "CURRENCY_MISMATCH open");

        night.refundOf(card, "100", "201", "A201", 600, "2026-11-27T12:00:00Z").decide();
        night.run("2026-11-27");

        assertThat(disputes()).containsExactly("incorrect_amount 600 open");
    }

    @Test
    void tellOfAnIdentifiedReversalWhoseClearingHasNotCome() {
        night.clearingReversal(null, "100", "A100", 700, "2026-11-21T10:00:00Z").decide();
        night.run("2026-11-21");

        var unused = breaks.identify(unknown(), card, "ann");
        night.run("2026-11-22");
        assertThat(kinds())
                .containsExactlyInAnyOrder("UNKNOWN_CARD resolved", "REVERSAL_UNMATCHED open");
        assertThat(night.balances("1310")).containsExactly("-700");

        night.request(card, "100", 700, "2026-11-23T08:00:00Z");
        night.clearing(card, "100", "A100", 700, "2026-11-23T10:00:00Z").decide();
        night.run("2026-11-23");
        assertThat(kinds())
                .containsExactlyInAnyOrder("UNKNOWN_CARD resolved", "REVERSAL_UNMATCHED resolved");
        assertThat(night.balances("1310")).containsExactly("0");
    }

    /** The order in which they came, and the days, make no difference. */
    @ParameterizedTest
    @CsvSource({
        "2026-11-21T10:00:00Z, 2026-11-21T12:00:00Z",
        "2026-11-21T12:00:00Z, 2026-11-21T10:00:00Z",
        "2026-11-21T10:00:00Z, 2026-11-22T10:00:00Z",
        "2026-11-22T10:00:00Z, 2026-11-21T10:00:00Z"
    })
    void takesBackAClearingThatIsIdentifiedTogetherWithItsReversal(String cleared, String back) {
        night.request(card, "100", 700, "2026-11-21T08:00:00Z");
        night.clearing(null, "100", "A100", 700, cleared);
        night.clearingReversal(null, "100", "A100", 700, back).decide();
        runThrough(21, 22);
        assertThat(night.balances("1310", "2010")).containsOnly("0");

        for (BreakId each : unknowns()) {
            var unused = breaks.identify(each, card, "ann");
        }
        night.run("2026-11-23");

        assertThat(transactions()).containsExactly("reversed 0 held 0");
        assertThat(kinds()).allSatisfy(kind -> assertThat(kind).endsWith(" resolved"));
        assertThat(night.balances("1310", "2010", "2100", "4010", "9010")).containsOnly("0");
        assertThat(night.rows("select outcome || ' ' || identified_on from settlement_line"))
                .containsExactly("suspended 2026-11-23", "suspended 2026-11-23");
        assertThat(night.differences("2026-11-23")).isEmpty();
    }

    private void overclear() {
        night.at("2026-12-05T02:00:00Z");
        night.request(card, "100", 5_000, "2026-11-23T05:00:00Z");
        night.clearing(card, "100", "A100", 5_600, "2026-11-23T06:00:00Z");
    }

    private void runThrough(int first, int last) {
        for (int day = first; day <= last; day++) {
            night.run("2026-11-" + day);
        }
    }

    private List<String> disputes() {
        return night.rows("select reason || ' ' || amount_minor || ' ' || status from dispute");
    }

    private BreakId unknown() {
        return unknowns().getFirst();
    }

    private List<BreakId> unknowns() {
        return night.rows("select id::text from break where type = 'UNKNOWN_CARD'").stream()
                .map(UUID::fromString)
                .map(BreakId::new)
                .toList();
    }

    private List<String> transactions() {
        return night.rows(
                "select status || ' ' || cleared_minor || ' held ' || held_minor from transaction");
    }

    private List<String> kinds() {
        return night.rows("select type || ' ' || state from break");
    }
}
