package dev.countersign.facade.console.provider;

import dev.countersign.reconcile.domain.operator.OperatorRole;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * Settings of the identity provider that operators log in by; see security.md.
 *
 * @param issuer address of the provider, as its tokens name it; where it is not set, there is none
 * @param clientId name by which the provider knows this console
 * @param clientSecret secret that the provider gave with that; from the environment or a file
 * @param label text on the button of the login page
 * @param nameClaim claim that has the operator's name
 * @param roles role that a value of the roles claim stands for, by value; where it is not set,
 *     roles stay as they are here
 * @param rolesClaim claim whose values stand for roles, such as groups
 * @param createOperators whether a first login makes an operator of a person who is none yet
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
        Assert.isTrue(
                issuer == null || (!clientId.isBlank() && !clientSecret.isBlank()),
                "countersign.console.oidc.issuer needs client-id and client-secret too");
        Assert.isTrue(
                issuer == null
                        || issuer.startsWith("https://")
                        || issuer.matches("http://(localhost|127\\.0\\.0\\.1)(:[0-9]+)?(/.*)?"),
                "countersign.console.oidc.issuer is an address with https");
        Assert.isTrue(
                !createOperators || !roles.isEmpty(),
                "countersign.console.oidc.create-operators needs roles: a user becomes an"
                        + " operator only with one");
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
