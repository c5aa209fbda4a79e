package dev.countersign.reconcile.domain.feed;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The fields that every message carries.
 *
 * @param at the business time (UTC) that decides day and month: the transmission time, or the
 *     broker's where the skew guard replaced it
 * @param sentAt the transmission time as the message says it, part of its identity
 * @param skewed true when the guard replaced it
 * @param stale true when the message waited longer than a request may; the network has stood in
 */
public record MessageHeader(
        UUID messageId,
        Network network,
        Instant at,
        Instant sentAt,
        boolean repeat,
        @Nullable String fileId,
        @Nullable Integer fileSeq,
        @Nullable Integer recordNo,
        boolean skewed,
        boolean stale) {}
