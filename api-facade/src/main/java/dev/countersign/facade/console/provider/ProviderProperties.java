package dev.countersign.facade.console.provider;

import dev.countersign.reconcile.domain.operator.OperatorRole;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * An identity provider that operators log in by.
 *
 * @param issuer its address, as its tokens name it; null for none
 * @param clientId by which it knows this console
 * @param clientSecret which it gave with that; from the environment or a file
 * @param label on the button of the login page
 * @param nameClaim the claim that has the operator's name here
 * @param rolesClaim the claim whose values stand for roles, such as groups
 * @param roles the role that each value of that claim stands for; none to leave roles as they are
 *     here
 * @param createOperators whether somebody who is no operator yet becomes one by a first login
 */
@ConfigurationProperties("countersign.console.oidc")
record ProviderProperties(
        @Nullable String issuer,
        @DefaultValue("") String clientId,
        @DefaultValue("") String clientSecret,
        @DefaultValue("identity provider") String label,
        @DefaultValue("preferred_username") String nameClaim,
        @DefaultValue("groups") String rolesClaim,
        @DefaultValue Map<String, OperatorRole> roles,
        @DefaultValue("false") boolean createOperators) {

    ProviderProperties {
        roles = Map.copyOf(roles);
        if (issuer != null && (clientId.isBlank() || clientSecret.isBlank())) {
            throw new IllegalArgumentException(
                    "countersign.console.oidc.issuer needs client-id and client-secret too");
        }
        if (issuer != null
                && !issuer.startsWith("https://")
                && !issuer.matches("http://(localhost|127\\.0\\.0\\.1)(:[0-9]+)?(/.*)?")) {
            throw new IllegalArgumentException(
                    "countersign.console.oidc.issuer is an address with https");
        }
        if (createOperators && roles.isEmpty()) {
            throw new IllegalArgumentException(
                    "countersign.console.oidc.create-operators needs roles: nobody becomes an"
                            + " operator without one");
        }
    }

    /** The roles that the values of the claim stand for. */
    Set<OperatorRole> rolesOf(Iterable<?> values) {
        Set<OperatorRole> found = EnumSet.noneOf(OperatorRole.class);
        for (Object value : values) {
            OperatorRole role = roles.get(String.valueOf(value));
            if (role != null) {
                found.add(role);
            }
        }
        return found;
    }

    @Override
    public String toString() {
        return "identity provider " + issuer;
    }
}
