package dev.countersign.reconcile.domain.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.reconcile.domain.ledger.Journal.Entry;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.testkit.domain.TextTable;
import dev.countersign.reconcile.testkit.domain.TrialBalance;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every event of money and its lines, as account numbers: debit/credit amount. */
class JournalsTest {

    private static final LocalDate DAY = LocalDate.of(2026, 11, 21);
    private static final UUID SUBJECT = new UUID(1, 2);
    private static final Currency EUR = Currency.getInstance("EUR");

    private final Map<String, Supplier<Journal>> events =
            Map.ofEntries(
                    event("hold placed", () -> Journals.hold(entry(), EUR, 0, 10_000)),
                    event("hold grown", () -> Journals.hold(entry(), EUR, 10_000, 12_000)),
                    event(
                            "hold reversed in part",
                            () -> Journals.hold(entry(), EUR, 10_000, 6_000)),
                    event("hold expired", () -> Journals.holdReleased(entry(), eur(10_000))),
                    event("clearing", () -> cleared(eur(10_000), eur(10_000), eur(10_000))),
                    event("over-clearing", () -> cleared(eur(10_000), eur(12_000), eur(12_000))),
                    event("force post", () -> cleared(eur(0), eur(700), eur(700))),
                    event("interchange", () -> Journals.interchange(entry(), 150, EUR)),
                    event("interchange given back", () -> Journals.interchange(entry(), -45, EUR)),
                    event("refund", () -> credited(eur(0), eur(3_000), eur(3_000))),
                    event("clearing reversal", () -> credited(eur(0), eur(10_000), eur(10_000))),
                    event("refund reversal", () -> cleared(eur(0), eur(3_000), eur(3_000))),
                    event("cash interchange", () -> Journals.atmInterchange(entry(), eur(50))),
                    event(
                            "cash interchange returned",
                            () -> Journals.atmInterchangeReturned(entry(), eur(50))),
                    event("scheme fee", () -> Journals.schemeFee(entry(), eur(25))),
                    event("unknown card", () -> Journals.suspended(entry(), eur(700))),
                    event(
                            "unknown card, credit",
                            () -> Journals.suspendedCredit(entry(), eur(700))),
                    event(
                            "identified",
                            () ->
                                    Journals.charged(
                                            entry(),
                                            eur(0),
                                            eur(700),
                                            LedgerAccount.SUSPENSE,
                                            eur(700))),
                    event(
                            "credit identified",
                            () ->
                                    Journals.credited(
                                            entry(),
                                            eur(9),
                                            eur(700),
                                            LedgerAccount.SUSPENSE,
                                            eur(700))),
                    event(
                            "identified after it was written off",
                            () ->
                                    Journals.charged(
                                            entry(),
                                            eur(0),
                                            eur(700),
                                            LedgerAccount.WRITE_OFFS,
                                            eur(700))),
                    event(
                            "suspended on the wrong side",
                            () ->
                                    Journals.sideCorrected(
                                            entry(), LedgerAccount.SUSPENSE, true, eur(700))),
                    event(
                            "interchange corrected",
                            () ->
                                    Journals.corrected(
                                            entry(),
                                            Journals.interchange(entry(), 150, EUR),
                                            Journals.atmInterchangeReturned(entry(), eur(50)))),
                    event(
                            "interchange that was right",
                            () ->
                                    Journals.corrected(
                                            entry(),
                                            Journals.interchange(entry(), 150, EUR),
                                            Journals.interchange(entry(), 150, EUR))),
                    event("written off", () -> Journals.writtenOff(entry(), eur(700))),
                    event("network asks more", () -> Journals.totalDifference(entry(), 5, EUR)),
                    event("network asks less", () -> Journals.totalDifference(entry(), -5, EUR)),
                    event("network paid", () -> Journals.networkPaid(entry(), 21_439, EUR)),
                    event("network pays", () -> Journals.networkPaid(entry(), -21_439, EUR)),
                    event(
                            "billed EUR, settled USD",
                            () -> cleared(eur(0), eur(9_000), Money.of(9_900, "USD"))),
                    event(
                            "refund billed EUR, settled USD",
                            () -> credited(eur(0), eur(9_000), Money.of(9_900, "USD"))),
                    event(
                            "dollars bought",
                            () ->
                                    Journals.bought(
                                            entry(),
                                            LedgerAccount.FX_CONTRA,
                                            Money.of(5_500, "USD"),
                                            LedgerAccount.FX_POSITION,
                                            eur(5_238))),
                    event("dispute opened", () -> Journals.disputeOpened(entry(), eur(100))),
                    event("chargeback settled", () -> chargeback(eur(100))),
                    event("represented", () -> represented(eur(100))),
                    event("claimed in EUR, settled USD", () -> chargeback(Money.of(110, "USD"))),
                    event("represented in USD", () -> represented(Money.of(110, "USD"))),
                    event(
                            "chargeback out of suspense",
                            () ->
                                    Journals.disputePaid(
                                            entry(),
                                            eur(100),
                                            LedgerAccount.SUSPENSE,
                                            Money.of(110, "USD"))),
                    event("chargeback awaited", () -> Journals.disputeAwaited(entry(), 100, EUR)),
                    event("paid too much", () -> Journals.disputeWrittenOff(entry(), 100, EUR)),
                    event("not paid", () -> Journals.disputeWrittenOff(entry(), -100, EUR)),
                    event("take-back awaited", () -> Journals.disputeAwaited(entry(), -100, EUR)),
                    event("won", () -> Journals.disputeWon(entry(), eur(100), true)),
                    event("won, not credited", () -> Journals.disputeWon(entry(), eur(100), false)),
                    event(
                            "lost, cardholder debited",
                            () -> Journals.disputeLostByCardholder(entry(), eur(100))),
                    event(
                            "lost, issuer absorbs",
                            () -> Journals.disputeLostByIssuer(entry(), eur(100))),
                    event(
                            "lost, nothing credited",
                            () -> Journals.disputeLostByCardholder(entry(), eur(0))));

