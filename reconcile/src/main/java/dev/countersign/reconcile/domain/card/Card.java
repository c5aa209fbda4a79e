package dev.countersign.reconcile.domain.card;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.ProgramId;
import java.time.Instant;
import java.time.YearMonth;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A card as its issuer knows it.
 *
 * @param brand the network of its program
 * @param cardholderName as printed, at most 26 characters
 * @param expiry it is good through the end of this month
 * @param replaced the card that this one replaced
 * @param lineage the first card of the chain of replacements, which shares one usage of limits
 */
public record Card(
        CardId id,
        Book book,
        CustomerId customerId,
        ProgramId programId,
        CardType type,
        CardStatus status,
        String currency,
        @Nullable String cardholderName,
        Network brand,
        String last4,
        YearMonth expiry,
        @Nullable CardId replaced,
        UUID lineage,
        CardRules rules,
        Map<String, String> metadata,
        Instant createdAt,
        Instant updatedAt) {

    public Card withStatus(CardStatus next, Instant at) {
        return with(next, cardholderName, rules, metadata, at);
    }

    public Card withRules(CardRules next, Instant at) {
        return with(status, cardholderName, next, metadata, at);
    }

    /** The card with another name on it and other metadata. */
    public Card withDetails(@Nullable String name, Map<String, String> pairs, Instant at) {
        return with(status, name, rules, pairs, at);
    }

    private Card with(
            CardStatus nextStatus,
            @Nullable String nextName,
            CardRules nextRules,
            Map<String, String> nextMetadata,
            Instant at) {
        return new Card(
                id,
                book,
                customerId,
                programId,
                type,
                nextStatus,
                currency,
                nextName,
                brand,
                last4,
                expiry,
                replaced,
                lineage,
                nextRules,
                nextMetadata,
                createdAt,
                at);
    }
}
