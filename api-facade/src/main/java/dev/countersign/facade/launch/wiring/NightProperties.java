package dev.countersign.facade.launch.wiring;

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
 */
@ConfigurationProperties(prefix = "countersign.night", ignoreUnknownFields = false)
public record NightProperties(
        @DefaultValue("02:00") LocalTime at,
        @DefaultValue({"live", "sandbox"}) List<Mode> modes,
        @DefaultValue("30s") Duration lease) {

    private static final Duration LEASE_MIN = Duration.ofSeconds(3);
    private static final Duration LEASE_MAX = Duration.ofMinutes(5);

    public NightProperties {
        if (lease.compareTo(LEASE_MIN) < 0 || lease.compareTo(LEASE_MAX) > 0) {
            throw new IllegalArgumentException("countersign.night.lease has to be 3s to 5m");
        }
        modes = List.copyOf(modes);
    }
}
