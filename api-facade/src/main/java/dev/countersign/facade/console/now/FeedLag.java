package dev.countersign.facade.console.now;

import java.util.OptionalLong;
import java.util.Set;

/** How far the stream is behind, and which part of it this process decides. */
public interface FeedLag {

    /**
     * How many messages of the feed nobody has decided yet, whichever process would; empty where it
     * cannot be told in time.
     */
    OptionalLong messages();

    /** The partitions of the feed whose messages this process decides. */
    Set<Integer> owned();
}
