package dev.countersign.reconcile.domain.card;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.domain.wallet.CardTokens;
import java.time.YearMonth;
import java.util.Currency;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The issuer's decisions about a card, as an authorization decision needs them.
 *
 * @param lineage the first card of its chain of replacements, whose limits the chain shares
 * @param scaEnforced true where the program is bound to strong customer authentication
 * @param funding the funding account that the card spends from; null where funds are not checked
 * @param tokens the card's tokens in mobile wallets
 */
public record CardFacts(
        CardId id,
        AccountId accountId,
        Mode mode,
        CustomerId customerId,
        UUID lineage,
        CardStatus status,
        @Nullable Termination termination,
        Currency currency,
        YearMonth expiry,
        boolean customerActive,
        boolean programActive,
        boolean scaEnforced,
        CardRules rules,
        @Nullable FundingId funding,
        CardTokens tokens) {

    /** The same card in another state. */
    public CardFacts withStatus(CardStatus changed) {
        return new CardFacts(
                id,
                accountId,
                mode,
                customerId,
                lineage,
                changed,
                termination,
                currency,
                expiry,
                customerActive,
                programActive,
                scaEnforced,
                rules,
                funding,
                tokens);
    }

    /** The same card with other tokens. */
    public CardFacts withTokens(CardTokens changed) {
        return new CardFacts(
                id,
                accountId,
                mode,
                customerId,
                lineage,
                status,
                termination,
                currency,
                expiry,
                customerActive,
                programActive,
                scaEnforced,
                rules,
                funding,
                changed);
    }
}
