package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.breaks.WriteOff;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Settlement;
import dev.countersign.reconcile.domain.feed.Processing;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.operations.Breaks;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.domain.MessageExample;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The network's totals against our records, version after version. */
class TotalsIT {

    private static final String CYCLE = "2026-11-22";

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path reports;

    private NightRun night;

    @BeforeEach
    void clearOnePurchase() {
        night = new NightRun(POSTGRES, reports);
        CardId card = night.book.card(null, null, null);
        night.request(card, "100", 9_000, "2026-11-21T08:00:00Z");
        night.clearing(card, "100", "A100", 9_000, "2026-11-21T10:00:00Z");
    }

    @Test
    void booksTheInterchangeOfCashAsAnExpense() {
        CardId other = night.book.card(null, null, null);
        night.cash(other, "103", 10_000, -50L, "2026-11-21T13:00:00Z").decide();

        night.run("2026-11-21");

        assertThat(night.balance("5015")).isEqualTo("50");
        assertThat(night.balance("2010")).isEqualTo("-18960");
        assertThat(
                        night.rows(
                                "select interchange_minor::text from settlement_line where record_type = 'atm'"))
                .containsExactly("-50");
    }

    /** Credits also count where a cash machine returns money by itself, or the refund is zero. */
    @Test
    void agreesAboutRefundsInASingleMessageAndOfNothing() {
        CardId other = night.book.card(null, null, null);
        night.feed.add(
                other,
                MessageExample.aRequest()
                        .ofKind(MessageKind.FINANCIAL_REQUEST)
                        .asking(Processing.REFUND)
                        .withAmount(3_000)
                        .ofLifecycle("200")
                        .at("2026-11-21T12:00:00Z")
                        .settledAs(
                                new Settlement(
                                        LocalDate.parse(CYCLE),
                                        1,
                                        "intl",
                                        "1000000000",
                                        "EUR",
                                        -3_000L)));
        night.earning(0).refund(other, "201", "A201", 0, "2026-11-21T12:30:00Z");
        night.total(
                CYCLE,
                1,
                """
                "debit_count": 1, "debit_amount": 9000, "credit_count": 2, "credit_amount": 3000,
                "interchange_net": 90, "fees": 0, "net_amount": 5910, "is_complete": true
                """,
                "2026-11-21T13:00:00Z");
        night.decide().run("2026-11-21");

        assertThat(breaks()).containsExactly("REFUND_UNLINKED 0 info open");
        assertThat(night.balance("2010")).isEqualTo("-5910");
        assertThat(
                        night.rows(
                                """
                                select status || ' ' || cleared_minor || ' ' || record_type || ' ' || direction
                                  from transaction
                                  join settlement_line on settlement_line.transaction_id = transaction.id
                                 where transaction.type = 'refund'
                                 order by cleared_minor
                                """))
                .containsExactly("settled 0 refund credit", "settled 3000 refund credit");
    }

    @Test
    void waitsUntilTheTotalIsComplete() {
        night.total(CYCLE, 1, 7, 70_000, 90, false, "2026-11-21T11:00:00Z").decide();
        night.run("2026-11-21");
        assertThat(breaks()).isEmpty();

        night.total(CYCLE, 2, 1, 9_000, 90, true, "2026-11-22T11:00:00Z").decide();
        night.run("2026-11-22");
        assertThat(breaks()).isEmpty();
    }

    @Test
    void tellsInterchangeApartUntilItAgrees() {
        night.total(CYCLE, 1, 1, 9_000, 80, true, "2026-11-21T11:00:00Z").decide();
        night.run("2026-11-21");
        assertThat(breaks()).containsExactly("INTERCHANGE_VARIANCE 10 low open");

        night.total(CYCLE, 2, 1, 9_000, 90, true, "2026-11-22T11:00:00Z").decide();
        night.run("2026-11-22");
        assertThat(breaks()).containsExactly("INTERCHANGE_VARIANCE 10 low resolved");
        assertThat(night.rows("select resolution from break")).containsExactly("the totals agree");
    }

