package dev.countersign.reconcile.domain.dispute;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.id.TransactionId;
import org.jspecify.annotations.Nullable;

/** The filter of the disputes of a book; null asks for all. */
public record DisputeFilter(
        Book book, @Nullable DisputeStatus status, @Nullable TransactionId transaction) {}
