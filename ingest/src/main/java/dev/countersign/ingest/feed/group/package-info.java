/**
 * Membership of an owner in the group that shares the partitions of the feed. Start with {@link
 * dev.countersign.ingest.feed.group.FeedMembership}.
 */
@NullMarked
package dev.countersign.ingest.feed.group;

import org.jspecify.annotations.NullMarked;
