package dev.countersign.reconcile.domain.ledger;

import static dev.countersign.reconcile.domain.ledger.Account.Nature.ASSET;
import static dev.countersign.reconcile.domain.ledger.Account.Nature.EXPENSE;
import static dev.countersign.reconcile.domain.ledger.Account.Nature.INCOME;
import static dev.countersign.reconcile.domain.ledger.Account.Nature.LIABILITY;
import static dev.countersign.reconcile.domain.ledger.Account.Nature.MEMO;
import static dev.countersign.reconcile.domain.ledger.Side.CREDIT;
import static dev.countersign.reconcile.domain.ledger.Side.DEBIT;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The chart of accounts. Each account is kept once per currency. */
public enum Account {
    /** Money at the settlement bank. */
    SETTLEMENT_BANK(1010, ASSET, DEBIT),
    /** What cardholders were credited while a dispute is decided. */
    DISPUTES_RECEIVABLE(1200, ASSET, DEBIT),
    /** Clearing that belongs to no transaction yet. */
    SUSPENSE(1310, ASSET, DEBIT),
    /** What the network says above or below our own total, until it corrects it. */
    SETTLEMENT_DIFFERENCES(1390, ASSET, DEBIT),
    /** What cardholders owe in their currency for what is settled in another. */
    FX_POSITION(1900, ASSET, DEBIT),
    /** The other currency's side of {@link #FX_POSITION}. */
    FX_CONTRA(1901, ASSET, DEBIT),
    /** What is owed to the network until it is paid; the one account it settles through. */
    NETWORK_SETTLEMENT(2010, LIABILITY, CREDIT),
    /** What is owed to cardholders; a debit balance is what they owe. */
    CARDHOLDER_FUNDS(2100, LIABILITY, CREDIT),
    /** What the network paid for a dispute that is not decided. */
    CHARGEBACK_FUNDS_HELD(2200, LIABILITY, CREDIT),
    INTERCHANGE_INCOME(4010, INCOME, CREDIT),
    SCHEME_FEES(5010, EXPENSE, DEBIT),
    /** At cash machines interchange is paid, not earned. */
    ATM_INTERCHANGE(5015, EXPENSE, DEBIT),
    DISPUTE_LOSSES(5020, EXPENSE, DEBIT),
    WRITE_OFFS(5040, EXPENSE, DEBIT),
    /** What is held for authorizations: no money, only a promise of it. */
    HOLDS(9010, MEMO, DEBIT),
    HOLDS_CONTRA(9020, MEMO, CREDIT);

    /** What kind of account it is; memo accounts are in no balance sheet. */
    public enum Nature {
        ASSET,
        LIABILITY,
        INCOME,
        EXPENSE,
        MEMO
    }

    private static final Map<String, Account> BY_CODE =
            Arrays.stream(values())
                    .collect(Collectors.toUnmodifiableMap(Account::code, Function.identity()));

    private final String code;
    private final Nature nature;
    private final Side normalSide;

    Account(int number, Nature nature, Side normalSide) {
        this.code = String.valueOf(number);
        this.nature = nature;
        this.normalSide = normalSide;
    }

    /** The account of a number, such as {@code 2010}. */
    public static Optional<Account> find(String code) {
        return Optional.ofNullable(BY_CODE.get(code));
    }

    /** Its number in the chart, such as {@code 2010}. */
    public String code() {
        return code;
    }

    public Nature nature() {
        return nature;
    }

    /** The side on which it grows. */
    public Side normalSide() {
        return normalSide;
    }
}