    @Test
    void opensWhatAPersonResolvedAgainWhenItDiffersOtherwise() {
        night.total(CYCLE, 1, 1, 9_000, 80, true, "2026-11-21T11:00:00Z").decide();
        night.at("2026-11-21T12:00:00Z").nights.runSandbox(LocalDate.parse("2026-11-21"));
        var unused = work().resolve(onlyBreak(), "the network knows", "ann");

        night.total(CYCLE, 2, 1, 9_000, 85, true, "2026-11-21T12:30:00Z").decide();
        night.at("2026-11-21T13:00:00Z").nights.runSandbox(LocalDate.parse("2026-11-21"));

        assertThat(breaks()).containsExactly("INTERCHANGE_VARIANCE 5 low open");
        assertThat(night.rows("select actor || ' ' || action from break_history order by number"))
                .containsExactly("ann resolve", "night reopen");
    }

    @Test
    void forgetsAnExplanationOfAnotherDifference() {
        night.total(CYCLE, 1, 2, 9_005, 90, true, "2026-11-21T11:00:00Z").decide();
        night.run("2026-11-21");
        var unused = work().explain(onlyBreak(), "they rounded", "ann");
        night.run("2026-11-22");
        assertThat(night.rows(EXPLAINED)).containsExactly("5 they rounded");

        night.total(CYCLE, 2, 2, 900_000, 90, true, "2026-11-23T11:00:00Z").decide();
        night.run("2026-11-23");

        assertThat(night.rows(EXPLAINED)).containsExactly("891000 nothing");
    }

    @Test
    void isNotAnsweredByWordsThatSayNothing() {
        night.total(CYCLE, 1, 2, 9_005, 90, true, "2026-11-21T11:00:00Z").decide();
        night.run("2026-11-21");
        BreakId found = onlyBreak();

        assertThatThrownBy(() -> work().explain(found, " ", "ann"))
                .hasMessage("An explanation needs words.");
        assertThatThrownBy(() -> work().resolve(found, "", "ann"))
                .hasMessage("Say why it is settled.");
        assertThatThrownBy(() -> work().assign(found, "", "ann"))
                .hasMessage("Say whom it is given to.");
        assertThat(night.rows(EXPLAINED)).containsExactly("5 nothing");
    }

    private static final String EXPLAINED =
            "select amount_minor || ' ' || coalesce(resolution, 'nothing') from break";

    @Test
    void booksAnAcceptedDifferenceUntilTheNetworkCorrectsIt() {
        night.total(CYCLE, 1, 2, 9_005, 90, true, "2026-11-21T11:00:00Z").decide();
        night.run("2026-11-21");
        assertThat(breaks()).containsExactly("TOTALS_MISMATCH 5 high open");

        writeOff();
        night.run("2026-11-22");
        assertThat(night.balance("1390")).isEqualTo("5");
        assertThat(night.balance("2010")).isEqualTo("-8917");

        night.total(CYCLE, 2, 2, 9_005, 90, true, "2026-11-23T11:00:00Z").decide();
        night.run("2026-11-23");
        assertThat(breaks()).containsExactly("TOTALS_MISMATCH 5 high written_off");

        night.total(CYCLE, 3, 1, 9_000, 90, true, "2026-11-24T11:00:00Z").decide();
        night.at("2026-11-26T02:00:00Z").run("2026-11-24");
        assertThat(night.balance("1390")).isEqualTo("0");
        assertThat(night.balance("2010")).isEqualTo("-8912");
        assertThat(breaks()).containsExactly("TOTALS_MISMATCH 5 high written_off");
    }

    @Test
    void findsAnotherDifferenceThanTheOneThatWasAccepted() {
        night.total(CYCLE, 1, 1, 9_005, 90, true, "2026-11-21T11:00:00Z").decide();
        night.run("2026-11-21");
        writeOff();

        night.total(CYCLE, 2, 1, 9_008, 90, true, "2026-11-22T11:00:00Z").decide();
        night.run("2026-11-22");

        assertThat(night.balance("1390")).isEqualTo("0");
        assertThat(breaks())
                .containsExactly(
                        "TOTALS_MISMATCH 5 high written_off", "TOTALS_MISMATCH 8 high open");
    }

