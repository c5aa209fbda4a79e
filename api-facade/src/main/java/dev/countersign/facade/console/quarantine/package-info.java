/**
 * Pages of the quarantine: unreadable messages of the feed, and their replay or discard. Start with
 * {@code QuarantinePage}; {@link dev.countersign.facade.console.quarantine.FeedReplay} sends a
 * message again.
 */
@NullMarked
package dev.countersign.facade.console.quarantine;

import org.jspecify.annotations.NullMarked;
