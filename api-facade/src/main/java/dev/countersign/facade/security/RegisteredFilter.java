package dev.countersign.facade.security;

import jakarta.servlet.Filter;
import org.springframework.boot.web.servlet.FilterRegistrationBean;

/** A filter of the web server, with its place among the others and the addresses that it is for. */
public final class RegisteredFilter {

    private RegisteredFilter() {}

    /** Registers a filter; the lower its order, the sooner it sees a request. */
    public static <T extends Filter> FilterRegistrationBean<T> of(
            T filter, int order, String... patterns) {
        FilterRegistrationBean<T> registration = new FilterRegistrationBean<>(filter);
        registration.addUrlPatterns(patterns);
        registration.setOrder(order);
        return registration;
    }
}
