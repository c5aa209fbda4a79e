package dev.countersign.facade.console.access;

import dev.countersign.facade.console.session.ConsoleCookie;
import dev.countersign.facade.console.session.SessionTable;
import dev.countersign.facade.console.session.WriteSparingSessionRepository;
import dev.countersign.facade.local.BookSource;
import dev.countersign.facade.security.ForwardedNotice;
import dev.countersign.facade.security.KnownBrowser;
import dev.countersign.facade.security.RegisteredFilter;
import dev.countersign.facade.security.SourceLimit;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.domain.audit.SecurityEvent;
import dev.countersign.reconcile.domain.operator.Operator;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.Outages;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.dao.DaoAuthenticationProvider;
import org.springframework.security.config.annotation.authentication.builders.AuthenticationManagerBuilder;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.ExceptionTranslationFilter;
import org.springframework.security.web.authentication.ForwardAuthenticationFailureHandler;
import org.springframework.security.web.csrf.CsrfFilter;
import org.springframework.security.web.csrf.HttpSessionCsrfTokenRepository;
import org.springframework.session.Session;
import org.springframework.session.SessionRepository;
import org.springframework.session.jdbc.JdbcIndexedSessionRepository;
import org.springframework.session.web.http.SessionRepositoryFilter;

/** Wires who is let into the console, as Spring Security and Spring Session do it. */
@Configuration(proxyBeanMethods = false)
@Import({KnownBrowser.class, OperatorContexts.class, LoginPage.class})
public class AccessConfiguration {

    /** After the request has its id and before Spring Security. */
    private static final int SESSIONS_ORDER = 5;

    /** Of one address, behind which there may be a whole office. */
    private static final int BEGINNINGS_PER_MINUTE = 60;

    @Bean
    JdbcIndexedSessionRepository consoleSessions(BookSource book, ConsoleProperties settings) {
        return SessionTable.open(book.dataSource(), settings.sessionLife());
    }

    @Bean
    FilterRegistrationBean<SessionRepositoryFilter<?>> consoleSessionFilter(
            JdbcIndexedSessionRepository sessions,
            ConsoleProperties settings,
            InstantSource clock) {
        SessionRepositoryFilter<?> filter =
                filter(
                        new WriteSparingSessionRepository<>(
                                sessions, settings.sessionRest(), settings.sessionLife(), clock));
        return RegisteredFilter.of(filter, SESSIONS_ORDER, "/console", "/console/*");
    }

    private static <S extends Session> SessionRepositoryFilter<S> filter(
            SessionRepository<S> sessions) {
        SessionRepositoryFilter<S> filter = new SessionRepositoryFilter<>(sessions);
        filter.setHttpSessionIdResolver(new ConsoleCookie());
        return filter;
    }

    @Bean
    FilterRegistrationBean<DatabaseOutageFilter> consoleDatabaseTrouble(Outages outages) {
        return RegisteredFilter.of(
                new DatabaseOutageFilter(outages), SESSIONS_ORDER - 1, "/console", "/console/*");
    }

    /** Each of these makes a session of nobody's, or has the identity provider asked. */
    @Bean
    FilterRegistrationBean<SourceLimit> beginningLogins() {
        return RegisteredFilter.of(
                new SourceLimit(PageRoles.BEGINNING, BEGINNINGS_PER_MINUTE),
                SESSIONS_ORDER - 1,
                "/console/*");
    }

    /** Warns once of headers of a proxy, where the settings believe none. */
    @Bean
    @ConditionalOnExpression("'${server.forward-headers-strategy:none}'.equalsIgnoreCase('none')")
    FilterRegistrationBean<ForwardedNotice> forwardedNotice() {
        return RegisteredFilter.of(new ForwardedNotice(), SESSIONS_ORDER, LoginPage.LOGIN);
    }

    @Bean
    UserDetailsService operatorDetails(Console console) {
        return name ->
                (Operator.isName(name)
                                ? console.operators().find(name)
                                : Optional.<Operator>empty())
                        .map(OperatorDetails::new)
                        .orElseThrow(() -> new UsernameNotFoundException("no such operator"));
    }

