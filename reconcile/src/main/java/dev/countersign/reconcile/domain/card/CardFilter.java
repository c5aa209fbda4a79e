package dev.countersign.reconcile.domain.card;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.ProgramId;
import org.jspecify.annotations.Nullable;

/** The filter of the cards of a book; null asks for all. */
public record CardFilter(
        Book book,
        @Nullable CustomerId customer,
        @Nullable ProgramId program,
        @Nullable CardStatus status,
        @Nullable CardType type) {}
