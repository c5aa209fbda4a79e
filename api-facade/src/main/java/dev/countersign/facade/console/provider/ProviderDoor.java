package dev.countersign.facade.console.provider;

import dev.countersign.facade.console.access.DoorExtension;
import dev.countersign.facade.console.access.Refusals;
import dev.countersign.reconcile.service.LoginAttempts;
import dev.countersign.reconcile.service.Operators;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.registration.ClientRegistrations;
import org.springframework.security.oauth2.client.registration.InMemoryClientRegistrationRepository;
import org.springframework.security.oauth2.client.registration.SupplierClientRegistrationRepository;

/** Lets operators in whom an identity provider knows; it is asked for first at the first login. */
final class ProviderDoor implements DoorExtension {

    private static final Logger log = LoggerFactory.getLogger(ProviderDoor.class);
    private static final String REGISTRATION = "provider";
    private static final String BEGIN = "/console/login/with";
    private static final String CALLBACK = "/console/login/oidc";

    private final ProviderProperties settings;
    private final Operators operators;
    private final LoginAttempts attempts;
    private final InstantSource clock;

    ProviderDoor(
            ProviderProperties settings,
            Operators operators,
            LoginAttempts attempts,
            InstantSource clock) {
        this.clock = clock;
        this.settings = settings;
        this.operators = operators;
        this.attempts = attempts;
    }

    @Override
    public void extend(HttpSecurity http) {
        ClientRegistrationRepository provider =
                new SupplierClientRegistrationRepository(
                        () -> new InMemoryClientRegistrationRepository(discover()));
        http.oauth2Login(
                login ->
                        login.loginPage("/console/login")
                                .clientRegistrationRepository(provider)
                                .authorizedClientRepository(new NoStoredTokens())
                                .authorizationEndpoint(
                                        begin ->
                                                begin.baseUri(BEGIN)
                                                        .authorizationRequestRepository(
                                                                new ReturnAddresses()))
                                .redirectionEndpoint(end -> end.baseUri(CALLBACK))
                                .userInfoEndpoint(
                                        users ->
                                                users.oidcUserService(
                                                        new ProviderOperators(
                                                                operators, settings, clock)))
                                .successHandler(this::letIn)
                                .failureHandler(this::refuse));
    }

    private ClientRegistration discover() {
        return ClientRegistrations.fromIssuerLocation(String.valueOf(settings.issuer()))
                .registrationId(REGISTRATION)
                .clientId(settings.clientId())
                .clientSecret(settings.clientSecret())
                .scope("openid", "profile")
                .redirectUri("{baseUrl}" + CALLBACK)
                .build();
    }

    private void letIn(
            HttpServletRequest request, HttpServletResponse response, Authentication operator) {
        attempts.succeeded(operator.getName(), request.getRemoteAddr(), "oidc");
        String next = ReturnAddresses.of(request);
        Refusals.redirect(response, next == null ? "/console" : next);
    }

    private void refuse(
            HttpServletRequest request,
            HttpServletResponse response,
            AuthenticationException exception)
            throws IOException {
        log.warn("the identity provider let nobody in: {}", exception.getMessage());
        attempts.failed("", request.getRemoteAddr());
        Refusals.redirect(response, "/console/login?refused");
    }

    /** Where a login by the provider begins. */
    static String address() {
        return BEGIN + "/" + REGISTRATION;
    }
}
