package dev.countersign.facade.console.provider;

import dev.countersign.facade.console.access.OperatorContexts;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.audit.ActorKind;
import dev.countersign.reconcile.domain.audit.AuditAction;
import dev.countersign.reconcile.domain.operator.Operator;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.domain.operator.OperatorRoles;
import dev.countersign.reconcile.service.AuditContext;
import dev.countersign.reconcile.service.access.Operators;
import dev.countersign.reconcile.service.access.ProviderUsers;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.FactorGrantedAuthority;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserRequest;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserService;
import org.springframework.security.oauth2.client.userinfo.OAuth2UserService;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.oidc.user.DefaultOidcUser;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/** The operator that a provider's user is: known here by the name, in the roles that it tells. */
record ProviderOperators(
        Operators operators, ProviderProperties settings, ProviderUsers users, InstantSource clock)
        implements OAuth2UserService<OidcUserRequest, OidcUser> {

    private static final OidcUserService PROVIDER = new OidcUserService();

    @Override
    public OidcUser loadUser(OidcUserRequest request) {
        OidcUser user = PROVIDER.loadUser(request);
        String name = user.getClaimAsString(settings.nameClaim());
        if (name == null || !Operator.isName(name)) {
            throw refused("no_name");
        }
        Set<OperatorRole> roles = roles(user);
        Operator operator = operators.find(name).orElse(null);
        if (operator != null && operator.disabled()) {
            throw refused("operator_disabled");
        }
        String issuer = String.valueOf(user.getIssuer());
        String subject = String.valueOf(user.getSubject());
        if (!users.admits(name, issuer, subject)) {
            throw refused("another_user");
        }
        if (operator != null && hasLostAllRoles(roles) && users.isBound(name, issuer, subject)) {
            dismiss(name);
        }
        keep(name, operator, roles);
        if (!users.bind(name, issuer, subject)) {
            throw refused("another_user");
        }
        List<GrantedAuthority> authorities = new ArrayList<>();
        authorities.add(
                FactorGrantedAuthority.fromAuthority(
                        FactorGrantedAuthority.AUTHORIZATION_CODE_AUTHORITY));
        List<String> methods = user.getClaimAsStringList("amr");
        if (methods != null && methods.contains("mfa")) {
            authorities.add(FactorGrantedAuthority.fromAuthority(OperatorContexts.PROVIDER));
        }
        return new DefaultOidcUser(
                authorities, user.getIdToken(), user.getUserInfo(), settings.nameClaim());
    }

    private Set<OperatorRole> roles(OidcUser user) {
        Object claim = user.getClaims().get(settings.rolesClaim());
        return settings.rolesOf(
                claim instanceof Collection<?> values
                        ? values
                        : claim == null ? List.of() : List.of(claim));
    }

    private boolean hasLostAllRoles(Set<OperatorRole> roles) {
        return !settings.roles().isEmpty() && roles.isEmpty();
    }

    /** Disables an operator who lost all roles at the provider and ends their sessions. */
    private void dismiss(String name) {
        try {
            as("operator.disable", name, null, () -> operators.disable(name));
        } catch (RequestRefusedException lastAdministrator) {
            operators.endSessions(name);
        }
    }

    private void keep(String name, @Nullable Operator operator, Set<OperatorRole> roles) {
        boolean mapped = !settings.roles().isEmpty();
        if (hasLostAllRoles(roles)) {
            throw refused("no_role");
        }
        if (operator == null && !settings.createOperators()) {
            throw refused("no_operator");
        }
        try {
            OperatorRoles granted = OperatorRoles.of(roles);
            if (operator == null) {
                as(
                        "operator.create",
                        name,
                        granted,
                        () -> operators.createWithoutPassword(name, granted));
            } else if (mapped && !operator.roles().equals(granted)) {
                as("operator.set_roles", name, granted, () -> operators.setRoles(name, granted));
            }
        } catch (RequestRefusedException refused) {
            throw refused("operator_refused");
        }
    }

    /**
     * Makes a change that follows from the provider's word, and records it on the audit trail as
     * the provider's.
     */
    private void as(String action, String name, @Nullable OperatorRoles roles, Runnable work) {
        AuditAction done =
                new AuditAction(
                        ActorKind.PROVIDER,
                        String.valueOf(settings.issuer()),
                        action,
                        name,
                        roles == null ? "" : roles.toString());
        AuditContext context = AuditContext.as(done, clock.instant());
        try (context) {
            work.run();
        }
    }

    private static OAuth2AuthenticationException refused(String code) {
        return new OAuth2AuthenticationException(new OAuth2Error(code), code);
    }
}
