package dev.countersign.reconcile.domain.ledger;

import static dev.countersign.reconcile.domain.ledger.LedgerAccount.Nature.ASSET;
import static dev.countersign.reconcile.domain.ledger.LedgerAccount.Nature.EXPENSE;
import static dev.countersign.reconcile.domain.ledger.LedgerAccount.Nature.INCOME;
import static dev.countersign.reconcile.domain.ledger.LedgerAccount.Nature.LIABILITY;
import static dev.countersign.reconcile.domain.ledger.LedgerAccount.Nature.MEMO;
import static dev.countersign.reconcile.domain.ledger.Side.CREDIT;
import static dev.countersign.reconcile.domain.ledger.Side.DEBIT;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The chart of accounts. Each account is kept once per currency. */
public enum LedgerAccount {
    /** Money at the settlement bank. */
    SETTLEMENT_BANK(1010, "settlement bank", ASSET, DEBIT),
    /** Money of funding accounts, at a bank account that no network settles with. */
    FUNDING_BANK(1020, "funding bank", ASSET, DEBIT),
    /** Amounts credited to cardholders while a dispute is decided. */
    DISPUTES_RECEIVABLE(1200, "disputes receivable", ASSET, DEBIT),
    /** Clearing that belongs to no transaction yet. */
    SUSPENSE(1310, "suspense", ASSET, DEBIT),
    /**
     * Amounts that the network states above or below our own total, until it corrects them; and
     * amounts that it is to settle for disputes, until a cycle settles them.
     */
    SETTLEMENT_DIFFERENCES(1390, "settlement differences", ASSET, DEBIT),
    /** Amounts that cardholders owe in their currency for what is settled in another. */
    FX_POSITION(1900, "FX position", ASSET, DEBIT),
    /** The other currency's side of {@link #FX_POSITION}. */
    FX_CONTRA(1901, "FX contra", ASSET, DEBIT),
    /**
     * Amounts owed to the network until they are paid. The network settles through this one
     * account.
     */
    NETWORK_SETTLEMENT(2010, "network settlement", LIABILITY, CREDIT),
    /** Amounts owed to cardholders. A debit balance is what cardholders owe. */
    CARDHOLDER_FUNDS(2100, "cardholder funds", LIABILITY, CREDIT),
    /** Amounts that the network paid for a dispute that is not decided. */
    CHARGEBACK_FUNDS_HELD(2200, "chargeback funds held", LIABILITY, CREDIT),
    INTERCHANGE_INCOME(4010, "interchange income", INCOME, CREDIT),
    SCHEME_FEES(5010, "scheme fees", EXPENSE, DEBIT),
    /** At cash machines interchange is paid, not earned. */
    ATM_INTERCHANGE(5015, "ATM interchange", EXPENSE, DEBIT),
    DISPUTE_LOSSES(5020, "dispute losses", EXPENSE, DEBIT),
    /** Fees that the bank takes for the settlement account. */
    BANK_FEES(5030, "bank fees", EXPENSE, DEBIT),
    WRITE_OFFS(5040, "write-offs", EXPENSE, DEBIT),
    /** Losses by rates that moved while cards are billed in one currency and settled in another. */
    EXCHANGE_DIFFERENCES(5050, "exchange differences", EXPENSE, DEBIT),
    /** Amounts held for authorizations: no money, only a promise of it. */
    HOLDS(9010, "holds", MEMO, DEBIT),
    HOLDS_CONTRA(9020, "holds contra", MEMO, CREDIT);

    /** The nature of an account; memo accounts are in no balance sheet. */
    public enum Nature {
        ASSET,
        LIABILITY,
        INCOME,
        EXPENSE,
        MEMO
    }

    private static final Map<String, LedgerAccount> BY_CODE =
            Arrays.stream(values())
                    .collect(
                            Collectors.toUnmodifiableMap(LedgerAccount::code, Function.identity()));

    private final String code;
    private final String title;
    private final Nature nature;
    private final Side normalSide;

    LedgerAccount(int number, String title, Nature nature, Side normalSide) {
        this.code = String.valueOf(number);
        this.title = title;
        this.nature = nature;
        this.normalSide = normalSide;
    }

    /** The account of a number, such as {@code 2010}. */
    public static Optional<LedgerAccount> find(String code) {
        return Optional.ofNullable(BY_CODE.get(code));
    }

    /** Its number in the chart, such as {@code 2010}. */
    public String code() {
        return code;
    }

    /** The name of the account, such as {@code network settlement}. */
    public String title() {
        return title;
    }

    public Nature nature() {
        return nature;
    }

    /** The side on which it grows. */
    public Side normalSide() {
        return normalSide;
    }
}
