package dev.countersign.facade.security;

import dev.countersign.facade.error.ErrorResponses;
import dev.countersign.reconcile.service.access.ApiKeys;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Arrays;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.authentication.AuthenticationFilter;
import org.springframework.security.web.authentication.www.BasicAuthenticationFilter;

/** The door of the REST interface: a key of the base address that is called, and no session. */
public final class ApiSecurity {

    /** The contracts, open to all callers. */
    private static final String[] OPEN = {
        "/v1/openapi.yaml",
        "/v1/openapi.json",
        "/sandbox/v1/test_helpers/openapi.yaml",
        "/sandbox/v1/test_helpers/openapi.json"
    };

    private ApiSecurity() {}

    /** Builds it. */
    public static SecurityFilterChain of(
            HttpSecurity http, ApiKeys keys, RateLimit rate, InstantSource clock) {
        ApiKeyProvider provider = new ApiKeyProvider(keys);
        AuthenticationFilter authentication =
                new AuthenticationFilter(new ProviderManager(provider), provider);
        authentication.setRequestMatcher(request -> !isOpen(request));
        authentication.setSuccessHandler((request, response, key) -> {});
        authentication.setFailureHandler(ApiSecurity::refuse);
        return http.securityMatcher("/v1/**", "/sandbox/v1/**")
                .sessionManagement(
                        sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .headers(AbstractHttpConfigurer::disable)
                .csrf(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .anonymous(AbstractHttpConfigurer::disable)
                .addFilterAt(authentication, BasicAuthenticationFilter.class)
                .addFilterAfter(new KeyRequests(rate, clock), AuthorizationFilter.class)
                .authorizeHttpRequests(
                        requests ->
                                requests.requestMatchers(OPEN)
                                        .permitAll()
                                        .anyRequest()
                                        .authenticated())
                .build();
    }

    private static boolean isOpen(HttpServletRequest request) {
        return Arrays.asList(OPEN).contains(request.getRequestURI());
    }

    private static void refuse(
            HttpServletRequest request,
            HttpServletResponse response,
            AuthenticationException exception)
            throws IOException {
        if (!(exception instanceof ApiKeyRefusedException refused)) {
            throw exception;
        }
        ErrorResponses.write(refused.refusal(), response);
    }
}
