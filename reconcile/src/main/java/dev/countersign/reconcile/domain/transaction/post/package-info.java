/**
 * Effects of messages. {@link dev.countersign.reconcile.domain.transaction.post.MessagePosting}
 * folds one message over a card's position and returns a {@link
 * dev.countersign.reconcile.domain.transaction.post.Posting}: everything to record, and the
 * position for the next message of the card.
 */
@NullMarked
package dev.countersign.reconcile.domain.transaction.post;

import org.jspecify.annotations.NullMarked;
