package dev.countersign.ingest.feed;

import dev.countersign.ingest.codec.CodecOptions;
import dev.countersign.ingest.codec.FeedCodec;
import dev.countersign.reconcile.domain.authorization.Authorizer;
import dev.countersign.reconcile.domain.authorization.DecisionPolicy;
import dev.countersign.reconcile.domain.text.ReferenceMask;
import dev.countersign.reconcile.domain.transaction.HoldWindows;
import dev.countersign.reconcile.domain.transaction.HoldWindows.HoldCase;
import dev.countersign.reconcile.domain.transaction.post.MessagePosting;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the feed and of the decisions that answer it.
 *
 * @param owners threads that own partitions and decide, 1 to 64; where it is not set, half as many
 *     as there are processors, because each keeps a second processor busy with recording
 * @param partitions partitions of the topics when they are created; never change it later, because
 *     keys would move
 * @param replicas replicas of the topics when they are created; with three or more, a message
 *     counts when two of them have it
 * @param feedRetention how long the feed keeps its messages, 1 hour to 3650 days, set when its
 *     topic is created; a quarantined message can be replayed for as long
 * @param decisionRetention how long the topic of decisions keeps them, 1 hour to 3650 days, set
 *     when it is created; a database that is restored to an earlier moment decides by them
 * @param deadLetterRetention how long the topic of unreadable messages keeps them, masked, 1 hour
 *     to 3650 days, set when it is created
 * @param batchSizeMax most messages that are decided and recorded together, 1 to 10000
 * @param cachedCardsMax cards that each owner keeps in memory, 150 to 200 bytes each, read ahead at
 *     the start; where it is not set, as many as fit into a quarter of the heap
 * @param instanceId name of this process in the consumer group of the feed; no two processes may
 *     share one. A process that starts again under its name gets its partitions back at once
 * @param sessionTimeout time after which the partitions of a process that was killed go to others,
 *     1 second to 5 minutes; the broker allows no less than its group.min.session.timeout.ms (6
 *     seconds, unless set)
 * @param guardedSources source systems whose clock is checked against the broker's: a message more
 *     than two minutes ahead, or a request more than fifteen behind, counts as of when it came
 * @param decisionMaxAge age from which a request is not approved any more, because the network has
 *     stood in by then; off where it is not set, because it reads the wall clock and a replay may
 *     decide otherwise
 * @param partialOnLimits whether to approve what a limit leaves, where the terminal supports
 *     partial approval
 * @param partialOnline whether to approve in part online too
 * @param suspectMerchants merchants whose requests are declined as suspected fraud
 * @param holdDays days for which an approval is held, by case, 1 to 120, without the days of grace
 *     (countersign.clearing.grace-days); where it is not set, visa 5, visa-online 10, mastercard 7,
 *     preauthorized (estimated or extended) 30, transit 7, fuel-pump 3. Preauthorized is always
 *     more than mastercard. A hold keeps the days it was placed with, unless an increment counts it
 *     anew
 * @param warmUp whether to rehearse decisions before the process is ready, for a second at most and
 *     only while no message waits
 */
