package dev.countersign.facade.console.access;

import dev.countersign.reconcile.domain.operator.Operator;
import dev.countersign.reconcile.service.access.Operators;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.FactorGrantedAuthority;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.web.authentication.session.SessionAuthenticationStrategy;
import org.springframework.security.web.context.HttpRequestResponseHolder;
import org.springframework.security.web.context.SecurityContextRepository;
import org.springframework.session.FindByIndexNameSessionRepository;

/**
 * Remembers in a session who logged in, by which factors, and the version of their access; all else
 * is read anew with each request. An operator who is disabled, or has other roles or another
 * password since the login, is logged in no longer.
 */
public final class OperatorContexts implements SecurityContextRepository {

    /** The page that asks for a second factor. */
    public static final String SECOND_FACTOR = "/console/second-factor";

    /** The page on which operators look after what is their own. */
    public static final String ACCOUNT = "/console/account";

    /** The authority of a session in which a one-time password was given. */
    public static final String TOTP = "FACTOR_TOTP";

    /** Begins a session for each login, whatever there was before. */
    public static final SessionAuthenticationStrategy NEW_SESSION =
            (in, request, response) -> {
                HttpSession before = request.getSession(false);
                if (before != null) {
                    before.invalidate();
                }
            };

    /** The authority of a session whose provider asked for several factors. */
    public static final String PROVIDER = "FACTOR_PROVIDER";

    /** After a login one may change for so long what one logs in with. */
    private static final Duration FRESH_MAX = Duration.ofMinutes(10);

    private static final String NAME = FindByIndexNameSessionRepository.PRINCIPAL_NAME_INDEX_NAME;
    private static final String VERSION = "access_version";
    private static final String FACTORS = "factors";

    private final Operators operators;
    private final InstantSource clock;

    OperatorContexts(Operators operators, InstantSource clock) {
        this.operators = operators;
        this.clock = clock;
    }

    @Override
    @SuppressWarnings("deprecation")
    public SecurityContext loadContext(HttpRequestResponseHolder holder) {
        return load(holder.getRequest());
    }

    private SecurityContext load(HttpServletRequest request) {
        HttpSession session = request.getSession(false);
        String name = session == null ? null : (String) session.getAttribute(NAME);
        if (session == null || name == null) {
            return SecurityContextHolder.createEmptyContext();
        }
        Operator operator =
                operators
                        .find(name)
                        .filter(found -> !found.disabled())
                        .filter(found -> version(found).equals(session.getAttribute(VERSION)))
                        .orElse(null);
        if (operator == null) {
            session.invalidate();
            return SecurityContextHolder.createEmptyContext();
        }
        OperatorDetails details = new OperatorDetails(operator);
        List<GrantedAuthority> authorities = new ArrayList<>(details.getAuthorities());
        authorities.addAll(factors((String) session.getAttribute(FACTORS)));
        return new SecurityContextImpl(
                UsernamePasswordAuthenticationToken.authenticated(details, null, authorities));
    }

    @Override
    public void saveContext(
            SecurityContext context, HttpServletRequest request, HttpServletResponse response) {
        Authentication authentication = context.getAuthentication();
        if (authentication == null || authentication instanceof AnonymousAuthenticationToken) {
            HttpSession session = request.getSession(false);
            if (session != null) {
                session.removeAttribute(NAME);
            }
            return;
        }
        Operator operator =
                authentication.getPrincipal() instanceof OperatorDetails details
                        ? details.operator()
                        : operators.find(authentication.getName()).orElseThrow();
        HttpSession session = request.getSession();
        session.setAttribute(NAME, operator.name());
        session.setAttribute(VERSION, version(operator));
        session.setAttribute(
                FACTORS,
                authentication.getAuthorities().stream()
                        .filter(FactorGrantedAuthority.class::isInstance)
                        .map(FactorGrantedAuthority.class::cast)
                        .map(each -> each.getAuthority() + "=" + each.getIssuedAt())
                        .collect(Collectors.joining(" ")));
    }

    /** Adds a factor that the operator who is logged in just gave; another session begins. */
    public void addFactor(
            String authority, HttpServletRequest request, HttpServletResponse response) {
        HttpSession session = request.getSession();
        String factors = (String) session.getAttribute(FACTORS);
        session.setAttribute(FACTORS, factors + " " + authority + "=" + clock.instant());
        request.changeSessionId();
    }

    /**
     * True where the operator who asks gave a password, or something like it, a while ago at most.
     */
    public boolean isFresh(Authentication operator) {
        Instant since = clock.instant().minus(FRESH_MAX);
        return operator.getAuthorities().stream()
                .filter(FactorGrantedAuthority.class::isInstance)
                .map(FactorGrantedAuthority.class::cast)
                .anyMatch(each -> each.getIssuedAt().isAfter(since));
    }

    /** Begins another session of an operator who is logged in, whose access just changed. */
    void renew(Operator operator, HttpServletRequest request, HttpServletResponse response) {
        HttpSession before = request.getSession(false);
        List<GrantedAuthority> authorities =
                new ArrayList<>(new OperatorDetails(operator).getAuthorities());
        if (before != null) {
            authorities.addAll(factors((String) before.getAttribute(FACTORS)));
            before.invalidate();
        }
        saveContext(
                new SecurityContextImpl(
                        UsernamePasswordAuthenticationToken.authenticated(
                                new OperatorDetails(operator), null, authorities)),
                request,
                response);
    }

    @Override
    public boolean containsContext(HttpServletRequest request) {
        HttpSession session = request.getSession(false);
        return session != null && session.getAttribute(NAME) != null;
    }

    private static String version(Operator operator) {
        return String.valueOf(operator.accessVersion());
    }

    private static List<FactorGrantedAuthority> factors(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return List.of();
        }
        return Arrays.stream(text.split(" ", -1))
                .map(each -> each.split("=", 2))
                .map(
                        each ->
                                FactorGrantedAuthority.withAuthority(each[0])
                                        .issuedAt(Instant.parse(each[1]))
                                        .build())
                .toList();
    }
}
