package dev.countersign.reconcile.service.feed.cache;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.authorization.CardPosition;
import dev.countersign.reconcile.domain.card.AuthorizationControls;
import dev.countersign.reconcile.domain.card.CardFacts;
import dev.countersign.reconcile.domain.card.CardRules;
import dev.countersign.reconcile.domain.card.CardStatus;
import dev.countersign.reconcile.domain.card.SpendingLimits;
import dev.countersign.reconcile.domain.card.Termination;
import dev.countersign.reconcile.domain.card.ThreeDsSettings;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.domain.pin.PinState;
import dev.countersign.reconcile.domain.wallet.CardTokens;
import java.time.YearMonth;
import java.util.Currency;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The facts that a card has in common with others: all that is known of the card except its owner,
 * its limits, who pays for it, its tokens, and its activity.
 */
record SharedCardFacts(
        AccountId accountId,
        Mode mode,
        CardStatus status,
        @Nullable Termination termination,
        Currency currency,
        YearMonth expiry,
        boolean customerActive,
        boolean programActive,
        boolean scaEnforced,
        AuthorizationControls controls,
        ThreeDsSettings threeDs,
        PinState pin) {

    static SharedCardFacts of(CardPosition position) {
        CardFacts facts = position.facts();
        return new SharedCardFacts(
                facts.accountId(),
                facts.mode(),
                facts.status(),
                facts.termination(),
                facts.currency(),
                facts.expiry(),
                facts.customerActive(),
                facts.programActive(),
                facts.scaEnforced(),
                facts.rules().controls(),
                facts.rules().threeDs(),
                position.security().pin());
    }

    /** The facts of one of the cards. */
    CardFacts with(
            CardId card,
            CustomerId customer,
            UUID lineage,
            int rulesVersion,
            SpendingLimits limits,
            @Nullable FundingId funding,
            CardTokens tokens) {
        return new CardFacts(
                card,
                accountId,
                mode,
                customer,
                lineage,
                status,
                termination,
                currency,
                expiry,
                customerActive,
                programActive,
                scaEnforced,
                new CardRules(rulesVersion, limits, controls, threeDs),
                funding,
                tokens);
    }
}
