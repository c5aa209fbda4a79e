package dev.countersign.facade.launch;

import dev.countersign.reconcile.domain.account.Mode;
import java.time.LocalTime;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * When nights are run.
 *
 * @param at the time of day, UTC
 * @param modes which books are run by the clock; none switches it off
 */
@ConfigurationProperties(prefix = "countersign.night", ignoreUnknownFields = false)
record NightProperties(
        @DefaultValue("02:00") LocalTime at, @DefaultValue({"live", "sandbox"}) List<Mode> modes) {

    NightProperties {
        modes = List.copyOf(modes);
    }
}
