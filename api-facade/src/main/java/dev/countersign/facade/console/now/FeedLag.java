package dev.countersign.facade.console.now;

import java.util.OptionalLong;

/** How many messages of the feed nobody has decided yet. */
public interface FeedLag {

    /** The number; empty where it cannot be told in time. */
    OptionalLong messages();
}
