package dev.countersign.facade.rest;

import dev.countersign.facade.rest.error.ErrorResponses;
import dev.countersign.facade.security.ApiKeyFilter;
import dev.countersign.facade.security.RequestIds;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.service.RandomIds;
import java.time.InstantSource;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Wires the REST interface, where a process has one. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication
@Import(ErrorResponses.class)
public class RestConfiguration {

    @Bean
    FilterRegistrationBean<RequestIds> requestIds(InstantSource clock) {
        FilterRegistrationBean<RequestIds> registration =
                new FilterRegistrationBean<>(new RequestIds(new RandomIds(), clock));
        registration.addUrlPatterns("/*");
        registration.setOrder(1);
        return registration;
    }

    @Bean
    FilterRegistrationBean<ApiKeyFilter> apiKeys(Reconcile reconcile) {
        FilterRegistrationBean<ApiKeyFilter> registration =
                new FilterRegistrationBean<>(new ApiKeyFilter(reconcile.apiKeys()));
        registration.addUrlPatterns("/v1/*", "/sandbox/v1/*");
        registration.setOrder(2);
        return registration;
    }

    @Bean
    TransactionsResource transactionsResource(Reconcile reconcile) {
        return new TransactionsResource(reconcile.transactions());
    }
}
