package dev.countersign.facade.launch.wiring;

import dev.countersign.reconcile.domain.account.Mode;
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
 */
@ConfigurationProperties(prefix = "countersign.night", ignoreUnknownFields = false)
public record NightProperties(
        @DefaultValue("02:00") LocalTime at, @DefaultValue({"live", "sandbox"}) List<Mode> modes) {

    public NightProperties {
        modes = List.copyOf(modes);
    }
}
