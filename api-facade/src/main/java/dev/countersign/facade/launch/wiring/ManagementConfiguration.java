package dev.countersign.facade.launch.wiring;

import dev.countersign.facade.error.MalformedHttp;
import dev.countersign.facade.security.HostAllowList;
import dev.countersign.facade.security.HostProperties;
import dev.countersign.facade.security.RegisteredFilter;
import dev.countersign.facade.security.RequestIds;
import dev.countersign.facade.security.SecurityHeaders;
import dev.countersign.reconcile.service.RandomIds;
import java.time.InstantSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.security.web.header.HeaderWriterFilter;

/**
 * The web server of health and metrics, which processes of every role have. It answers with the
 * headers of the interface, and only who calls it by a name that it is known by.
 */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
@EnableConfigurationProperties(HostProperties.class)
public class ManagementConfiguration {

    @Bean
    RequestIds managementRequests(InstantSource clock) {
        return new RequestIds(new RandomIds(), clock);
    }

    @Bean
    WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> managementErrors(
            RequestIds managementRequests) {
        return MalformedHttp.ofServer(managementRequests::next, SecurityHeaders::writeRefusal);
    }

    @Bean
    FilterRegistrationBean<HeaderWriterFilter> managementHeaders() {
        return RegisteredFilter.of(SecurityHeaders.filter(), 0, "/*");
    }

    @Bean
    FilterRegistrationBean<RequestIds> managementRequestIds(RequestIds managementRequests) {
        return RegisteredFilter.of(managementRequests, 1, "/*");
    }

    @Bean
    FilterRegistrationBean<HostAllowList> managementHosts(
            HostProperties properties,
            @Value("${management.server.address:127.0.0.1}") String address) {
        return RegisteredFilter.of(new HostAllowList(properties.hosts(), address), 2, "/*");
    }
}
