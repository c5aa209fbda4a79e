/**
 * The use cases: verbs on plural nouns, and the only callers of {@link
 * dev.countersign.reconcile.service.Database}, where all transactions begin. The use case of the
 * stream is {@link dev.countersign.reconcile.service.feed.FeedPosting}.
 */
@NullMarked
package dev.countersign.reconcile.service;

import org.jspecify.annotations.NullMarked;
