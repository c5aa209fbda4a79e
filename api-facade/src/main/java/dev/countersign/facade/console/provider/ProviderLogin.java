package dev.countersign.facade.console.provider;

import static org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher.pathPattern;

import dev.countersign.facade.console.access.LoginMethod;
import dev.countersign.facade.console.access.Refusals;
import dev.countersign.facade.security.KnownBrowser;
import dev.countersign.reconcile.domain.operator.Operator;
import dev.countersign.reconcile.service.access.LoginAttempts;
import dev.countersign.reconcile.service.access.Operators;
import dev.countersign.reconcile.service.access.ProviderUsers;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.InstantSource;
import java.util.regex.Pattern;
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
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestRedirectFilter;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;

/** Lets operators in whom an identity provider knows; it is asked for first at the first login. */
record ProviderLogin(
        ProviderProperties settings,
        Operators operators,
        LoginAttempts attempts,
        KnownBrowser browser,
        ProviderUsers users,
        ProviderOutage outage,
        InstantSource clock)
        implements LoginMethod {

    private static final Logger log = LoggerFactory.getLogger(ProviderLogin.class);
    private static final String REGISTRATION = "provider";
    private static final String BEGIN = "/console/login/with";
    private static final String CALLBACK = "/console/login/oidc";
    private static final String LOGIN = "/console/login";
    private static final Pattern CODE = Pattern.compile("[a-z_]{1,40}");

    @Override
    public void extend(HttpSecurity http) {
        ClientRegistrationRepository provider =
                new SupplierClientRegistrationRepository(
                        () -> new InMemoryClientRegistrationRepository(discover()));
        http.addFilterBefore(
                new ProviderOutage.Door(
                        outage,
                        () -> provider.findByRegistrationId(REGISTRATION),
                        pathPattern(BEGIN + "/**"),
                        LOGIN + "?away"),
                OAuth2AuthorizationRequestRedirectFilter.class);
        http.oauth2Login(
                login ->
                        login.loginPage(LOGIN)
                                .clientRegistrationRepository(provider)
                                .authorizedClientRepository(new NoStoredTokens())
                                .authorizationEndpoint(
                                        begin ->
                                                begin.baseUri(BEGIN)
                                                        .authorizationRequestRepository(
                                                                new ReturnAddresses()))
                                .redirectionEndpoint(end -> end.baseUri(CALLBACK))
                                .userInfoEndpoint(
                                        info ->
                                                info.oidcUserService(
                                                        new ProviderOperators(
                                                                operators, settings, users, clock)))
                                .successHandler(this::logIn)
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

    private void logIn(
            HttpServletRequest request, HttpServletResponse response, Authentication operator) {
        String name = operator.getName();
        attempts.succeeded(name, KnownBrowser.origin(request), "oidc");
        if (operators.find(name).filter(Operator::secondFactor).isEmpty()) {
            browser.remember(name, request, response);
        }
        String next = ReturnAddresses.of(request);
        Refusals.redirect(response, next == null ? "/console" : next);
    }

    private void refuse(
            HttpServletRequest request,
            HttpServletResponse response,
            AuthenticationException exception)
            throws IOException {
        attempts.failed("", KnownBrowser.origin(request));
        if (ProviderOutage.isBehind(exception)) {
            outage.noteTrouble(exception);
            Refusals.redirect(response, LOGIN + "?away");
            return;
        }
        log.warn("a login through the identity provider failed: {}", code(exception));
        Refusals.redirect(response, LOGIN + "?refused");
    }

    /** The error by its code alone: the rest is text that the user's browser sent. */
    static String code(AuthenticationException exception) {
        String code =
                exception instanceof OAuth2AuthenticationException failure
                        ? failure.getError().getErrorCode()
                        : "";
        return CODE.matcher(code).matches() ? code : "an error without a code";
    }

    /** Returns the address at which a login by the provider begins. */
    static String address() {
        return BEGIN + "/" + REGISTRATION;
    }
}