    private static Journal chargeback(Money network) {
        return Journals.disputePaid(entry(), eur(100), LedgerAccount.NETWORK_SETTLEMENT, network);
    }

    private static Journal represented(Money network) {
        return Journals.disputeReversed(
                entry(), eur(100), LedgerAccount.NETWORK_SETTLEMENT, network);
    }

    private static Journal cleared(Money held, Money billed, Money network) {
        return Journals.charged(entry(), held, billed, LedgerAccount.NETWORK_SETTLEMENT, network);
    }

    private static Journal credited(Money held, Money billed, Money network) {
        return Journals.credited(entry(), held, billed, LedgerAccount.NETWORK_SETTLEMENT, network);
    }

    @TestFactory
    Stream<DynamicTest> eachEventHasItsLines() {
        return TextTable.tests(
                """
                event                          | lines
                hold placed                    | 9010/9020 10000
                hold grown                     | 9010/9020 2000
                hold reversed in part          | 9020/9010 4000
                hold expired                   | 9020/9010 10000
                clearing                       | 9020/9010 10000, 2100/2010 10000
                over-clearing                  | 9020/9010 10000, 2100/2010 12000
                force post                     | 2100/2010 700
                interchange                    | 2010/4010 150
                interchange given back         | 4010/2010 45
                refund                         | 2010/2100 3000
                clearing reversal              | 2010/2100 10000
                refund reversal                | 2100/2010 3000
                cash interchange               | 5015/2010 50
                cash interchange returned      | 2010/5015 50
                scheme fee                     | 5010/2010 25
                unknown card                   | 1310/2010 700
                unknown card, credit           | 2010/1310 700
                identified                     | 2100/1310 700
                credit identified              | 9020/9010 9, 1310/2100 700
                identified after it was written off | 2100/5040 700
                suspended on the wrong side    | 1310/2010 700, 1310/2010 700
                interchange corrected          | 4010/2010 150, 2010/5015 50
                interchange that was right     |
                written off                    | 5040/1310 700
                network asks more              | 1390/2010 5
                network asks less              | 2010/1390 5
                network paid                   | 2010/1010 21439
                network pays                   | 1010/2010 21439
                billed EUR, settled USD        | 2100/1900 9000, 1901/2010 9900 USD
                refund billed EUR, settled USD | 1900/2100 9000, 2010/1901 9900 USD
                dollars bought                 | 1010/1901 5500 USD, 1900/1010 5238
                dispute opened                 | 1200/2100 100
                chargeback settled             | 2010/2200 100
                claimed in EUR, settled USD    | 1900/2200 100, 2010/1901 110 USD
                represented in USD             | 2200/1900 100, 1901/2010 110 USD
                chargeback out of suspense     | 1900/2200 100, 1310/1901 110 USD
                won                            | 2200/1200 100
                won, not credited              | 2200/2100 100
                represented                    | 2200/2010 100
                chargeback awaited             | 1390/2200 100
                paid too much                  | 2200/5040 100
                not paid                       | 5040/2200 100
                take-back awaited              | 2200/1390 100
                lost, cardholder debited       | 2100/1200 100
                lost, issuer absorbs           | 5020/1200 100
                lost, nothing credited         |
                """,
                row ->
                        assertThat(text(events.get(row.text("event")).get()))
                                .isEqualTo(row.text("lines")));
    }

