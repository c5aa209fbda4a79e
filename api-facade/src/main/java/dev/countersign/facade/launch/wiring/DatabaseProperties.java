package dev.countersign.facade.launch.wiring;

import dev.countersign.facade.local.SessionLimits;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * Limits on how long sessions of the interface, the console and the stream may keep others waiting.
 * Nights and months have no such limits, since their statements take as long as there is work to
 * do; a chunk of a night sets its own for a process that stands still.
 *
 * @param interfaceStatementMax longest that a statement of the REST interface may take; after it
 *     the request is answered with 503. Statements of the console have five seconds, nights no
 *     limit
 * @param interfaceLockMax longest that a statement of the REST interface waits for a row
 * @param streamStatementMax longest that a statement of the stream may take; after it the batch is
 *     begun anew. A process that has no answer of the database for two seconds more leaves its
 *     partitions to others
 * @param streamLockMax longest that a statement of the stream waits for a row
 * @param idleInTransactionMax time after which the server ends the session of a process that
 *     stopped in the middle of a transaction, 12s or more: events wait ten seconds for the broker
 * @param peerMax time after which a connection ends whose other side confirms nothing
 */
@ConfigurationProperties(prefix = "countersign.database", ignoreUnknownFields = false)
record DatabaseProperties(
        @DefaultValue("10s") Duration interfaceStatementMax,
        @DefaultValue("2s") Duration interfaceLockMax,
        @DefaultValue("10s") Duration streamStatementMax,
        @DefaultValue("5s") Duration streamLockMax,
        @DefaultValue("15s") Duration idleInTransactionMax,
        @DefaultValue("30s") Duration peerMax) {

    private static final Duration LEAST = Duration.ofMillis(100);
    private static final Duration MOST = Duration.ofHours(1);

    /** A batch waits three seconds for the one before it; the broker never. */
    private static final Duration STREAM_IDLE_MAX = Duration.ofSeconds(5);

    private static final Duration IDLE_LEAST = Duration.ofSeconds(12);

    DatabaseProperties {
        require("interface-statement-max", interfaceStatementMax, LEAST);
        require("interface-lock-max", interfaceLockMax, LEAST);
        require("stream-statement-max", streamStatementMax, LEAST);
        require("stream-lock-max", streamLockMax, LEAST);
        require("idle-in-transaction-max", idleInTransactionMax, IDLE_LEAST);
        require("peer-max", peerMax, Duration.ofSeconds(1));
    }

    SessionLimits ofInterface() {
        return new SessionLimits(
                interfaceStatementMax, interfaceLockMax, idleInTransactionMax, peerMax);
    }

    SessionLimits ofStream() {
        return new SessionLimits(streamStatementMax, streamLockMax, STREAM_IDLE_MAX, peerMax);
    }

    private static void require(String name, Duration value, Duration least) {
        Assert.isTrue(
                value.compareTo(least) >= 0 && value.compareTo(MOST) <= 0,
                "countersign.database.%s is %s to 1h"
                        .formatted(
                                name,
                                least.toMillis() < 1_000
                                        ? least.toMillis() + "ms"
                                        : least.toSeconds() + "s"));
    }
}
