package dev.countersign.facade.launch.wiring;

import dev.countersign.facade.launch.telemetry.Telemetry;
import dev.countersign.facade.launch.telemetry.TraceProperties;
import io.opentelemetry.api.OpenTelemetry;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Configuration of where this process sends traces, if anywhere. The telemetry is closed with the
 * rest.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(TraceProperties.class)
class TraceConfiguration {

    @Bean
    OpenTelemetry telemetry(TraceProperties properties) {
        return Telemetry.of(properties);
    }
}