    @Bean
    @Order(2)
    SecurityFilterChain consoleDoor(
            HttpSecurity http,
            Console console,
            UserDetailsService operators,
            PasswordEncoder encoder,
            OperatorContexts contexts,
            KnownBrowser browser,
            Database database,
            WorkCounts workCounts,
            ConsoleProperties settings,
            List<LoginMethod> extensions,
            InstantSource clock) {
        // A login that is refused here is asked for nowhere else.
        http.getSharedObject(AuthenticationManagerBuilder.class).parentAuthenticationManager(null);
        extensions.forEach(each -> each.extend(http));
        Refusals refusals = new Refusals(console.trail());
        return http.securityMatcher("/console", "/console/**")
                .authenticationProvider(
                        new LoginProvider(passwords(operators, encoder), console.attempts()))
                .headers(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .securityContext(context -> context.securityContextRepository(contexts))
                .sessionManagement(
                        sessions ->
                                sessions.sessionAuthenticationStrategy(
                                        OperatorContexts.NEW_SESSION))
                .csrf(
                        csrf ->
                                csrf.csrfTokenRepository(formTokens())
                                        .csrfTokenRequestHandler(new MaskedFormTokens())
                                        .requireCsrfProtectionMatcher(
                                                AccessConfiguration::isOfASession))
                .formLogin(
                        form ->
                                form.loginPage(LoginPage.LOGIN)
                                        .usernameParameter("name")
                                        .passwordParameter("password")
                                        .authenticationDetailsSource(KnownBrowser::origin)
                                        .successHandler(
                                                (request, response, in) -> {
                                                    rememberUnlessMoreIsAsked(
                                                            browser, in, request, response);
                                                    String next =
                                                            Refusals.ours(
                                                                    request.getParameter("next"));
                                                    Refusals.redirect(
                                                            response,
                                                            next == null ? "/console" : next);
                                                })
                                        .failureHandler(
                                                new ForwardAuthenticationFailureHandler(
                                                        LoginPage.FAILED)))
                .logout(
                        logout ->
                                logout.logoutUrl(LoginPage.LOGOUT)
                                        .addLogoutHandler(
                                                (request, response, operator) ->
                                                        logout(console, operator))
                                        .logoutSuccessHandler(
                                                (request, response, operator) ->
                                                        Refusals.redirect(
                                                                response,
                                                                LoginPage.LOGIN
                                                                        + Refusals.next(
                                                                                request, "?"))))
                .exceptionHandling(
                        failures ->
                                failures.authenticationEntryPoint(refusals)
                                        .accessDeniedHandler(refusals))
                .authorizeHttpRequests(PageRoles::require)
                .addFilterBefore(new FormChecks(), CsrfFilter.class)
                .addFilterAfter(
                        new OperatorRequestFilter(database, workCounts, settings, contexts, clock),
                        ExceptionTranslationFilter.class)
                .build();
    }

    /** Keeps a password alone from making a browser known. */
    private static void rememberUnlessMoreIsAsked(
            KnownBrowser browser,
            Authentication in,
            HttpServletRequest request,
            HttpServletResponse response) {
        if (in.getPrincipal() instanceof OperatorDetails details
                && !details.operator().secondFactor()) {
            browser.remember(in.getName(), request, response);
        }
    }

    private static void logout(Console console, @Nullable Authentication operator) {
        if (operator != null) {
            console.trail().record(SecurityEvent.LOGOUT, operator.getName(), "");
        }
    }

    private static AuthenticationProvider passwords(
            UserDetailsService operators, PasswordEncoder encoder) {
        DaoAuthenticationProvider passwords = new DaoAuthenticationProvider(operators);
        passwords.setPasswordEncoder(encoder);
        return passwords;
    }

    /** A form that a session's cookie came with; the login begins one. */
    private static boolean isOfASession(HttpServletRequest request) {
        return !FormChecks.isRead(request)
                && !PageRoles.isOpen(request.getRequestURI())
                && request.getSession(false) != null;
    }

    private static HttpSessionCsrfTokenRepository formTokens() {
        HttpSessionCsrfTokenRepository tokens = new HttpSessionCsrfTokenRepository();
        tokens.setParameterName("form_token");
        tokens.setHeaderName("X-Form-Token");
        tokens.setSessionAttributeName("form_token");
        return tokens;
    }
}
