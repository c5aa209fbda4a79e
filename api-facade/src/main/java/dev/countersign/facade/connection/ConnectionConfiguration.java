package dev.countersign.facade.connection;

import io.micrometer.core.instrument.MeterRegistry;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.ContinueResponseTiming;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts the web server behind the guard of its connections. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({ConnectionProperties.class, DrainProperties.class})
public class ConnectionConfiguration {

    @Bean
    OpenConnections openConnections(ConnectionProperties limits, MeterRegistry meters) {
        return new OpenConnections(limits, meters, System::nanoTime);
    }

    @Bean
    Drain drain(ApplicationEventPublisher events, DrainProperties properties) {
        return new Drain(events, properties.drain());
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> guardedConnections(
            OpenConnections connections, ConnectionProperties limits, Drain drain) {
        return factory -> {
            factory.setProtocol(GuardedProtocol.class.getName());
            factory.addConnectorCustomizers(connector -> prepare(connector, connections, limits));
            factory.addEngineValves(new AnsweredValve(connections), new DrainValve(drain));
        };
    }

    /**
     * Each request has a thread of its own that costs next to nothing while it waits. A body is
     * asked for only once it is read, which is after its sender is known.
     */
    static void prepare(
            Connector connector, OpenConnections connections, ConnectionProperties limits) {
        if (connector.getProtocolHandler() instanceof GuardedProtocol protocol) {
            protocol.guard(connections);
            protocol.setExecutor(new VirtualThreadExecutor("http-"));
            protocol.setMaxConnections(limits.max());
            protocol.setContinueResponseTiming(
                    ContinueResponseTiming.ON_REQUEST_BODY_READ.toString());
        }
    }
}
