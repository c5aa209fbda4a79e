package dev.countersign.facade.console.access;

import dev.countersign.reconcile.domain.operator.OperatorRole;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AuthorizeHttpRequestsConfigurer;

/**
 * The table of what each page and each form needs; the first row that fits counts. Whoever is
 * logged in may look at all other pages, and a form that no row names needs an operator.
 */
final class PageRoles {

    /** Pages for those who are not logged in. */
    private static final String[] OPEN = {
        "/console/assets/*.css",
        "/console/assets/*.js",
        "/console/assets/*.svg",
        LoginPage.LOGIN,
        LoginPage.LOGIN + "/passkey",
        LoginPage.LOGIN + "/passkey/options",
        LoginPage.LOGIN + "/with/provider",
        LoginPage.LOGIN + "/oidc"
    };

    /** Addresses at which logins begin that a device or an identity provider answers. */
    static final Set<String> BEGINNING =
            Set.of(
                    LoginPage.LOGIN + "/passkey",
                    LoginPage.LOGIN + "/passkey/options",
                    LoginPage.LOGIN + "/with/provider",
                    LoginPage.LOGIN + "/oidc");

    /** Pages of an operator's own account, for every role. */
    private static final String[] OWN = {
        LoginPage.LOGOUT,
        LoginPage.PASSWORD,
        OperatorContexts.ACCOUNT + "/**",
        "/console/*/account/**",
        OperatorContexts.SECOND_FACTOR
    };

    private static final List<Row> TABLE =
            List.of(
                    page("/console/*/operators*/**", OperatorRole.ADMINISTRATOR),
                    page("/console/*/keys*/**", OperatorRole.ADMINISTRATOR),
                    page("/console/*/card-keys*/**", OperatorRole.ADMINISTRATOR),
                    form("/console/*/breaks/*/write-off/refuse", OperatorRole.OPERATOR),
                    form("/console/*/breaks/*/write-off/**", OperatorRole.FINANCE),
                    form("/console/*/nights/*/prove", OperatorRole.OPERATOR),
                    form("/console/*/nights/**", OperatorRole.FINANCE),
                    form("/console/*/months/**", OperatorRole.FINANCE),
                    form("/console/*/bank/**", OperatorRole.FINANCE),
                    form("/console/*/currencies/**", OperatorRole.FINANCE),
                    form("/console/*/funding/**", OperatorRole.FINANCE),
                    form("/console/**", OperatorRole.OPERATOR));

    private PageRoles() {}

    /**
     * A row of the table.
     *
     * @param method null where the page and its forms need the same
     */
    private record Row(@Nullable HttpMethod method, String pattern, OperatorRole role) {}

    private static Row page(String pattern, OperatorRole role) {
        return new Row(null, pattern, role);
    }

    private static Row form(String pattern, OperatorRole role) {
        return new Row(HttpMethod.POST, pattern, role);
    }

    /** True for a page of those who are not logged in. */
    static boolean isOpen(String path) {
        return Arrays.asList(OPEN).contains(path);
    }

    /** Has the framework check the table. */
    static void require(
            AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry
                    requests) {
        requests.requestMatchers(OPEN).permitAll().requestMatchers(OWN).authenticated();
        for (Row row : TABLE) {
            var matched =
                    row.method() == null
                            ? requests.requestMatchers(row.pattern())
                            : requests.requestMatchers(row.method(), row.pattern());
            matched.hasAuthority(OperatorDetails.authority(row.role()));
        }
        requests.anyRequest().authenticated();
    }
}