    /** Purchases 10000 and 4537, a refund of 3000, cash 10000, interchange and fees of a day. */
    @Test
    void aDayOfTheBookComesOutAtItsNetAndIsPaid() {
        List<Journal> day =
                new ArrayList<>(
                        List.of(
                                cleared(eur(0), eur(10_000), eur(10_000)),
                                cleared(eur(0), eur(4_537), eur(4_537)),
                                credited(eur(0), eur(3_000), eur(3_000)),
                                cleared(eur(0), eur(10_000), eur(10_000)),
                                Journals.interchange(entry(), 150, EUR),
                                Journals.interchange(entry(), 68, EUR),
                                Journals.interchange(entry(), -45, EUR),
                                Journals.atmInterchange(entry(), eur(50)),
                                Journals.schemeFee(entry(), eur(25))));
        TrialBalance before = TrialBalance.of(day);

        assertThat(before.balance(LedgerAccount.CARDHOLDER_FUNDS, EUR)).isEqualTo(21_537);
        assertThat(before.balance(LedgerAccount.NETWORK_SETTLEMENT, EUR)).isEqualTo(-21_439);
        assertThat(before.unbalanced()).isEmpty();

        day.add(Journals.networkPaid(entry(), 21_439, EUR));
        TrialBalance after = TrialBalance.of(day);
        assertThat(after.balance(LedgerAccount.NETWORK_SETTLEMENT, EUR)).isZero();
        assertThat(after.balance(LedgerAccount.SETTLEMENT_BANK, EUR)).isEqualTo(-21_439);
        assertThat(after.unbalanced()).isEmpty();
    }

    @Test
    void aJournalThatIsOutOfBalanceCannotBeMade() {
        JournalLine debit = new JournalLine(LedgerAccount.SUSPENSE, Side.DEBIT, eur(700));

        assertThatThrownBy(
                        () ->
                                new Journal(
                                        entry(),
                                        List.of(
                                                debit,
                                                new JournalLine(
                                                        LedgerAccount.NETWORK_SETTLEMENT,
                                                        Side.CREDIT,
                                                        eur(699)))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("out of balance by 1 EUR");
        assertThatThrownBy(
                        () ->
                                new Journal(
                                        entry(),
                                        List.of(
                                                debit,
                                                new JournalLine(
                                                        LedgerAccount.NETWORK_SETTLEMENT,
                                                        Side.CREDIT,
                                                        Money.of(700, "USD")))))
                .as("equal in sum, but of two currencies")
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new JournalLine(LedgerAccount.SUSPENSE, Side.DEBIT, eur(0)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aJournalIsNamedByWhatItIsAbout() {
        Entry entry = Entry.of(DAY, JournalEvent.CLEARING, SUBJECT);

        assertThat(Entry.of(DAY, JournalEvent.CLEARING, SUBJECT)).isEqualTo(entry);
        assertThat(Entry.of(DAY, JournalEvent.INTERCHANGE, SUBJECT).id()).isNotEqualTo(entry.id());
        assertThat(Entry.of(DAY, JournalEvent.CLEARING, new UUID(1, 3)).id())
                .isNotEqualTo(entry.id());
    }

    @Test
    void whatIsReversedLeavesNothing() {
        Journal wrong = cleared(eur(9), eur(700), Money.of(800, "USD"));
        Journal back = wrong.reversedBy(Entry.of(DAY, JournalEvent.CORRECTION, SUBJECT));

        assertThat(TrialBalance.of(List.of(wrong, back)).rows().values())
                .allMatch(sums -> sums.balance().signum() == 0);
    }

    @Test
    void sumsPassTheLargestLong() {
        Journal large = Journals.suspended(entry(), eur(Long.MAX_VALUE));

        assertThat(
                        TrialBalance.of(List.of(large, large, large))
                                .balance(LedgerAccount.SUSPENSE, EUR))
                .isEqualTo(BigInteger.valueOf(Long.MAX_VALUE).multiply(BigInteger.valueOf(3)));
    }

    @Test
    void accountsAreFoundByTheirNumber() {
        assertThat(LedgerAccount.values())
                .allMatch(account -> LedgerAccount.find(account.code()).orElseThrow() == account);
        assertThat(LedgerAccount.find("9999")).isEmpty();
    }

    private static Map.Entry<String, Supplier<Journal>> event(
            String name, Supplier<Journal> journal) {
        return Map.entry(name, journal);
    }

    private static Entry entry() {
        return Entry.of(DAY, JournalEvent.CLEARING, SUBJECT);
    }

    private static Money eur(long minor) {
        return new Money(minor, EUR);
    }

    private static String text(Journal journal) {
        List<String> pairs = new ArrayList<>();
        for (int i = 0; i < journal.lines().size(); i += 2) {
            JournalLine debit = journal.lines().get(i);
            JournalLine credit = journal.lines().get(i + 1);
            assertThat(debit.side()).isEqualTo(Side.DEBIT);
            assertThat(credit.side()).isEqualTo(Side.CREDIT);
            String currency = debit.money().currency().getCurrencyCode();
            pairs.add(
                    debit.account().code()
                            + "/"
                            + credit.account().code()
                            + " "
                            + debit.money().minor()
                            + (currency.equals("EUR") ? "" : " " + currency));
        }
        return pairs.stream().collect(Collectors.joining(", "));
    }
}
