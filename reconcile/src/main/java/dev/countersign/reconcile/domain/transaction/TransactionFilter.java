package dev.countersign.reconcile.domain.transaction;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The filter of the transactions of a book; null asks for all.
 *
 * @param createdFrom at or after
 * @param createdBefore before
 */
public record TransactionFilter(
        Book book,
        @Nullable CardId card,
        @Nullable CustomerId customer,
        @Nullable TransactionStatus status,
        @Nullable String currency,
        @Nullable Instant createdFrom,
        @Nullable Instant createdBefore) {}
