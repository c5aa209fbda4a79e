package dev.countersign.facade.console.factor;

import static org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher.pathPattern;

import dev.countersign.facade.console.access.LoginMethod;
import dev.countersign.facade.console.access.OperatorContexts;
import dev.countersign.facade.security.KnownBrowser;
import dev.countersign.reconcile.service.access.LoginAttempts;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedRuntimeException;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.DisabledException;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.authority.FactorGrantedAuthority;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.authentication.www.BasicAuthenticationFilter;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.security.web.webauthn.api.AuthenticatorSelectionCriteria;
import org.springframework.security.web.webauthn.api.PublicKeyCredentialRpEntity;
import org.springframework.security.web.webauthn.api.ResidentKeyRequirement;
import org.springframework.security.web.webauthn.api.UserVerificationRequirement;
import org.springframework.security.web.webauthn.authentication.PublicKeyCredentialRequestOptionsFilter;
import org.springframework.security.web.webauthn.authentication.WebAuthnAuthenticationFilter;
import org.springframework.security.web.webauthn.authentication.WebAuthnAuthenticationProvider;
import org.springframework.security.web.webauthn.management.PublicKeyCredentialUserEntityRepository;
import org.springframework.security.web.webauthn.management.Webauthn4JRelyingPartyOperations;
import org.springframework.security.web.webauthn.registration.PublicKeyCredentialCreationOptionsFilter;
import org.springframework.security.web.webauthn.registration.WebAuthnRegistrationFilter;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ContentCachingResponseWrapper;

/**
 * Lets operators log in with a passkey, and add some. The device asks for a finger, a face or a PIN
 * each time, so that a passkey is two factors at once.
 */
final class PasskeyLogin implements LoginMethod {

    private static final Logger log = LoggerFactory.getLogger(PasskeyLogin.class);
    private static final String LOGIN = "/console/login/passkey";
    private static final String ADDITION = OperatorContexts.ACCOUNT + "/passkeys";

    private final AuditedPasskeys passkeys;
    private final Webauthn4JRelyingPartyOperations operations;
    private final PasskeyChallenges challenges;
    private final UserDetailsService operators;
    private final LoginAttempts attempts;
    private final KnownBrowser browser;
    private final OperatorContexts contexts;

    PasskeyLogin(
            AuditedPasskeys passkeys,
            PublicKeyCredentialUserEntityRepository owners,
            String domain,
            Set<String> origins,
            UserDetailsService operators,
            LoginAttempts attempts,
            KnownBrowser browser,
            OperatorContexts contexts) {
        this.browser = browser;
        this.passkeys = passkeys;
        this.operations = operations(passkeys, owners, domain, origins);
        this.challenges = new PasskeyChallenges(operations);
        this.operators =
                name -> {
                    UserDetails operator = operators.loadUserByUsername(name);
                    if (!operator.isEnabled()) {
                        throw new DisabledException("the operator is disabled");
                    }
                    return operator;
                };
        this.attempts = attempts;
        this.contexts = contexts;
    }

    private static Webauthn4JRelyingPartyOperations operations(
            AuditedPasskeys passkeys,
            PublicKeyCredentialUserEntityRepository owners,
            String domain,
            Set<String> origins) {
        PublicKeyCredentialRpEntity party =
                PublicKeyCredentialRpEntity.builder().id(domain).name("Countersign").build();
        Webauthn4JRelyingPartyOperations operations =
                new Webauthn4JRelyingPartyOperations(owners, passkeys, party, origins);
        operations.setCustomizeCreationOptions(
                options ->
                        options.authenticatorSelection(
                                AuthenticatorSelectionCriteria.builder()
                                        .userVerification(UserVerificationRequirement.REQUIRED)
                                        .residentKey(ResidentKeyRequirement.REQUIRED)
                                        .build()));
        operations.setCustomizeRequestOptions(
                options -> options.userVerification(UserVerificationRequirement.REQUIRED));
        return operations;
    }

