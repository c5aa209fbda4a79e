package dev.countersign.reconcile.domain.ledger;

import static dev.countersign.reconcile.domain.ledger.LedgerAccount.ATM_INTERCHANGE;
import static dev.countersign.reconcile.domain.ledger.LedgerAccount.BANK_FEES;
import static dev.countersign.reconcile.domain.ledger.LedgerAccount.CARDHOLDER_FUNDS;
import static dev.countersign.reconcile.domain.ledger.LedgerAccount.CHARGEBACK_FUNDS_HELD;
import static dev.countersign.reconcile.domain.ledger.LedgerAccount.DISPUTES_RECEIVABLE;
import static dev.countersign.reconcile.domain.ledger.LedgerAccount.DISPUTE_LOSSES;
import static dev.countersign.reconcile.domain.ledger.LedgerAccount.EXCHANGE_DIFFERENCES;
import static dev.countersign.reconcile.domain.ledger.LedgerAccount.FUNDING_BANK;
import static dev.countersign.reconcile.domain.ledger.LedgerAccount.FX_CONTRA;
import static dev.countersign.reconcile.domain.ledger.LedgerAccount.FX_POSITION;
import static dev.countersign.reconcile.domain.ledger.LedgerAccount.HOLDS;
import static dev.countersign.reconcile.domain.ledger.LedgerAccount.HOLDS_CONTRA;
import static dev.countersign.reconcile.domain.ledger.LedgerAccount.INTERCHANGE_INCOME;
import static dev.countersign.reconcile.domain.ledger.LedgerAccount.NETWORK_SETTLEMENT;
import static dev.countersign.reconcile.domain.ledger.LedgerAccount.SCHEME_FEES;
import static dev.countersign.reconcile.domain.ledger.LedgerAccount.SETTLEMENT_BANK;
import static dev.countersign.reconcile.domain.ledger.LedgerAccount.SETTLEMENT_DIFFERENCES;
import static dev.countersign.reconcile.domain.ledger.LedgerAccount.SUSPENSE;
import static dev.countersign.reconcile.domain.ledger.LedgerAccount.WRITE_OFFS;

import dev.countersign.reconcile.domain.ledger.Journal.Entry;
import dev.countersign.reconcile.domain.money.Money;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;

/** One journal for each event of money. A journal in which nothing moves is empty. */
public final class Journals {

    private Journals() {}

    // ---- holds, which are memo only

    /** A hold that came to be {@code to} and was booked at {@code from}: placed or changed. */
    public static Journal hold(Entry entry, Currency currency, long from, long to) {
        return moved(entry, HOLDS, HOLDS_CONTRA, Math.subtractExact(to, from), currency);
    }

    /** A hold, or part of it, that is reversed, expired or no longer needed. */
    public static Journal holdReleased(Entry entry, Money released) {
        return moved(entry, HOLDS_CONTRA, HOLDS, released);
    }

    // ---- clearing

    /**
     * The cardholder pays for what cleared, or for a refund that is taken back, and the memo lets
     * go of what was held for it, never of more.
     *
     * @param counterAccount the network, which is owed; or suspense or the write-offs, where the
     *     network's side was booked before anybody could be charged
     * @param network what the network settles for it; where that is another currency than the
     *     cardholder's, both sides go through the currency position
     */
    public static Journal charged(
            Entry entry,
            Money holdReleased,
            Money billed,
            LedgerAccount counterAccount,
            Money network) {
        JournalLines lines = new JournalLines().move(HOLDS_CONTRA, HOLDS, holdReleased);
        exchange(lines, CARDHOLDER_FUNDS, billed, counterAccount, network);
        return lines.journal(entry);
    }

    /**
     * The cardholder is credited with a refund, or with a clearing that is taken back; what that
     * still held is let go.
     *
     * @param counterAccount the network, which owes; or suspense or the write-offs, where its side
     *     was booked before anybody could be credited
     */
    public static Journal credited(
            Entry entry,
            Money holdReleased,
            Money billed,
            LedgerAccount counterAccount,
            Money network) {
        JournalLines lines = new JournalLines().move(HOLDS_CONTRA, HOLDS, holdReleased);
        exchangeBack(lines, counterAccount, network, CARDHOLDER_FUNDS, billed);
        return lines.journal(entry);
    }

    /**
     * A clearing goes back to suspense, as if nobody could have been charged.
     *
     * @param heldAgain what the memo holds for its transaction again
     */
    public static Journal returned(Entry entry, Money heldAgain, Money billed, Money network) {
        JournalLines lines = new JournalLines().move(HOLDS, HOLDS_CONTRA, heldAgain);
        exchangeBack(lines, SUSPENSE, network, CARDHOLDER_FUNDS, billed);
        return lines.journal(entry);
    }

    /**
     * Interchange of a purchase or a refund.
     *
     * @param signedMinor above 0 what the issuer earns, below 0 what it gives back
     */
    public static Journal interchange(Entry entry, long signedMinor, Currency currency) {
        return moved(entry, NETWORK_SETTLEMENT, INTERCHANGE_INCOME, signedMinor, currency);
    }

