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
import dev.countersign.facade.security.RepeatedHeaders;
import dev.countersign.facade.security.RequestIds;
import dev.countersign.facade.security.SecurityHeaders;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.service.Outages;
import dev.countersign.reconcile.service.RandomIds;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
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
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.StrictHttpFirewall;
import org.springframework.security.web.header.HeaderWriterFilter;

/** Wires the REST interface, where a process has one. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({ApiProperties.class, HostProperties.class})
@Import(ErrorResponses.class)
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
        FilterRegistrationBean<FailureFilter> registration =
                new FilterRegistrationBean<>(new FailureFilter(outages));
        registration.addUrlPatterns("/*");
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }

    /** Around all that writes answers, refusals too. */
    @Bean
    FilterRegistrationBean<IndentedResponses> indentedAnswers() {
        FilterRegistrationBean<IndentedResponses> registration =
                new FilterRegistrationBean<>(new IndentedResponses());
        registration.addUrlPatterns("/v1/*", "/sandbox/v1/*");
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
        return registration;
    }

    @Bean
    FilterRegistrationBean<RequestIds> requestIds(RequestIds ids) {
        FilterRegistrationBean<RequestIds> registration = new FilterRegistrationBean<>(ids);
        registration.addUrlPatterns("/*");
        registration.setOrder(1);
        return registration;
    }

    @Bean
    FilterRegistrationBean<PathNormalizer> plainPaths() {
        FilterRegistrationBean<PathNormalizer> registration =
                new FilterRegistrationBean<>(new PathNormalizer());
        registration.addUrlPatterns("/*");
        registration.setOrder(3);
        return registration;
    }

    @Bean
    FilterRegistrationBean<RepeatedHeaders> repeatedHeaders() {
        FilterRegistrationBean<RepeatedHeaders> registration =
                new FilterRegistrationBean<>(new RepeatedHeaders());
        registration.addUrlPatterns("/v1/*", "/sandbox/v1/*");
        registration.setOrder(3);
        return registration;
    }

    @Bean
    FilterRegistrationBean<HostAllowList> hostAllowList(
            HostProperties properties, @Value("${server.address:127.0.0.1}") String address) {
        List<String> hosts = new ArrayList<>(properties.hosts());
        hosts.add(address);
        FilterRegistrationBean<HostAllowList> registration =
                new FilterRegistrationBean<>(new HostAllowList(hosts));
        registration.addUrlPatterns("/*");
        registration.setOrder(2);
        return registration;
    }

    @Bean
    FilterRegistrationBean<HeaderWriterFilter> securityHeaders() {
        FilterRegistrationBean<HeaderWriterFilter> registration =
                new FilterRegistrationBean<>(SecurityHeaders.filter());
        registration.addUrlPatterns("/*");
        registration.setOrder(0);
        return registration;
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

    @Bean
    WebSettings webSettings() {
        return new WebSettings();
    }

    @Bean
    ContractResource contractResource() {
        return new ContractResource();
    }

    @Bean
    ProgramsResource programsResource(Reconcile book) {
        return new ProgramsResource(book.programs());
    }

    @Bean
    CustomersResource customersResource(Reconcile book) {
        return new CustomersResource(book.customers());
    }

    @Bean
    CardsResource cardsResource(Reconcile book) {
        return new CardsResource(book.cards(), book.cardIssuing());
    }

    @Bean
    CardRulesResource cardRulesResource(Reconcile book) {
        return new CardRulesResource(book.cards());
    }

    @Bean
    WalletTokensResource walletTokensResource(Reconcile book) {
        return new WalletTokensResource(book.cards(), book.walletTokens());
    }

    @Bean
    PhysicalOrderResource physicalOrderResource(Reconcile book) {
        return new PhysicalOrderResource(book.cards(), book.physicalOrders());
    }

    @Bean
    PinBlockMeter pinBlockMeter(MeterRegistry meters) {
        return new PinBlockMeter(meters);
    }

    @Bean
    PinResource pinResource(Reconcile book, PinBlockMeter attempts) {
        return new PinResource(book.cards(), book.pins(), attempts);
    }

    @Bean
    TransactionsResource transactionsResource(Reconcile book) {
        return new TransactionsResource(book.transactions());
    }

    @Bean
    DisputesResource disputesResource(Reconcile book) {
        return new DisputesResource(book.disputes());
    }
}
