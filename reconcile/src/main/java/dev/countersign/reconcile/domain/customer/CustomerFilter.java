package dev.countersign.reconcile.domain.customer;

import dev.countersign.reconcile.domain.account.Book;
import org.jspecify.annotations.Nullable;

/** The filter of the customers of a book; null asks for all. */
public record CustomerFilter(Book book, @Nullable String externalId, @Nullable Boolean active) {}