    @ParameterizedTest(name = "of an account: {0}")
    @ValueSource(booleans = {true, false})
    void findsAFeeThatTheTotalLacksUntilATotalHoldsIt(boolean ofAnAccount) {
        if (ofAnAccount) {
            night.fee(CYCLE, "F25", 25, "2026-11-21T10:30:00Z");
        } else {
            night.feeOfNoAccount(CYCLE, "F25", 25, "2026-11-21T10:30:00Z");
        }
        night.total(CYCLE, 1, 1, 9_000, 90, true, "2026-11-21T11:00:00Z").decide();
        night.run("2026-11-21");
        assertThat(breaks()).containsExactly("TOTALS_MISMATCH 23 high open");
        assertThat(night.balance("5010")).isEqualTo("25");

        night.total(
                CYCLE,
                2,
                """
                "debit_count": 1, "debit_amount": 9000, "interchange_net": 90, "fees": 27,
                "net_amount": 8937, "is_complete": true
                """,
                "2026-11-22T11:00:00Z");
        night.decide().run("2026-11-22");
        assertThat(breaks()).containsExactly("TOTALS_MISMATCH 23 high resolved");
        assertThat(night.balance("5010")).isEqualTo("27");
    }

    @Test
    void writesOffAFeeThatNamesACard() {
        night.fee(night.book.card(null, null, null), CYCLE, "F25", 25, "2026-11-21T10:30:00Z");
        night.decide().run("2026-11-21");

        assertThat(night.balance("5010")).isEqualTo("25");
        assertThat(
                        night.rows(
                                "select card_id is not null from settlement_line where record_type ="
                                        + " 'fee'"))
                .containsExactly("t");
    }

    /** It is paid in the currency of the cycle that it names. */
    @Test
    void booksAFeeInTheCurrencyThatItIsSettledIn() {
        night.feeOfTenEuro(CYCLE, "USD", -1_100, "2026-11-21T10:30:00Z").decide();
        night.run("2026-11-21");

        assertThat(
                        night.rows(
                                "select net_minor || ' ' || currency from settlement_entry where record_type = 'fee'"))
                .containsExactly("1100 USD");
        assertThat(night.openBalances())
                .contains("5010 USD 1100", "2010 USD -1100")
                .noneMatch(balance -> balance.startsWith("5010 EUR"));
    }

    @Test
    void booksAFeeOnceThatATotalSaidBeforeItWasCollected() {
        night.total(CYCLE, 1, 1, 9_000, 90, true, "2026-11-21T11:00:00Z").decide();
        night.run("2026-11-21");
        assertThat(night.balance("5010")).isEqualTo("2");

        night.fee(CYCLE, "F2", 2, "2026-11-22T10:30:00Z").decide();
        night.run("2026-11-22");
        assertThat(breaks()).isEmpty();
        assertThat(night.balance("5010")).isEqualTo("2");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "that no account holds, -9223372036854775808, -9223372036854766898, 9223372036854775807",
        "of a total that contradicts itself, 77777, 8910, 77777"
    })
    void booksNoFees(String why, String fees, String net, String difference) {
        night.total(
                CYCLE,
                1,
                """
                "debit_count": 1, "debit_amount": 9000, "interchange_net": 90, "fees": %s,
                "net_amount": %s, "is_complete": true
                """
                        .formatted(fees, net),
                "2026-11-21T11:00:00Z");
        night.decide().run("2026-11-21");

        assertThat(
                        night.rows(
                                "select count(*)::text from settlement_line where record_type = 'fee'"))
                .as(why)
                .containsExactly("0");
        assertThat(breaks()).containsExactly("TOTALS_MISMATCH " + difference + " high open");
    }

    @Test
    void refusesToWriteOffMoreThanAnAccountHolds() {
        night.total(
                CYCLE,
                1,
                """
                "debit_count": 1, "debit_amount": 9000, "interchange_net": 90, "fees": 2,
                "net_amount": -9223372036854775807, "is_complete": true
                """,
                "2026-11-21T11:00:00Z");
        night.decide().run("2026-11-21");

        assertThatThrownBy(this::writeOff)
                .isInstanceOf(ActionRefusedException.class)
                .hasMessageContaining("more than an account holds");
    }

    private void writeOff() {
        var unused =
                work().writeOff(onlyBreak(), new WriteOff("below what it costs", "ann", "ben"));
    }

    private Breaks work() {
        return Reconcile.openBreaks(
                new Database(night.jdbi), () -> Instant.parse("2026-11-22T09:00:00Z"));
    }

    private BreakId onlyBreak() {
        return new BreakId(UUID.fromString(night.rows("select id::text from break").getFirst()));
    }

    private List<String> breaks() {
        return night.rows(
                """
                select type || ' ' || amount_minor || ' ' || severity || ' ' || state
                  from break
                 order by id
                """);
    }
}
