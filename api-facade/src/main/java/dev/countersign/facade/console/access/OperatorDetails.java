package dev.countersign.facade.console.access;

import dev.countersign.reconcile.domain.operator.Operator;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import java.util.Arrays;
import java.util.List;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.userdetails.UserDetails;

/**
 * An operator in the terms of Spring Security.
 *
 * @param operator as the database had them when they were read
 */
record OperatorDetails(Operator operator) implements UserDetails {

    private static final long serialVersionUID = 1L;
    private static final String PREFIX = "ROLE_";

    /** The authority that holders of a role, or of one that includes it, have. */
    static String authority(OperatorRole role) {
        return PREFIX + role.name();
    }

    /** The name outside of the role that an authority stands for. */
    static String role(String authority) {
        return OperatorRole.valueOf(authority.substring(PREFIX.length())).wire();
    }

    @Override
    public List<GrantedAuthority> getAuthorities() {
        return Arrays.stream(OperatorRole.values())
                .filter(operator.roles()::include)
                .<GrantedAuthority>map(role -> new SimpleGrantedAuthority(authority(role)))
                .toList();
    }

    @Override
    public String getUsername() {
        return operator.name();
    }

    @Override
    public String getPassword() {
        return operator.passwordHash();
    }

    @Override
    public boolean isEnabled() {
        return !operator.disabled();
    }

    @Override
    public String toString() {
        return operator.name();
    }
}
