package dev.countersign.facade.launch.wiring;

import dev.countersign.facade.launch.telemetry.TraceProperties;
import dev.countersign.ingest.IngestConfiguration;
import dev.countersign.ingest.feed.FeedDatabase;
import dev.countersign.ingest.feed.FeedTraces;
import dev.countersign.ingest.feed.IngestProperties;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import java.time.InstantSource;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The stream in this process. */
@Configuration(proxyBeanMethods = false)
@Import(IngestConfiguration.class)
public class StreamConfiguration {

    @Bean
    StreamConnections streamConnections(
            DataSource product,
            DatabaseProperties limits,
            IngestProperties properties,
            MeterRegistry registry) {
        return StreamConnections.beside(
                product, limits.ofStream(), properties.ownersHere(), registry);
    }

    @Bean
    FeedDatabase feedDatabase(StreamConnections connections) {
        return connections.database();
    }

    @Bean
    FeedTraces feedTraces(
            TraceProperties properties, OpenTelemetry telemetry, InstantSource clock) {
        return properties.endpoint() == null ? FeedTraces.OFF : FeedTraces.to(telemetry, clock);
    }
}