    /** Interchange of a cash withdrawal, which the issuer pays. */
    public static Journal atmInterchange(Entry entry, Money paid) {
        return moved(entry, ATM_INTERCHANGE, NETWORK_SETTLEMENT, paid);
    }

    /** Interchange of a cash withdrawal that is taken back. */
    public static Journal atmInterchangeReturned(Entry entry, Money returned) {
        return moved(entry, NETWORK_SETTLEMENT, ATM_INTERCHANGE, returned);
    }

    /**
     * Reverses what was booked, and books what is right instead. The journal is empty where the
     * booking was right.
     */
    public static Journal corrected(Entry entry, Journal booked, Journal right) {
        if (booked.lines().equals(right.lines())) {
            return new Journal(entry, List.of());
        }
        List<JournalLine> lines = new ArrayList<>(booked.reversedBy(entry).lines().reversed());
        lines.addAll(right.lines());
        return new Journal(entry, lines);
    }

    /** A fee of the network. */
    public static Journal schemeFee(Entry entry, Money fee) {
        return moved(entry, SCHEME_FEES, NETWORK_SETTLEMENT, fee);
    }

    // ---- suspense

    /** Clearing that nobody can be charged with: the network is owed all the same. */
    public static Journal suspended(Entry entry, Money network) {
        return moved(entry, SUSPENSE, NETWORK_SETTLEMENT, network);
    }

    /** A credit that belongs to nobody yet. */
    public static Journal suspendedCredit(Entry entry, Money network) {
        return moved(entry, NETWORK_SETTLEMENT, SUSPENSE, network);
    }

    /**
     * The network's side of what went to suspense turns out to be the other one: its journal is
     * taken back and booked as it should have been.
     *
     * @param counterAccount suspense, or the write-offs once it was written off
     * @param owed true when the network is owed for it
     */
    public static Journal sideCorrected(
            Entry entry, LedgerAccount counterAccount, boolean owed, Money network) {
        LedgerAccount debit = owed ? counterAccount : NETWORK_SETTLEMENT;
        LedgerAccount credit = owed ? NETWORK_SETTLEMENT : counterAccount;
        return new JournalLines()
                .move(debit, credit, network)
                .move(debit, credit, network)
                .journal(entry);
    }

    /** Suspended clearing that is written off. */
    public static Journal writtenOff(Entry entry, Money suspended) {
        return moved(entry, WRITE_OFFS, SUSPENSE, suspended);
    }

    // ---- the network

    /**
     * The network's total differs from ours and is accepted until it corrects it.
     *
     * @param signedMinor above 0 when the network asks for more than our records
     */
    public static Journal totalDifference(Entry entry, long signedMinor, Currency currency) {
        return moved(entry, SETTLEMENT_DIFFERENCES, NETWORK_SETTLEMENT, signedMinor, currency);
    }

    /**
     * The net of a cycle is settled at the bank.
     *
     * @param signedMinor above 0 what the issuer pays, below 0 what it gets
     */
    public static Journal networkPaid(Entry entry, long signedMinor, Currency currency) {
        return moved(entry, NETWORK_SETTLEMENT, SETTLEMENT_BANK, signedMinor, currency);
    }

    /**
     * The bank takes a fee for the settlement account.
     *
     * @param signedMinor above 0 what the issuer pays, below 0 what the bank gives back
     */
    public static Journal bankFee(Entry entry, long signedMinor, Currency currency) {
        return moved(entry, BANK_FEES, SETTLEMENT_BANK, signedMinor, currency);
    }

    // ---- funding

    /** Money comes to a funding account. */
    public static Journal fundingCredited(Entry entry, Money amount) {
        return moved(entry, FUNDING_BANK, CARDHOLDER_FUNDS, amount);
    }

    /** Money leaves a funding account, and not for what a card bought. */
    public static Journal fundingDebited(Entry entry, Money amount) {
        return moved(entry, CARDHOLDER_FUNDS, FUNDING_BANK, amount);
    }

    /**
     * The bank says what came to a funding account over the settlement account.
     *
     * @param signedMinor above 0 what came in, below 0 what was paid out or taken back
     */
    public static Journal fundingAtBank(Entry entry, long signedMinor, Currency currency) {
        return moved(entry, SETTLEMENT_BANK, CARDHOLDER_FUNDS, signedMinor, currency);
    }

    // ---- disputes

    /** A dispute is opened and the cardholder credited meanwhile. */
    public static Journal disputeOpened(Entry entry, Money credited) {
        return moved(entry, DISPUTES_RECEIVABLE, CARDHOLDER_FUNDS, credited);
    }

    /**
     * A cycle settles a record of a dispute: the network pays, and may still take it back.
     *
     * @param claimed what it is of the dispute
     * @param counterAccount the network; or suspense, where its side was booked before
     * @param network what the network settles for it; where that is another currency than the
     *     dispute's, both sides go through the currency position
     */
    public static Journal disputePaid(
            Entry entry, Money claimed, LedgerAccount counterAccount, Money network) {
        JournalLines lines = new JournalLines();
        exchangeBack(lines, counterAccount, network, CHARGEBACK_FUNDS_HELD, claimed);
        return lines.journal(entry);
    }

