package dev.countersign.reconcile.testkit.domain;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.authorization.CardPosition;
import dev.countersign.reconcile.domain.authorization.SpendUsage;
import dev.countersign.reconcile.domain.card.AuthorizationControls;
import dev.countersign.reconcile.domain.card.CardFacts;
import dev.countersign.reconcile.domain.card.CardRules;
import dev.countersign.reconcile.domain.card.CardSecurity;
import dev.countersign.reconcile.domain.card.CardStatus;
import dev.countersign.reconcile.domain.card.ChallengePreference;
import dev.countersign.reconcile.domain.card.ScaExemption;
import dev.countersign.reconcile.domain.card.SpendingLimits;
import dev.countersign.reconcile.domain.card.Termination;
import dev.countersign.reconcile.domain.card.ThreeDsSettings;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.WalletTokenId;
import dev.countersign.reconcile.domain.pin.PinState;
import dev.countersign.reconcile.domain.pin.PinStatus;
import dev.countersign.reconcile.domain.wallet.CardTokens;
import dev.countersign.reconcile.domain.wallet.WalletTokenStatus;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Currency;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A card with what a decision knows of it. The default is an active EUR card without limits, cash
 * allowed, its PIN set, in a program that is not bound to strong authentication.
 */
public record CardExample(CardFacts facts, CardSecurity security, @Nullable Long fundsMinor) {

    public static final CardId ID = new CardId(new UUID(0x0190000000007000L, 0x8000000000000001L));

    /** The card that replaces it. */
    public static final CardId REPLACEMENT =
            new CardId(new UUID(0x0190000000007000L, 0x8000000000000003L));

    public static CardExample aCard() {
        UUID owner = new UUID(0x0190000000007000L, 0x8000000000000002L);
        AuthorizationControls controls =
                new AuthorizationControls(
                        List.of(), List.of(), List.of(), List.of(), true, true, true);
        CardFacts facts =
                new CardFacts(
                        ID,
                        new AccountId(owner),
                        Mode.SANDBOX,
                        new CustomerId(owner),
                        ID.value(),
                        CardStatus.ACTIVE,
                        null,
                        Currency.getInstance("EUR"),
                        YearMonth.of(2029, 11),
                        true,
                        true,
                        false,
                        new CardRules(1, SpendingLimits.NONE, controls, ThreeDsSettings.DEFAULT),
                        null,
                        CardTokens.NONE);
        return new CardExample(
                facts,
                new CardSecurity(new PinState(PinStatus.SET, PinState.TRIES), 0, 0, 0, 0),
                null);
    }

    /** The card that replaces this one, in the same chain. */
    public CardExample replacement() {
        return with(
                REPLACEMENT, facts.customerActive(), facts.programActive(), facts.scaEnforced());
    }

    public CardExample frozen() {
        return withStatus(CardStatus.FROZEN);
    }

    public CardExample withStatus(CardStatus status) {
        return with(status, null, facts.currency(), facts.expiry(), facts.rules());
    }

    public CardExample terminated(Termination why) {
        return with(CardStatus.TERMINATED, why, facts.currency(), facts.expiry(), facts.rules());
    }

    public CardExample withCurrency(String code) {
        return with(
                facts.status(),
                facts.termination(),
                Currency.getInstance(code),
                facts.expiry(),
                facts.rules());
    }

    public CardExample withExpiry(YearMonth expiry) {
        return with(facts.status(), facts.termination(), facts.currency(), expiry, facts.rules());
    }

    public CardExample withCustomerInactive() {
        return with(facts.id(), false, facts.programActive(), facts.scaEnforced());
    }

    public CardExample withProgramInactive() {
        return with(facts.id(), facts.customerActive(), false, facts.scaEnforced());
    }

    public CardExample withScaEnforced() {
        return with(facts.id(), facts.customerActive(), facts.programActive(), true);
    }

    public CardExample withSingleLimit(@Nullable Long minor) {
        SpendingLimits limits = facts.rules().limits();
        return withLimits(new SpendingLimits(minor, limits.daily(), limits.monthly()));
    }

    public CardExample withDailyLimit(@Nullable Long minor) {
        SpendingLimits limits = facts.rules().limits();
        return withLimits(new SpendingLimits(limits.singleTransaction(), minor, limits.monthly()));
    }

    public CardExample withMonthlyLimit(@Nullable Long minor) {
        SpendingLimits limits = facts.rules().limits();
        return withLimits(new SpendingLimits(limits.singleTransaction(), limits.daily(), minor));
    }

    public CardExample withLimits(SpendingLimits limits) {
        return withRules(limits, facts.rules().controls(), facts.rules().threeDs());
    }

    public CardExample withControls(AuthorizationControls controls) {
        return withRules(facts.rules().limits(), controls, facts.rules().threeDs());
    }

    public CardExample withoutCash() {
        return withFlags(
                facts.rules().controls().allowOnline(),
                facts.rules().controls().allowContactless(),
                false);
    }

    public CardExample withoutOnline() {
        return withFlags(
                false,
                facts.rules().controls().allowContactless(),
                facts.rules().controls().allowCashWithdrawal());
    }

