package dev.countersign.reconcile.domain.feed;

import dev.countersign.reconcile.domain.feed.evidence.VerificationEvidence;
import dev.countersign.reconcile.domain.money.Money;
import java.time.YearMonth;
import org.jspecify.annotations.Nullable;

/**
 * The activity at a merchant, the part that all card messages share.
 *
 * @param token the wallet token that was used, as the message writes it; null where none was
 * @param amount billing amount, in the card's currency (ISO 8583 DE6, DE51)
 * @param cashbackMinor the part of the amount paid out in cash, minor units of the billing currency
 * @param processing what the processing code (DE3) asks for
 */
public record CardActivity(
        CardReference card,
        @Nullable YearMonth expiry,
        @Nullable String token,
        NetworkRefs refs,
        Processing processing,
        Money amount,
        MerchantClaim claim,
        long cashbackMinor,
        Flags flags,
        VerificationEvidence evidence) {}
