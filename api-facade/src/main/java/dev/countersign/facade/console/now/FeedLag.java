package dev.countersign.facade.console.now;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The lag of the stream, and the part of the stream that this process decides. */
public interface FeedLag {

    /**
     * Returns the number of messages of the feed that no process has decided yet, whichever process
     * would decide them; empty if it is not known in time.
     */
    OptionalLong messages();

    /**
     * The partitions of the feed whose messages this process decides, none while it stands by;
     * empty where it never decides.
     */
    Optional<Set<Integer>> owned();
}
