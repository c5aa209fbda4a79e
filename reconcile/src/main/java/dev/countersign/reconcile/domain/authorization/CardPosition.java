package dev.countersign.reconcile.domain.authorization;

import dev.countersign.reconcile.domain.card.CardFacts;
import dev.countersign.reconcile.domain.card.CardSecurity;
import dev.countersign.reconcile.domain.card.CardStatus;
import dev.countersign.reconcile.domain.funding.AvailableFunds;
import dev.countersign.reconcile.domain.id.WalletTokenId;
import dev.countersign.reconcile.domain.wallet.WalletTokenStatus;
import java.math.BigInteger;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * All that a decision looks at on a card, as of the messages that were folded into it. The next
 * message of the card meets the position that the one before left.
 *
 * @param fundsMinor what the card may draw on, or null when funds are not limited
 */
public record CardPosition(
        CardFacts facts, CardSecurity security, SpendUsage usage, @Nullable Long fundsMinor) {

    /** On a card that was delivered, and so is active. */
    public CardPosition activated() {
        return new CardPosition(facts.withStatus(CardStatus.ACTIVE), security, usage, fundsMinor);
    }

    /** The same with the status that a wallet token of the card has now. */
    public CardPosition withToken(WalletTokenId token, WalletTokenStatus status) {
        return new CardPosition(
                facts.withTokens(facts.tokens().with(token, status)), security, usage, fundsMinor);
    }

    public CardPosition withSecurity(CardSecurity changed) {
        return changed.equals(security)
                ? this
                : new CardPosition(facts, changed, usage, fundsMinor);
    }

    public CardPosition withUsage(SpendUsage changed) {
        return new CardPosition(facts, security, changed, fundsMinor);
    }

    public CardPosition withFunds(@Nullable Long minor) {
        return new CardPosition(facts, security, usage, minor);
    }

    /**
     * After more, or less, was counted at an instant: usage moves, and what is left of the funds.
     */
    public CardPosition afterSpend(Instant at, long change) {
        if (change == 0) {
            return this;
        }
        Long funds = fundsMinor == null ? null : left(fundsMinor, change);
        return new CardPosition(facts, security, usage.plus(at, change), funds);
    }

    /** Below zero where the network approved more than there was. */
    private static long left(long funds, long change) {
        return AvailableFunds.less(funds, BigInteger.valueOf(change));
    }
}