    /**
     * A cycle settles a record of a dispute by which the network takes back what it paid.
     *
     * @param claimed what it is of the dispute
     * @param counterAccount the network; or suspense, where its side was booked before
     * @param network what the network settles for it
     */
    public static Journal disputeReversed(
            Entry entry, Money claimed, LedgerAccount counterAccount, Money network) {
        JournalLines lines = new JournalLines();
        exchange(lines, CHARGEBACK_FUNDS_HELD, claimed, counterAccount, network);
        return lines.journal(entry);
    }

    /**
     * The network is to settle something for a dispute that no record has placed in a cycle, or has
     * placed since.
     *
     * @param signedMinor above 0 what more it is to pay, below 0 what less
     */
    public static Journal disputeAwaited(Entry entry, long signedMinor, Currency currency) {
        return moved(entry, SETTLEMENT_DIFFERENCES, CHARGEBACK_FUNDS_HELD, signedMinor, currency);
    }

    /**
     * Records of a dispute that contradict it are written off.
     *
     * @param signedMinor above 0 what the network paid too much, below 0 what it did not pay
     */
    public static Journal disputeWrittenOff(Entry entry, long signedMinor, Currency currency) {
        return moved(entry, CHARGEBACK_FUNDS_HELD, WRITE_OFFS, signedMinor, currency);
    }

    /** Won: what the network paid is final, and belongs to whom it was advanced, or is paid now. */
    public static Journal disputeWon(Entry entry, Money amount, boolean creditedBefore) {
        return moved(
                entry,
                CHARGEBACK_FUNDS_HELD,
                creditedBefore ? DISPUTES_RECEIVABLE : CARDHOLDER_FUNDS,
                amount);
    }

    /** Lost, or withdrawn, and the cardholder gives back what was credited. */
    public static Journal disputeLostByCardholder(Entry entry, Money credited) {
        return moved(entry, CARDHOLDER_FUNDS, DISPUTES_RECEIVABLE, credited);
    }

    /** Lost, and the issuer writes off what was credited. */
    public static Journal disputeLostByIssuer(Entry entry, Money credited) {
        return moved(entry, DISPUTE_LOSSES, DISPUTES_RECEIVABLE, credited);
    }

    // ---- two currencies

    /**
     * The currency position is brought to nothing by its value at the end of a month.
     *
     * @param signedMinor what the position is worth as a debit: above zero it is a loss, since more
     *     is owed in one currency than was charged in another
     */
    public static Journal revalued(Entry entry, BigInteger signedMinor, Currency currency) {
        JournalLines lines = new JournalLines();
        BigInteger left = signedMinor.abs();
        while (left.signum() > 0) {
            BigInteger part = left.min(BigInteger.valueOf(Long.MAX_VALUE));
            Money money = new Money(part.longValueExact(), currency);
            if (signedMinor.signum() > 0) {
                lines.move(EXCHANGE_DIFFERENCES, FX_POSITION, money);
            } else {
                lines.move(FX_POSITION, EXCHANGE_DIFFERENCES, money);
            }
            left = left.subtract(part);
        }
        return lines.journal(entry);
    }

    /**
     * Currency is bought for an open position: the settlement bank has it, and pays for it in
     * another.
     *
     * @param open the account of the position that is closed
     * @param charged the account that carries what cardholders were charged for it
     */
    public static Journal bought(
            Entry entry, LedgerAccount open, Money bought, LedgerAccount charged, Money paid) {
        return new JournalLines()
                .move(SETTLEMENT_BANK, open, bought)
                .move(charged, SETTLEMENT_BANK, paid)
                .journal(entry);
    }

    /** From one account to another. */
    private static Journal moved(
            Entry entry, LedgerAccount debit, LedgerAccount credit, Money money) {
        return new JournalLines().move(debit, credit, money).journal(entry);
    }

    /** From one account to another; back where it is below 0. */
    private static Journal moved(
            Entry entry,
            LedgerAccount debit,
            LedgerAccount credit,
            long signedMinor,
            Currency currency) {
        Money money = new Money(Math.absExact(signedMinor), currency);
        return signedMinor >= 0
                ? moved(entry, debit, credit, money)
                : moved(entry, credit, debit, money);
    }

    /** From the cardholder's side to the network's; through the position where they differ. */
    private static void exchange(
            JournalLines lines,
            LedgerAccount debit,
            Money billed,
            LedgerAccount credit,
            Money network) {
        if (billed.currency().equals(network.currency())) {
            lines.move(debit, credit, billed);
        } else {
            lines.move(debit, FX_POSITION, billed).move(FX_CONTRA, credit, network);
        }
    }

    /** From the network's side to the cardholder's. */
    private static void exchangeBack(
            JournalLines lines,
            LedgerAccount debit,
            Money network,
            LedgerAccount credit,
            Money billed) {
        if (billed.currency().equals(network.currency())) {
            lines.move(debit, credit, billed);
        } else {
            lines.move(FX_POSITION, credit, billed).move(debit, FX_CONTRA, network);
        }
    }
}