@ConfigurationProperties(prefix = "countersign.ingest", ignoreUnknownFields = false)
public record IngestProperties(
        @Nullable Integer owners,
        @DefaultValue("8") int partitions,
        @DefaultValue("1") short replicas,
        @DefaultValue("7d") Duration feedRetention,
        @DefaultValue("7d") Duration decisionRetention,
        @DefaultValue("30d") Duration deadLetterRetention,
        @DefaultValue("2000") int batchSizeMax,
        @Nullable Integer cachedCardsMax,
        @DefaultValue("countersign") String instanceId,
        @DefaultValue("6s") Duration sessionTimeout,
        @DefaultValue Set<String> guardedSources,
        @Nullable Duration decisionMaxAge,
        @DefaultValue("false") boolean partialOnLimits,
        @DefaultValue("false") boolean partialOnline,
        @DefaultValue Set<String> suspectMerchants,
        @DefaultValue Map<HoldCase, Integer> holdDays,
        @DefaultValue("true") boolean warmUp) {

    private static final int OWNERS_MAX = 64;

    /**
     * Minimum retention of a topic. What was sent must outlast a stop of the product, and a topic
     * that keeps all keeps cards.
     */
    private static final Duration RETENTION_MIN = Duration.ofHours(1);

    private static final Duration SESSION_MIN = Duration.ofSeconds(1);
    private static final Duration SESSION_MAX = Duration.ofMinutes(5);
    private static final Duration RETENTION_MAX = Duration.ofDays(3_650);

    /** Number of bytes that a card at hand takes if every fourth card has rules of its own. */
    private static final int BYTES_PER_CARD = 200;

    /**
     * Pattern of what the broker takes as the name of a member, with room for the number of an
     * owner.
     */
    private static final Pattern INSTANCE_ID = Pattern.compile("[A-Za-z0-9._-]{1,200}");

    public IngestProperties {
        require(
                owners == null || (owners >= 1 && owners <= OWNERS_MAX),
                "countersign.ingest.owners must be 1 to " + OWNERS_MAX);
        require(partitions >= 1, "countersign.ingest.partitions must be at least 1");
        require(
                batchSizeMax >= 1 && batchSizeMax <= 10_000,
                "countersign.ingest.batch-size-max must be 1 to 10000");
        require(
                cachedCardsMax == null || cachedCardsMax >= 1,
                "countersign.ingest.cached-cards-max must be at least 1");
        require(replicas >= 1, "countersign.ingest.replicas must be at least 1");
        require(
                sessionTimeout.compareTo(SESSION_MIN) >= 0
                        && sessionTimeout.compareTo(SESSION_MAX) <= 0,
                "countersign.ingest.session-timeout must be 1 second to 5 minutes");
        requireRetention(feedRetention, "feed-retention");
        requireRetention(decisionRetention, "decision-retention");
        requireRetention(deadLetterRetention, "dead-letter-retention");
        require(
                INSTANCE_ID.matcher(instanceId).matches(),
                "countersign.ingest.instance-id must be 1 to 200 letters, digits, dots,"
                        + " underscores and hyphens");
        require(
                decisionMaxAge == null || decisionMaxAge.isPositive(),
                "countersign.ingest.decision-max-age must be more than nothing");
        holdDays = Map.copyOf(holdDays);
        requireWindows(holdDays);
    }

    private static void requireRetention(Duration retention, String name) {
        require(
                retention.compareTo(RETENTION_MIN) >= 0 && retention.compareTo(RETENTION_MAX) <= 0,
                "countersign.ingest." + name + " must be 1 hour to 3650 days");
    }

    private static void requireWindows(Map<HoldCase, Integer> holdDays) {
        try {
            HoldWindows unused = HoldWindows.DEFAULT.with(holdDays);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(
                    "countersign.ingest.hold-days." + wrong.getMessage());
        }
    }

    /**
     * Reads the feed as the settings say.
     *
     * @param references masks card numbers in what names a thing
     */
    public FeedCodec codec(ReferenceMask references, InstantSource clock) {
        return new FeedCodec(new CodecOptions(guardedSources, decisionMaxAge, references), clock);
    }

    /** Decides as the settings say. */
    MessagePosting messagePosting() {
        return new MessagePosting(
                new Authorizer(
                        new DecisionPolicy(partialOnLimits, partialOnline, suspectMerchants)),
                HoldWindows.DEFAULT.with(holdDays));
    }

    /**
     * Returns the number of threads that own partitions here. An owner keeps two processors busy,
     * since PostgreSQL records one batch while the next is decided. More owners than that spread
     * the same messages over smaller batches, which cost more and are answered later.
     */
    public int ownersHere() {
        return owners != null
                ? owners
                : Math.clamp(
                        Runtime.getRuntime().availableProcessors() / 2,
                        1,
                        Math.min(partitions, OWNERS_MAX));
    }

    /** Returns the number of cards that each owner keeps at hand. */
    int cardsAtHand() {
        return cachedCardsMax != null
                ? cachedCardsMax
                : Math.clamp(
                        Runtime.getRuntime().maxMemory() / 4 / BYTES_PER_CARD / ownersHere(),
                        1,
                        Integer.MAX_VALUE);
    }

    private static void require(boolean holds, String sentence) {
        if (!holds) {
            throw new IllegalArgumentException(sentence);
        }
    }
}
