/**
 * Effects of messages on card transactions. {@link
 * dev.countersign.reconcile.domain.transaction.post.MessagePosting} folds one message over a card's
 * position and returns a {@link dev.countersign.reconcile.domain.transaction.post.Posting}:
 * everything that has to be recorded, and the position that the next message of the card meets.
 */
@NullMarked
package dev.countersign.reconcile.domain.transaction;

import org.jspecify.annotations.NullMarked;
