package dev.countersign.facade.launch.night.settings;

import dev.countersign.facade.local.ProcessSettings;
import dev.countersign.jobs.NightSettings;
import dev.countersign.reconcile.domain.account.Mode;
import java.time.Duration;
import java.time.LocalTime;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Schedule of the nights.
 *
 * @param at time of day, in UTC, at which nights run; live books catch up on it within a minute
 *     where no process was there then
 * @param modes books that the clock runs, each with all dates that wait, the oldest first; an empty
 *     value switches the clock off
 * @param lease time, 3 s to 5 min, after which another process goes on with the night of one that
 *     was not heard of; nights that nobody runs are looked for six times as often
 * @param workers number, 1 to 8, of ranges that a process works on at the same time: as many
 *     processors, of it and of the database, a night keeps busy; while the feed is busy, it works
 *     on one
 * @param remoteWorkers number, 0 to 64, of processes with the role jobs among which whoever runs a
 *     night shares its ranges out, over Kafka; with 0, it works on all of them itself
 * @param statementMax time, 1 min to 24 h, for which a night waits for an answer of the database; a
 *     connection that is silent for longer is given up, and the night goes on over another
 */
@ConfigurationProperties(prefix = "countersign.night", ignoreUnknownFields = false)
public record NightProperties(
        @DefaultValue("02:00") LocalTime at,
        @DefaultValue({"live", "sandbox"}) List<Mode> modes,
        @DefaultValue("30s") Duration lease,
        @DefaultValue("2") int workers,
        @DefaultValue("0") int remoteWorkers,
        @DefaultValue("1h") Duration statementMax) {

    private static final Duration LEASE_MIN = Duration.ofSeconds(3);
    private static final Duration LEASE_MAX = Duration.ofMinutes(5);

    private static final Duration STATEMENT_MAX_MIN = Duration.ofMinutes(1);
    private static final Duration STATEMENT_MAX_MAX = Duration.ofHours(24);

    private static final int WORKERS_MAX = 8;
    private static final int REMOTE_WORKERS_MAX = 64;

    public NightProperties {
        if (lease.compareTo(LEASE_MIN) < 0 || lease.compareTo(LEASE_MAX) > 0) {
            throw new IllegalArgumentException("countersign.night.lease has to be 3s to 5m");
        }
        if (workers < 1 || workers > WORKERS_MAX) {
            throw new IllegalArgumentException(
                    "countersign.night.workers has to be 1 to " + WORKERS_MAX);
        }
        if (remoteWorkers < 0 || remoteWorkers > REMOTE_WORKERS_MAX) {
            throw new IllegalArgumentException(
                    "countersign.night.remote-workers has to be 0 to " + REMOTE_WORKERS_MAX);
        }
        if (statementMax.compareTo(STATEMENT_MAX_MIN) < 0
                || statementMax.compareTo(STATEMENT_MAX_MAX) > 0) {
            throw new IllegalArgumentException(
                    "countersign.night.statement-max has to be 1m to 24h");
        }
        modes = List.copyOf(modes);
    }

    /** Returns the settings of commands of this process. */
    public static NightProperties ofThisProcess() {
        return ProcessSettings.read("countersign.night", NightProperties.class);
    }

    /** The settings with these. */
    public NightSettings in(NightSettings settings) {
        return settings.withWorkers(workers).with(lease).withStatementMax(statementMax);
    }
}
