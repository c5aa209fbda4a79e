package dev.countersign.facade.launch.wiring;

import dev.countersign.jobs.Nights;
import dev.countersign.reconcile.service.Outages;
import java.time.InstantSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Nights by the clock, in a process that has this role. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(NightProperties.class)
public class NightScheduleConfiguration {

    @Bean
    NightSchedule nightSchedule(
            Nights nights, InstantSource clock, NightProperties properties, Outages outages) {
        return new NightSchedule(nights, clock, properties, outages);
    }
}
