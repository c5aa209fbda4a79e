package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.jobs.night.NightState;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.dispute.DisputeStatus;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.testkit.FundedBook;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Nights with a funding account: its balance is account 2100 seen from its owner. */
class NightFundsIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final String NOON = "2026-11-21T12:00:00Z";

    @TempDir Path reports;

    private NightRun night;
    private CardId card;
    private FundedBook funds;
    private FundingId account;

    @BeforeEach
    void fundACard() {
        night = new NightRun(POSTGRES, reports).at("2026-11-25T02:00:00Z");
        card = night.book.card(null, null, null);
        funds =
                new FundedBook(
                        POSTGRES.dataSource(),
                        night.book,
                        () -> Instant.parse("2026-11-21T08:00:00Z"));
        account = funds.ofProgram(100_000);
    }

    /** The same by the statement for plain records and by the fold, which books what is not. */
    @Test
    void paysForWhatClearsAndHoldsItNoMore() {
        night.request(card, "T1", 5_000, NOON)
                .request(card, "T2", 4_000, NOON)
                .request(card, "T3", 1_000, NOON)
                .cash(card, "T4", 20_000, NOON)
                .decide();
        assertThat(funds.standing(account)).isEqualTo("balance 100000 held 30000");

        CardId other = night.book.card(null, null, null);
        night.request(other, "T5", 700, NOON)
                .clearing(other, "T5", "A5", 700, "2026-11-21T18:00:00Z")
                .clearing(card, "T1", "A1", 5_000, "2026-11-21T18:00:00Z")
                .clearing(card, "T2", "A2", 4_300, "2026-11-21T18:00:00Z")
                .refundOf(card, "T1", "R1", "A3", 2_000, "2026-11-21T19:00:00Z")
                .decide();
        night.run("2026-11-21");

        assertThat(funds.standing(account)).isEqualTo("balance 72000 held 1000");
        assertThat(ledgerBalance()).isEqualTo("72000");
        assertThat(night.rows("select type from break where type = 'FUNDS_NEGATIVE'")).isEmpty();
    }

    /** A night runs after midnight: cards have spent on the next date by then. */
    @Test
    void isProvedWhileItsCardsSpendOnTheNextDate() {
        night.request(card, "T1", 5_000, NOON)
                .request(card, "T2", 4_000, "2026-11-22T00:30:00Z")
                .decide();

        night.run("2026-11-21");
        night.run("2026-11-22");

        assertThat(funds.standing(account)).isEqualTo("balance 100000 held 9000");
    }

    @Test
    void givesBackWhatExpires() {
        night.request(card, "T1", 5_000, NOON).decide();
        night.at("2026-12-20T02:00:00Z");

        night.runThrough(LocalDate.of(2026, 11, 21), LocalDate.of(2026, 12, 15));

        assertThat(funds.standing(account)).isEqualTo("balance 100000 held 0");
    }

    /** The network has paid: what is not there is owed, and somebody has to hear of it. */
    @Test
    void postsWhatIsNotThereAndSaysHowMuchIsMissing() {
        funds.debit(account, 95_000);
        night.request(card, "T1", 5_000, NOON)
                .clearing(card, "T9", "A1", 6_200, "2026-11-21T18:00:00Z")
                .decide();
        night.run("2026-11-21");

        assertThat(funds.standing(account)).isEqualTo("balance -1200 held 5000");
        assertThat(negative()).containsExactly("6200 open");

        funds.credit(account, 10_000);
        night.run("2026-11-22");

        assertThat(funds.standing(account)).isEqualTo("balance 8800 held 5000");
        assertThat(negative()).containsExactly("6200 resolved");
    }

    /** A break that a person has closed is over once there was money again. */
    @Test
    void isBelowZeroAnewAfterThereWasMoneyAgain() {
        funds.debit(account, 100_000);
        night.clearing(card, "T1", "A1", 999, "2026-11-21T18:00:00Z").decide();
        night.run("2026-11-21");
        night.jdbi.useHandle(
                handle ->
                        handle.execute(
                                "update break set state = 'resolved', resolved_by = 'ann' where type = 'FUNDS_NEGATIVE'"));
        night.run("2026-11-22");
        assertThat(negative()).containsExactly("999 resolved");

        funds.credit(account, 999);
        night.run("2026-11-23");
        night.clearing(card, "T2", "A2", 999, "2026-11-24T18:00:00Z").decide();
        night.at("2026-11-25T02:00:00Z").run("2026-11-24");

        assertThat(negative()).containsExactlyInAnyOrder("999 resolved", "999 open");
    }

    /** A request declined for want of money is approved in stand-in while its night waits. */
    @Test
    void isProvedThoughTheNetworkApprovesAfterTheCutWhatWasDeclinedBeforeIt() {
        funds.debit(account, 95_000);
        night.request(card, "T1", 6_000, NOON).decide();
        moveBalance(9);
        assertThat(unclosed()).contains("its movements say 5000");
        moveBalance(-9);
        night.advice(card, "T1", 6_000, "2026-11-22T01:00:00Z").decide();
        assertThat(funds.standing(account)).isEqualTo("balance 5000 held 6000");

        night.run("2026-11-21");

        assertThat(night.differences("2026-11-21")).isEmpty();
        night.run("2026-11-22");
        assertThat(night.differences("2026-11-22")).isEmpty();
    }

    /** Nothing has moved by it: what the network approved for us counts once it clears. */
    @Test
    void isNotBelowZeroByWhatTheNetworkHoldsUntilItClears() {
        funds.debit(account, 95_000);
        night.request(card, "T1", 6_000, NOON)
                .advice(card, "T1", 6_000, "2026-11-21T12:01:00Z")
                .decide();
        night.run("2026-11-21");

        assertThat(funds.standing(account)).isEqualTo("balance 5000 held 6000");
        assertThat(negative()).isEmpty();

        night.clearing(card, "T9", "A9", 5_500, "2026-11-22T10:00:00Z").decide();
        night.run("2026-11-22");
        assertThat(negative()).containsExactly("500 open");
        assertThat(detail()).containsExactly("-500 6000 6000");

        night.clearing(card, "T1", "A1", 6_000, "2026-11-23T10:00:00Z").decide();
        night.run("2026-11-23");
        assertThat(negative()).containsExactly("6500 open");
        assertThat(detail()).containsExactly("-6500 0 0");
    }

    /** Customer 1 has an account, and its card's neighbour has none. */
    @Test
    void reportsADateFromOpeningToClosingAndTiesItToTheLedger() throws IOException {
        night = new NightRun(POSTGRES, reports).at("2026-11-25T02:00:00Z");
        card = night.book.card(null, null, null);
        CardId other = night.book.card(null, null, null);
        CustomerId customer = night.book.customerWith(List.of(card));
        funds =
                new FundedBook(
                        POSTGRES.dataSource(),
                        night.book,
                        () -> Instant.parse("2026-11-21T08:00:00Z"));
        account = funds.ofCustomer(customer, 100_000);
        night.request(card, "T1", 5_000, NOON)
                .request(other, "T2", 700, NOON)
                .cash(card, "T3", 20_000, NOON)
                .clearing(card, "T1", "A1", 5_000, "2026-11-21T18:00:00Z")
                .clearing(other, "T2", "A2", 700, "2026-11-21T18:00:00Z")
                .refundOf(card, "T1", "R1", "A3", 2_000, "2026-11-21T19:00:00Z")
                .decide();
        night.run("2026-11-21");
        funds.debit(account, 7_000);
        night.run("2026-11-22");

        assertThat(report("2026-11-21"))
                .containsExactly(
                        "funding account 0 100000 0 -25000 2000 0 0 0 77000",
                        "all funding accounts 0 100000 0 -25000 2000 0 0 0 77000",
                        "cards without a funding account 0 0 0 -700 0 0 0 0 -700",
                        "ledger account 2100 0 100000 0 -25700 2000 0 0 0 76300");
        assertThat(report("2026-11-22"))
                .containsExactly(
                        "funding account 77000 0 -7000 0 0 0 0 0 70000",
                        "all funding accounts 77000 0 -7000 0 0 0 0 0 70000",
                        "cards without a funding account -700 0 0 0 0 0 0 0 -700",
                        "ledger account 2100 76300 0 -7000 0 0 0 0 0 69300");
        night.at("2026-11-26T02:00:00Z").run("2026-11-23");
        assertThat(report("2026-11-23").getFirst())
                .isEqualTo("funding account 70000 0 0 0 0 0 0 0 70000");
        for (String date : List.of("2026-11-21", "2026-11-22", "2026-11-23")) {
            assertThat(night.differences(date)).isEmpty();
        }
    }

    /** A movement without a journal is no money: the date is not closed with it. */
    @Test
    void closesNoDateOnWhichAnAccountMovedWithoutAJournal() {
        night.jdbi.useTransaction(
                handle -> {
                    handle.execute(
                            """
                            insert into funding_movement (subject, event, ordinal, funding_id, mode,
                                                          business_date, balance_minor, held_minor)
                            select id, 'funding_credit', 0, id, mode, date '2026-11-21', 9, 0
                              from funding_account
                            """);
                    handle.execute("update funding_account set balance_minor = balance_minor + 9");
                });

        assertThat(unclosed())
                .contains("funds are what was posted: journal")
                .endsWith("(funding_credit) posts 0, its funding account was moved by 9");
    }

    @Test
    void closesNoDateOnWhichABalanceIsNotWhatMovedIt() {
        moveBalance(9);

        assertThat(unclosed()).endsWith("has 100009, its movements say 100000");
    }

    /** Behind the book's back. */
    private void moveBalance(long minor) {
        night.jdbi.useHandle(
                handle ->
                        handle.execute(
                                "update funding_account set balance_minor = balance_minor + ?",
                                minor));
    }

    private String unclosed() {
        NightReport report = night.nights.run(Mode.SANDBOX, LocalDate.parse("2026-11-21"));
        assertThat(report.night().state()).isEqualTo(NightState.FAILED);
        return Objects.requireNonNull(report.night().failure());
    }

    /**
     * The cardholder has the money back once: it comes to the account, and the network's does not.
     */
    @Test
    void isCreditedOnceByADisputeThatIsWon() {
        night.request(card, "T1", 5_000, NOON)
                .clearing(card, "T1", "A1", 5_000, "2026-11-21T18:00:00Z")
                .decide();
        night.at("2026-11-22T02:00:00Z").run("2026-11-21");
        String purchase = night.rows("select id::text from transaction").getFirst();
        DisputeId dispute = People.claim(night, purchase, "2026-11-22T10:00:00Z");
        night.disputeMoves(card, dispute, DisputeStatus.UNDER_REVIEW, "2026-11-22T11:00:00Z")
                .decide();
        night.at("2026-11-23T02:00:00Z").run("2026-11-22");
        String credited = funds.standing(account);
        night.disputeMoves(card, dispute, DisputeStatus.WON, "2026-11-23T11:00:00Z").decide();
        night.at("2026-11-24T02:00:00Z").run("2026-11-23");
        night.at("2026-11-25T02:00:00Z").run("2026-11-24");

        assertThat(credited).isEqualTo("balance 100000 held 0");
        assertThat(funds.standing(account)).isEqualTo("balance 100000 held 0");
        assertThat(ledgerBalance()).isEqualTo("100000");
    }

    /** The report's rows: which line, then its amounts in minor units. */
    private List<String> report(String date) throws IOException {
        List<String> lines =
                Files.readAllLines(reports.resolve("sandbox/%s/funds.v1.csv".formatted(date)));
        List<String> names = List.of(lines.getFirst().split(",", -1));
        return lines.stream()
                .skip(1)
                .map(line -> line.split(",", -1))
                .map(
                        values ->
                                IntStream.range(0, values.length)
                                        .filter(i -> i == 0 || names.get(i).endsWith("_minor"))
                                        .mapToObj(i -> values[i])
                                        .collect(Collectors.joining(" ")))
                .toList();
    }

    /** Balance, what is held, and that part of it that the network decided. */
    private List<String> detail() {
        return night.rows(
                """
                select concat_ws(' ', detail -> 'balance', detail -> 'held',
                                 detail -> 'held_by_network')
                  from break
                 where type = 'FUNDS_NEGATIVE'
                """);
    }

    private List<String> negative() {
        return night.rows(
                "select amount_minor || ' ' || state from break where type = 'FUNDS_NEGATIVE'");
    }

    private String ledgerBalance() {
        return night.rows(
                        """
                        select sum(case when credit_account = '2100' then amount_minor
                                        else -amount_minor end)::text
                          from ledger_row
                         where '2100' in (debit_account, credit_account)
                        """)
                .getFirst();
    }
}
