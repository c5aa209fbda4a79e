package dev.countersign.reconcile.domain.ledger;

import static dev.countersign.reconcile.domain.ledger.LedgerAccount.Nature.ASSET;
import static dev.countersign.reconcile.domain.ledger.LedgerAccount.Nature.EXPENSE;
import static dev.countersign.reconcile.domain.ledger.LedgerAccount.Nature.INCOME;
import static dev.countersign.reconcile.domain.ledger.LedgerAccount.Nature.LIABILITY;
import static dev.countersign.reconcile.domain.ledger.LedgerAccount.Nature.MEMO;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The chart of accounts. Each account is kept once per currency. */
public enum LedgerAccount {
    /** Money at the settlement bank. */
    SETTLEMENT_BANK(1010, "settlement bank", ASSET),
    /** Money of funding accounts, at a bank account that no network settles with. */
    FUNDING_BANK(1020, "funding bank", ASSET),
    /** Amounts credited to cardholders while a dispute is decided. */
    DISPUTES_RECEIVABLE(1200, "disputes receivable", ASSET),
    /** Clearing that belongs to no transaction yet. */
    SUSPENSE(1310, "suspense", ASSET),
    /**
     * Amounts that the network states above or below our own total, until it corrects them; and
     * amounts that it is to settle for disputes, until a cycle settles them.
     */
    SETTLEMENT_DIFFERENCES(1390, "settlement differences", ASSET),
    /** Amounts that cardholders owe in their currency for what is settled in another. */
    FX_POSITION(1900, "FX position", ASSET),
    /** The other currency's side of {@link #FX_POSITION}. */
    FX_CONTRA(1901, "FX contra", ASSET),
    /**
     * Amounts owed to the network until they are paid. The network settles through this one
     * account.
     */
    NETWORK_SETTLEMENT(2010, "network settlement", LIABILITY),
    /** Amounts owed to cardholders. A debit balance is what cardholders owe. */
    CARDHOLDER_FUNDS(2100, "cardholder funds", LIABILITY),
    /** Amounts that the network paid for a dispute that is not decided. */
    CHARGEBACK_FUNDS_HELD(2200, "chargeback funds held", LIABILITY),
    INTERCHANGE_INCOME(4010, "interchange income", INCOME),
    SCHEME_FEES(5010, "scheme fees", EXPENSE),
    /** At cash machines interchange is paid, not earned. */
    ATM_INTERCHANGE(5015, "ATM interchange", EXPENSE),
    DISPUTE_LOSSES(5020, "dispute losses", EXPENSE),
    /** Fees that the bank takes for the settlement account. */
    BANK_FEES(5030, "bank fees", EXPENSE),
    WRITE_OFFS(5040, "write-offs", EXPENSE),
    /** Losses by rates that moved while cards are billed in one currency and settled in another. */
    EXCHANGE_DIFFERENCES(5050, "exchange differences", EXPENSE),
    /** Amounts held for authorizations: no money, only a promise of it. */
    HOLDS(9010, "holds", MEMO),
    HOLDS_CONTRA(9020, "holds contra", MEMO);

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

    LedgerAccount(int number, String title, Nature nature) {
        this.code = String.valueOf(number);
        this.title = title;
        this.nature = nature;
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
}
