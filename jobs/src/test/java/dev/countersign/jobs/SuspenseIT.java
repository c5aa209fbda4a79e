package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.jobs.night.NightState;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.breaks.ClosingMethod;
import dev.countersign.reconcile.domain.breaks.ClosingRequest;
import dev.countersign.reconcile.domain.breaks.WriteOff;
import dev.countersign.reconcile.domain.breaks.WriteOffEffect;
import dev.countersign.reconcile.domain.breaks.queue.PendingClosing;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.ledger.Side;
import dev.countersign.reconcile.domain.operator.ApprovalPolicy;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.operations.BreakQueue;
import dev.countersign.reconcile.service.operations.BreakQueue.SeenRequest;
import dev.countersign.reconcile.service.operations.Breaks;
import dev.countersign.reconcile.service.operations.DualControl;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Records wait in suspense until their transaction comes, or until an operator writes them off. */
class SuspenseIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final InstantSource CLOCK = () -> Instant.parse("2026-11-22T09:00:00Z");
    private static final WriteOff WHY = new WriteOff("nobody knows it", "ann", "ben");

    @TempDir Path reports;

    private NightRun night;
    private CardId card;
    private Breaks breaks;

    @BeforeEach
    void begin() {
        night = new NightRun(POSTGRES, reports);
        card = night.book.card(null, null, null);
        breaks = Reconcile.openBreaks(new Database(night.jdbi), CLOCK);
    }

    @Test
    void creditsAReversalThatWasWrittenOffBeforeItsClearingCame() {
        night.clearingReversal(card, "100", "A100", 5_000, "2026-11-21T11:00:00Z").decide();
        night.run("2026-11-21");
        writeOff("REVERSAL_UNMATCHED");
        night.clearing(card, "100", "A100", 5_000, "2026-11-22T11:00:00Z").decide();
        night.run("2026-11-22");

        assertThat(night.balances("1310", "5040", "2100", "2010")).containsOnly("0");
    }

    /** It would stay in suspense for ever: no night and no write-off would find it again. */
    @Test
    void isNotLeftThereByWhoResolvesItsBreak() {
        night.clearingReversal(card, "100", "A100", 5_000, "2026-11-21T11:00:00Z").decide();
        night.run("2026-11-21");
        BreakId reversal = the("REVERSAL_UNMATCHED");

        assertThatThrownBy(() -> breaks.resolve(reversal, WHY))
                .hasMessageContaining("is about a record in suspense, which would stay there");
        assertThat(kinds()).contains("REVERSAL_UNMATCHED open");
        writeOff("REVERSAL_UNMATCHED");
        night.run("2026-11-22");
        assertThat(night.balance("1310")).isEqualTo("0");
    }

    @Test
    void asksNobodyToAgreeAnyLongerWhenTheNightClosesWhatTheyWereAskedAbout() {
        night.clearingReversal(card, "100", "A100", 5_000, "2026-11-21T11:00:00Z").decide();
        night.run("2026-11-21");
        BreakQueue queue = queue();
        BreakId reversal = the("REVERSAL_UNMATCHED");
        queue.ask(
                reversal,
                ClosingRequest.of(ClosingMethod.WRITE_OFF, "nobody will present it"),
                "ada");
        night.clearing(card, "100", "A100", 5_000, "2026-11-22T11:00:00Z").decide();
        night.run("2026-11-22");

        assertThat(queue.request(reversal)).isEmpty();
        assertThat(queue.steps(reversal))
                .extracting(step -> step.actor() + " " + step.action())
                .containsExactly("ada ask_write_off", "night lapse_write_off");
        assertThat(kinds()).contains("REVERSAL_UNMATCHED resolved");
    }

    private BreakQueue queue() {
        Database database = new Database(night.jdbi);
        for (String name : List.of("ada", "grace")) {
            night.jdbi.useHandle(
                    handle ->
                            handle.execute(
                                    """
                                    insert into operator (name, roles, password_hash, password_temporary, created_at)
                                    values (?, '{finance}', 'none', false, timestamp '2026-11-01')
                                    """,
                                    name));
        }
        return new BreakQueue(
                database,
                database,
                breaks,
                new DualControl(ApprovalPolicy.DEFAULT.independence(), CLOCK),
                CLOCK);
    }

    @Test
    void leavesALargeBreakOfWhatIsPostedToTwoPersons() {
        night.request(card, "100", 5_000, "2026-11-21T10:00:00Z");
        night.clearing(card, "100", "A100", 155_000, "2026-11-21T11:00:00Z").decide();
        night.run("2026-11-21");
        BreakQueue queue = queue();
        BreakId over = the("AMOUNT_OVER");

        assertThatThrownBy(() -> breaks.resolve(over, "seen", "ada"))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessageContaining("a second operator has to approve");
        queue.ask(
                over,
                ClosingRequest.of(ClosingMethod.RESOLVE, "the merchant showed the bill"),
                "ada");
        PendingClosing asked = queue.request(over).orElseThrow();
        SeenRequest seen =
                new SeenRequest(asked.askedAt(), breaks.find(over).orElseThrow().minor());
        assertThatThrownBy(() -> queue.approve(over, seen, "ada"))
                .isInstanceOf(ActionRefusedException.class);
        queue.approve(over, seen, "grace");

        assertThat(kinds()).contains("AMOUNT_OVER resolved");
        assertThat(breaks.find(over).orElseThrow().approvedBy()).isEqualTo("grace");
        assertThat(queue.steps(over))
                .extracting(step -> step.actor() + " " + step.action())
                .containsExactly("ada ask_resolve", "grace agree_resolve");
    }

    @Test
    void isIdentifiedByTwoPersonsWhereItIsSevere() {
        night.clearing(null, "100", "A100", 700, "2026-11-21T11:00:00Z").decide();
        night.run("2026-11-21");
        BreakQueue queue = queue();
        BreakId unknown = the("UNKNOWN_CARD");
        CardId nobody = new CardId(new UUID(1, 1));

        assertThatThrownBy(() -> breaks.identify(unknown, card, "ada"))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessageContaining("a second operator has to approve it");
        assertThatThrownBy(() -> queue.ask(unknown, ClosingRequest.identify(nobody), "ada"))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessageContaining("There is no card");
        queue.ask(unknown, ClosingRequest.identify(card), "ada");
        assertThat(night.rows("select card_id::text from clearing where card_id is not null"))
                .isEmpty();
        approve(queue, unknown, "grace");
        night.run("2026-11-22");

        assertThat(night.balances("1310", "2100")).containsExactly("0", "700");
        assertThat(breaks.find(unknown).orElseThrow().approvedBy()).isEqualTo("grace");
        assertThat(night.rows("select identified_by || ' ' || approved_by from identified_record"))
                .containsExactly("ada grace");
    }

    @Test
    void isMatchedByTwoPersonsWhereItIsLarge() {
        night.request(card, "100", 200_000, "2026-11-21T08:00:00Z");
        night.clearing(card, "999", "A1", 150_000, "2026-11-21T11:00:00Z").decide();
        night.run("2026-11-21");
        BreakQueue queue = queue();
        BreakId alone = the("CLEARING_WITHOUT_AUTH");
        TransactionId bought =
                new TransactionId(
                        UUID.fromString(
                                night.rows(
                                                "select id::text from transaction where"
                                                        + " network_txn_id = '100'")
                                        .getFirst()));

        assertThatThrownBy(() -> breaks.match(alone, bought, "the merchant says so", "ada"))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessageContaining("a second operator has to approve it");
        queue.ask(alone, ClosingRequest.match(bought, "the merchant says so"), "ada");
        approve(queue, alone, "grace");
        night.run("2026-11-22");

        assertThat(kinds()).containsExactly("CLEARING_WITHOUT_AUTH resolved");
        assertThat(
                        night.rows(
                                "select cleared_minor::text from transaction where network_txn_id ="
                                        + " '100'"))
                .containsExactly("150000");
        assertThat(queue.steps(alone))
                .extracting(step -> step.actor() + " " + step.action())
                .containsExactly("ada ask_match", "grace agree_match");
    }

    private void identifyTogether(BreakId unknown) {
        BreakQueue queue = queue();
        queue.ask(unknown, ClosingRequest.identify(card), "ada");
        approve(queue, unknown, "grace");
    }

    private void approve(BreakQueue queue, BreakId id, String by) {
        PendingClosing asked = queue.request(id).orElseThrow();
        queue.approve(
                id, new SeenRequest(asked.askedAt(), breaks.find(id).orElseThrow().minor()), by);
    }

    @Test
    void writesOffWhatAReversalThatMetItsClearingHadTooMuch() {
        night.clearingReversal(card, "100", "A100", 7_000, "2026-11-21T11:00:00Z").decide();
        night.run("2026-11-21");
        night.clearing(card, "100", "A100", 5_000, "2026-11-22T11:00:00Z").decide();
        night.run("2026-11-22");
        assertThat(night.balances("1310", "2100")).containsExactly("-2000", "0");
        assertThat(foreseen("REVERSAL_EXCEEDS"))
                .containsExactlyInAnyOrder("debit 1310 2000", "credit 5040 2000");

        writeOff("REVERSAL_EXCEEDS");
        night.run("2026-11-23");

        assertThat(night.balances("1310", "5040", "2100")).containsExactly("0", "-2000", "0");
        assertThat(night.balances("4010")).containsExactly("20");
    }

    @Test
    void keepsWhatAReversalHadTooMuchForAPerson() {
        night.clearingReversal(card, "100", "A100", 7_000, "2026-11-21T11:00:00Z").decide();
        night.run("2026-11-21");
        night.clearing(card, "100", "A100", 5_000, "2026-11-22T11:00:00Z").decide();
        night.run("2026-11-22");
        night.clearingPart(card, "100", "A100", 2, 1_500, "2026-11-23T11:00:00Z").decide();
        night.run("2026-11-23");

        assertThat(night.balances("1310", "2100")).containsExactly("-2000", "1500");
        assertThat(
                        night.rows(
                                "select type || ' ' || amount_minor || ' ' || state from break"
                                        + " where type like 'REVERSAL%' order by type"))
                .containsExactly("REVERSAL_EXCEEDS 2000 open", "REVERSAL_UNMATCHED 7000 resolved");
        assertThat(night.differences("2026-11-23")).isEmpty();
    }

    /** No record of cash clears under an ARN, so that its reversal is found by its other names. */
    @Test
    void keepsNoReversalOfASingleMessage() {
        night.cash(card, "103", 1_000, "2026-11-21T11:00:00Z").decide();
        night.run("2026-11-21");
        night.clearingReversal(card, "103", "A103", 1_000, "2026-11-22T11:00:00Z").decide();
        night.run("2026-11-22");

        assertThat(night.balances("1310", "2100")).containsOnly("0");
        assertThat(kinds()).isEmpty();
    }

    @Test
    void writesNothingOffTwiceWhenWhatWasWrittenOffIsMetInPart() {
        night.clearingReversal(card, "100", "A100", 7_000, "2026-11-21T11:00:00Z").decide();
        night.run("2026-11-21");
        writeOff("REVERSAL_UNMATCHED");
        night.clearing(card, "100", "A100", 5_000, "2026-11-22T11:00:00Z").decide();
        night.run("2026-11-22");
        writeOff("REVERSAL_EXCEEDS");
        night.run("2026-11-23");

        assertThat(night.balances("1310", "5040", "2100")).containsExactly("0", "-2000", "0");
    }

    /** Its record does not say that it is a refund, so it was booked as if a purchase came back. */
    @Test
    void turnsTheSideOfAReversalThatTurnsOutToBeOfARefund() {
        night.clearingReversal(card, "200", "A200", 3_000, "2026-11-21T11:00:00Z").decide();
        night.run("2026-11-21");
        night.refund(card, "200", "A200", 3_000, "2026-11-22T11:00:00Z").decide();
        night.run("2026-11-22");

        assertThat(night.balances("1310", "2100", "2010", "4010")).containsOnly("0");
        assertThat(
                        night.rows(
                                """
                                select record_type || ' ' || direction || ' ' || settlement_minor || ' '
                                       || interchange_minor
                                  from settlement_line
                                 where record_type = 'correction'
                                 order by settlement_minor desc, id
                                """))
                .containsExactlyInAnyOrder(
                        "correction debit 3000 0",
                        "correction debit 3000 0",
                        "correction credit 0 30",
                        "correction credit 0 30");
        assertThat(
                        night.rows(
                                """
                                select settlement_date || ' ' || sum(debit_count) || ' ' || sum(credit_count)
                                       || ' ' || sum(debit_minor - credit_minor)
                                  from cycle_part
                                 group by settlement_date
                                 order by settlement_date
                                """))
                .containsExactly("2026-11-22 0 1 3000", "2026-11-23 0 1 -3000");
        assertThat(night.differences("2026-11-22")).isEmpty();
    }

    @Test
    void owesWhatARefundsReversalTakesTooMuch() {
        night.refund(card, "200", "A200", 3_000, "2026-11-21T11:00:00Z");
        night.clearingReversal(card, "200", "A200", 5_000, "2026-11-21T12:00:00Z").decide();
        night.run("2026-11-21");

        assertThat(night.balances("1310", "2100")).containsExactly("2000", "0");
    }

    @Test
    void keepsAnIdentifiedReversalOpenUntilItsClearingComes() {
        night.clearingReversal(null, "100", "A100", 5_000, "2026-11-21T11:00:00Z").decide();
        night.run("2026-11-21");
        identifyTogether(the("UNKNOWN_CARD"));
        night.run("2026-11-22");
        assertThat(kinds())
                .containsExactlyInAnyOrder("UNKNOWN_CARD resolved", "REVERSAL_UNMATCHED open");
        assertThat(night.balances("1310")).containsExactly("-5000");

        night.clearing(card, "100", "A100", 5_000, "2026-11-23T11:00:00Z").decide();
        night.run("2026-11-23");

        assertThat(kinds()).contains("REVERSAL_UNMATCHED resolved");
        assertThat(night.balances("1310", "2100", "2010")).containsOnly("0");
    }

    // ---- the date that people book on

    @Test
    void sumsWhatWasBookedOnADateThatTheSandboxLeftOut() {
        night.clearing(null, "100", "A100", 700, "2026-11-20T10:00:00Z").decide();
        night.run("2026-11-20");
        writeOff("UNKNOWN_CARD");

        assertThat(night.nights.runSandbox(LocalDate.parse("2026-11-25")).night().state())
                .isEqualTo(NightState.COMPLETED);

        assertThat(night.balances("1310", "5040")).containsExactly("0", "700");
        assertThat(night.rows("select business_date::text from ledger_day where account = '5040'"))
                .containsExactly("2026-11-21");
    }

    @Test
    void sumsWhatWasBookedOnADayOfTheSandboxThatIsNotRunAgain() {
        night.at("2026-11-21T12:00:00Z");
        night.clearing(null, "100", "A100", 700, "2026-11-21T10:00:00Z").decide();
        var first = night.nights.runSandbox(LocalDate.parse("2026-11-21"));
        assertThat(first.night().closes()).isFalse();
        writeOff("UNKNOWN_CARD");

        night.at("2026-11-23T12:00:00Z");
        var second = night.nights.runSandbox(LocalDate.parse("2026-11-23"));

        assertThat(second.night().state()).isEqualTo(NightState.COMPLETED);
        assertThat(night.balances("1310", "5040")).containsExactly("0", "700");
    }

    @Test
    void booksNothingWhileAFailedNightWaits() {
        night.clearing(null, "100", "A100", 700, "2026-11-20T10:00:00Z").decide();
        night.run("2026-11-20");
        night.jdbi.useHandle(
                handle ->
                        handle.execute(
                                """
                                insert into ledger_row (subject, event, ordinal, mode, business_date,
                                    debit_account, credit_account, amount_minor, currency)
                                values ('00000000-0000-0000-0000-000000000001', 'hold_changed', 0,
                                    'sandbox', '2026-11-21', '9010', '9020', 7, 'EUR')
                                """));
        var failed = night.nights.run(Mode.SANDBOX, LocalDate.parse("2026-11-21"));
        assertThat(failed.night().state()).isEqualTo(NightState.FAILED);

        assertThatThrownBy(() -> writeOff("UNKNOWN_CARD"))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessageContaining("not complete");
    }

    private void writeOff(String type) {
        var unused = breaks.writeOff(the(type), WHY);
    }

    /** The journal that a write-off would book, shown before it is done. */
    private List<String> foreseen(String type) {
        return switch (breaks.foresee(breaks.find(the(type)).orElseThrow()).effect()) {
            case WriteOffEffect.SuspenseWriteOff cleared ->
                    cleared.journal().lines().stream()
                            .map(
                                    line ->
                                            String.format(
                                                    Locale.ROOT,
                                                    "%s %s %d",
                                                    line.side() == Side.DEBIT ? "debit" : "credit",
                                                    line.account().code(),
                                                    line.money().minor()))
                            .toList();
            default -> List.of();
        };
    }

    private BreakId the(String type) {
        return new BreakId(
                UUID.fromString(
                        night.rows("select id::text from break where type = '" + type + "'")
                                .getFirst()));
    }

    private List<String> kinds() {
        return night.rows("select type || ' ' || state from break");
    }
}
