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
        Instant updatedAt) {}
