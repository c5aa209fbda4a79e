package dev.countersign.facade.rest;

import dev.countersign.facade.error.ErrorPage;
import dev.countersign.facade.error.ErrorResponses;
import dev.countersign.facade.error.FailureFilter;
import dev.countersign.facade.error.MalformedHttp;
import dev.countersign.facade.security.ApiSecurity;
import dev.countersign.facade.security.HostAllowList;
import dev.countersign.facade.security.HostProperties;
import dev.countersign.facade.security.PathNormalizer;
import dev.countersign.facade.security.RateLimit;
import dev.countersign.facade.security.RegisteredFilter;
import dev.countersign.facade.security.RepeatedHeaders;
import dev.countersign.facade.security.RequestIds;
import dev.countersign.facade.security.SecurityHeaders;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.service.Outages;
import dev.countersign.reconcile.service.RandomIds;
import java.time.InstantSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.StrictHttpFirewall;
import org.springframework.security.web.header.HeaderWriterFilter;

/** Wires the REST interface, where a process has one. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({ApiProperties.class, HostProperties.class})
@Import({
    ErrorResponses.class,
    WebSettings.class,
    ContractResource.class,
    ProgramsResource.class,
    CustomersResource.class,
    CardsResource.class,
    CardRulesResource.class,
    WalletTokensResource.class,
    PhysicalOrderResource.class,
    PinBlockMeter.class,
    PinResource.class,
    TransactionsResource.class,
    DisputesResource.class
})
public class RestConfiguration {

    @Bean
    RequestIds requestIdsOfTheProduct(InstantSource clock) {
        return new RequestIds(new RandomIds(), clock);
    }

    @Bean
    ErrorPage errorPage(RequestIds ids) {
        return new ErrorPage(ids::next, SecurityHeaders::writeRefusal);
    }

    /** The web server's own errors, in the place of its pages. */
    @Bean
    WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> malformedHttp(RequestIds ids) {
        return MalformedHttp.ofServer(ids::next, SecurityHeaders::writeRefusal);
    }

    /** Around all other filters. */
    @Bean
    FilterRegistrationBean<FailureFilter> failures(Outages outages) {
        return RegisteredFilter.of(new FailureFilter(outages), Ordered.HIGHEST_PRECEDENCE, "/*");
    }

    /** Around all that writes answers, refusals too. */
    @Bean
    FilterRegistrationBean<IndentedResponses> indentedAnswers() {
        return RegisteredFilter.of(
                new IndentedResponses(), Ordered.HIGHEST_PRECEDENCE + 1, "/v1/*", "/sandbox/v1/*");
    }

    @Bean
    FilterRegistrationBean<RequestIds> requestIds(RequestIds ids) {
        return RegisteredFilter.of(ids, 1, "/*");
    }

    @Bean
    FilterRegistrationBean<PathNormalizer> plainPaths() {
        return RegisteredFilter.of(new PathNormalizer(), 3, "/*");
    }

    @Bean
    FilterRegistrationBean<RepeatedHeaders> repeatedHeaders() {
        return RegisteredFilter.of(new RepeatedHeaders(), 3, "/v1/*", "/sandbox/v1/*");
    }

    @Bean
    FilterRegistrationBean<HostAllowList> hostAllowList(
            HostProperties properties, @Value("${server.address:127.0.0.1}") String address) {
        return RegisteredFilter.of(new HostAllowList(properties.hosts(), address), 2, "/*");
    }

    @Bean
    FilterRegistrationBean<HeaderWriterFilter> securityHeaders() {
        return RegisteredFilter.of(SecurityHeaders.filter(), 0, "/*");
    }

    /** A request is measured as a whole, and not filter by filter. */
    @Bean
    SecurityObservationSettings requestsAsAWhole() {
        return SecurityObservationSettings.noObservations();
    }

    /** Paths are looked at before, and all else is left to those who answer. */
    @Bean
    HttpFirewall firewall() {
        StrictHttpFirewall firewall = new StrictHttpFirewall();
        firewall.setUnsafeAllowAnyHttpMethod(true);
        firewall.setAllowedHeaderNames(name -> true);
        firewall.setAllowedHeaderValues(value -> true);
        firewall.setAllowedParameterNames(name -> true);
        firewall.setAllowedParameterValues(value -> true);
        return firewall;
    }

    @Bean
    @Order(1)
    SecurityFilterChain apiDoor(
            HttpSecurity http, Reconcile reconcile, ApiProperties properties, InstantSource clock) {
        RateLimit rate = new RateLimit(properties.readsPerSecond(), properties.writesPerSecond());
        return ApiSecurity.of(http, reconcile.apiKeys(), rate, clock);
    }
}
