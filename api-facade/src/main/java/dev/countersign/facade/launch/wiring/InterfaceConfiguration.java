package dev.countersign.facade.launch.wiring;

import dev.countersign.facade.connection.ConnectionConfiguration;
import dev.countersign.facade.console.ConsoleConfiguration;
import dev.countersign.facade.launch.health.HealthResource;
import dev.countersign.facade.launch.health.Housekeeping;
import dev.countersign.facade.rest.RestConfiguration;
import dev.countersign.facade.sandbox.SandboxConfiguration;
import dev.countersign.ingest.PeriodicTask;
import dev.countersign.reconcile.service.Outages;
import java.time.Duration;
import org.springframework.boot.actuate.autoconfigure.web.server.ConditionalOnManagementPort;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointWebExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The web server of a process that has one, and all that it serves. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({
    BookServices.class,
    ConnectionConfiguration.class,
    RestConfiguration.class,
    SandboxConfiguration.class,
    BrokerConfiguration.class,
    ReplayConfiguration.class,
    ConsoleConfiguration.class,
    Housekeeping.class
})
public class InterfaceConfiguration {

    @Bean
    @ConditionalOnManagementPort(ManagementPortType.DIFFERENT)
    HealthResource healthResource(HealthEndpointWebExtension health) {
        return new HealthResource(health);
    }

    @Bean
    PeriodicTask housekeepingTask(Housekeeping work, Outages outages) {
        return new PeriodicTask("housekeeping", Duration.ofMinutes(1), work::tidy, outages);
    }
}
