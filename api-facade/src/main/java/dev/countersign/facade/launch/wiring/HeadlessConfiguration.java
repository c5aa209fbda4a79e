package dev.countersign.facade.launch.wiring;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.context.ConfigurationPropertiesAutoConfiguration;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The parts of Spring Boot that a process without a web server uses: its connection pool and its
 * settings. Nothing would use the rest, and a process that decides is started while cardholders
 * wait for it.
 */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration({
    ConfigurationPropertiesAutoConfiguration.class,
    LifecycleAutoConfiguration.class,
    SslAutoConfiguration.class,
    DataSourceAutoConfiguration.class
})
@EnableConfigurationProperties(KafkaProperties.class)
public class HeadlessConfiguration {

    /** Keeps metrics in memory only: such a process is never asked for them. */
    @Bean
    MeterRegistry meterRegistry() {
        return new SimpleMeterRegistry();
    }
}
