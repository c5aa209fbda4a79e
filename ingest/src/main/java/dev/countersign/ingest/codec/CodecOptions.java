package dev.countersign.ingest.codec;

import dev.countersign.reconcile.domain.text.ReferenceMask;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The options that reading a message may use beside the message.
 *
 * @param guardedSources source systems whose messages take the broker's time when their own is more
 *     than two minutes ahead of it, and whose requests when it is more than fifteen behind
 * @param decisionMaxAge requests older than this are marked stale, not set by default
 * @param references masks card numbers in what names a thing; every reader of the same feed masks
 *     alike
 */
public record CodecOptions(
        Set<String> guardedSources, @Nullable Duration decisionMaxAge, ReferenceMask references) {

    /** Trusts every clock, and masks references as any text: for who has no vault. */
    public static final CodecOptions DEFAULT =
            new CodecOptions(Set.of(), null, ReferenceMask.LAST_FOUR);

    public CodecOptions {
        guardedSources = Set.copyOf(guardedSources);
    }
}
