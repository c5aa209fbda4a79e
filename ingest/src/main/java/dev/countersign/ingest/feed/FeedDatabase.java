package dev.countersign.ingest.feed;

import dev.countersign.reconcile.service.Database;

/** The database as the owners of the feed reach it: over connections that nobody else waits for. */
public record FeedDatabase(Database database) {}
