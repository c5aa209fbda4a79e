/**
 * Pages of the quarantine: messages of the feed that could not be read, and their replay or
 * discard. Start with {@code QuarantinePage}; {@link
 * dev.countersign.facade.console.quarantine.FeedReplay} sends a message again.
 */
@NullMarked
package dev.countersign.facade.console.quarantine;

import org.jspecify.annotations.NullMarked;