    public CardExample withoutContactless() {
        return withFlags(
                facts.rules().controls().allowOnline(),
                false,
                facts.rules().controls().allowCashWithdrawal());
    }

    public CardExample withAllowedMccs(String... mccs) {
        AuthorizationControls now = facts.rules().controls();
        return withLists(List.of(mccs), List.of(), now.allowedCountries(), now.blockedCountries());
    }

    public CardExample withBlockedMccs(String... mccs) {
        AuthorizationControls now = facts.rules().controls();
        return withLists(List.of(), List.of(mccs), now.allowedCountries(), now.blockedCountries());
    }

    public CardExample withAllowedCountries(String... countries) {
        AuthorizationControls now = facts.rules().controls();
        return withLists(now.allowedMccs(), now.blockedMccs(), List.of(countries), List.of());
    }

    public CardExample withBlockedCountries(String... countries) {
        AuthorizationControls now = facts.rules().controls();
        return withLists(now.allowedMccs(), now.blockedMccs(), List.of(), List.of(countries));
    }

    public CardExample withThreeDs(
            boolean enabled, ChallengePreference preference, ScaExemption... exemptions) {
        return withRules(
                facts.rules().limits(),
                facts.rules().controls(),
                new ThreeDsSettings(enabled, preference, List.of(exemptions)));
    }

    public CardExample withPin(PinStatus status, int triesLeft) {
        return withSecurity(security.withPin(new PinState(status, triesLeft)));
    }

    /** With low-value exemptions used since the last strong authentication. */
    public CardExample withExemptionsUsed(int count, long minor) {
        return withSecurity(new CardSecurity(security.pin(), count, minor, 0, 0));
    }

    /** With contactless payments since the last PIN. */
    public CardExample withTaps(int count, long minor) {
        return withSecurity(
                new CardSecurity(
                        security.pin(),
                        security.exemptCount(),
                        security.exemptMinor(),
                        count,
                        minor));
    }

    public CardExample withSecurity(CardSecurity changed) {
        return new CardExample(facts, changed, fundsMinor);
    }

    public CardExample withFunds(@Nullable Long minor) {
        return new CardExample(facts, security, minor);
    }

    /** The card's position with nothing spent in the day and the month of this instant. */
    public CardPosition positionAt(Instant at) {
        return positionAt(at, 0, 0);
    }

    /** The card's position with this much spent in the day and the month of this instant. */
    public CardPosition positionAt(Instant at, long onDay, long inMonth) {
        LocalDate day = LocalDate.ofInstant(at, ZoneOffset.UTC);
        SpendUsage usage =
                SpendUsage.EMPTY.withDay(day, onDay).withMonth(YearMonth.from(day), inMonth);
        return new CardPosition(facts, security, usage, fundsMinor);
    }

    private CardExample withFlags(boolean online, boolean contactless, boolean cash) {
        AuthorizationControls now = facts.rules().controls();
        return withControls(
                new AuthorizationControls(
                        now.allowedMccs(),
                        now.blockedMccs(),
                        now.allowedCountries(),
                        now.blockedCountries(),
                        online,
                        contactless,
                        cash));
    }

    private CardExample withLists(
            List<String> allowedMccs,
            List<String> blockedMccs,
            List<String> allowedCountries,
            List<String> blockedCountries) {
        AuthorizationControls now = facts.rules().controls();
        return withControls(
                new AuthorizationControls(
                        allowedMccs,
                        blockedMccs,
                        allowedCountries,
                        blockedCountries,
                        now.allowOnline(),
                        now.allowContactless(),
                        now.allowCashWithdrawal()));
    }

    private CardExample withRules(
            SpendingLimits limits, AuthorizationControls controls, ThreeDsSettings threeDs) {
        return with(
                facts.status(),
                facts.termination(),
                facts.currency(),
                facts.expiry(),
                new CardRules(facts.rules().version() + 1, limits, controls, threeDs));
    }

    /** The card with a token in a wallet. */
    public CardExample withToken(WalletTokenId token, WalletTokenStatus status) {
        return new CardExample(
                facts.withTokens(facts.tokens().with(token, status)), security, fundsMinor);
    }

    private CardExample with(
            CardStatus status,
            @Nullable Termination termination,
            Currency currency,
            YearMonth expiry,
            CardRules rules) {
        return new CardExample(
                new CardFacts(
                        facts.id(),
                        facts.accountId(),
                        facts.mode(),
                        facts.customerId(),
                        facts.lineage(),
                        status,
                        termination,
                        currency,
                        expiry,
                        facts.customerActive(),
                        facts.programActive(),
                        facts.scaEnforced(),
                        rules,
                        facts.funding(),
                        facts.tokens()),
                security,
                fundsMinor);
    }

    private CardExample with(
            CardId id, boolean customerActive, boolean programActive, boolean scaEnforced) {
        return new CardExample(
                new CardFacts(
                        id,
                        facts.accountId(),
                        facts.mode(),
                        facts.customerId(),
                        facts.lineage(),
                        facts.status(),
                        facts.termination(),
                        facts.currency(),
                        facts.expiry(),
                        customerActive,
                        programActive,
                        scaEnforced,
                        facts.rules(),
                        facts.funding(),
                        facts.tokens()),
                security,
                fundsMinor);
    }
}
