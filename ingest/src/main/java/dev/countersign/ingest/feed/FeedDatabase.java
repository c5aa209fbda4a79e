package dev.countersign.ingest.feed;

import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.feed.StreamSessionStore;

/** The database as the owners of the feed reach it: over connections that nobody else waits for. */
public record FeedDatabase(Database database) {

    /** SQL that each of these connections begins with: by it an owner knows those of another. */
    public static final String SESSION_SQL = StreamSessionStore.INIT_SQL;
}
