package dev.countersign.ingest.codec;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What reading a message may look at beside the message.
 *
 * @param guardedSources source systems whose requests take the broker's time when their own is more
 *     than two minutes ahead of it or fifteen behind
 * @param decisionMaxAge requests older than this are marked stale, not set by default
 */
public record CodecOptions(Set<String> guardedSources, @Nullable Duration decisionMaxAge) {

    /** Trusts every clock. */
    public static final CodecOptions DEFAULT = new CodecOptions(Set.of(), null);

    public CodecOptions {
        guardedSources = Set.copyOf(guardedSources);
    }
}