    @Override
    public void extend(HttpSecurity http) {
        PublicKeyCredentialRequestOptionsFilter asks =
                new PublicKeyCredentialRequestOptionsFilter(operations);
        asks.setRequestMatcher(pathPattern(HttpMethod.POST, LOGIN + "/options"));
        asks.setRequestOptionsRepository(challenges.ofLogins());
        PublicKeyCredentialCreationOptionsFilter offers =
                new PublicKeyCredentialCreationOptionsFilter(operations);
        offers.setRequestMatcher(pathPattern(HttpMethod.POST, ADDITION + "/options"));
        offers.setCreationOptionsRepository(challenges.ofAdditions());
        WebAuthnRegistrationFilter additions = new WebAuthnRegistrationFilter(passkeys, operations);
        additions.setRegisterCredentialMatcher(pathPattern(HttpMethod.POST, ADDITION));
        additions.setRemoveCredentialMatcher(request -> false);
        additions.setCreationOptionsRepository(challenges.ofAdditions());
        http.addFilterBefore(logins(), BasicAuthenticationFilter.class)
                .addFilterAfter(asks, AuthorizationFilter.class)
                .addFilterAfter(offers, AuthorizationFilter.class)
                .addFilterAfter(new AddedPasskeyFilter(contexts), AuthorizationFilter.class)
                .addFilterAfter(additions, AuthorizationFilter.class);
    }

    /** A session in which a passkey was added has been given it. */
    private static final class AddedPasskeyFilter extends OncePerRequestFilter {

        private static final RequestMatcher ADDITIONS = pathPattern(HttpMethod.POST, ADDITION);

        private final OperatorContexts contexts;

        private AddedPasskeyFilter(OperatorContexts contexts) {
            this.contexts = contexts;
        }

        @Override
        protected void doFilterInternal(
                HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws ServletException, IOException {
            if (!ADDITIONS.matches(request)) {
                chain.doFilter(request, response);
                return;
            }
            ContentCachingResponseWrapper held = new ContentCachingResponseWrapper(response);
            try {
                chain.doFilter(request, held);
            } catch (NestedRuntimeException e) {
                throw e;
            } catch (RuntimeException e) {
                log.info("a passkey was not added: {}", e.getMessage());
                response.setStatus(HttpStatus.UNPROCESSABLE_CONTENT.value());
                return;
            }
            if (held.getStatus() == HttpStatus.OK.value()) {
                contexts.addFactor(FactorGrantedAuthority.WEBAUTHN_AUTHORITY, request, response);
            }
            held.copyBodyToResponse();
        }
    }

    private WebAuthnAuthenticationFilter logins() {
        WebAuthnAuthenticationFilter logins = new WebAuthnAuthenticationFilter();
        logins.setRequiresAuthenticationRequestMatcher(pathPattern(HttpMethod.POST, LOGIN));
        logins.setRequestOptionsRepository(challenges.ofLogins());
        logins.setAuthenticationManager(
                new ProviderManager(new WebAuthnAuthenticationProvider(operations, operators)));
        logins.setSecurityContextRepository(contexts);
        logins.setSessionAuthenticationStrategy(OperatorContexts.NEW_SESSION);
        logins.setAuthenticationSuccessHandler(this::logIn);
        logins.setAuthenticationFailureHandler(this::refuse);
        return logins;
    }

    private void logIn(
            HttpServletRequest request, HttpServletResponse response, Authentication operator) {
        attempts.succeeded(operator.getName(), KnownBrowser.origin(request), "passkey");
        browser.remember(operator.getName(), request, response);
        response.setStatus(HttpStatus.NO_CONTENT.value());
    }

    private void refuse(
            HttpServletRequest request,
            HttpServletResponse response,
            AuthenticationException exception)
            throws IOException {
        attempts.failed("", KnownBrowser.origin(request));
        response.setStatus(HttpStatus.UNAUTHORIZED.value());
    }
}
