package dev.countersign.reconcile.domain.operator;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The roles that one person holds, at least one.
 *
 * @param held in the order of {@link OperatorRole}
 */
public record OperatorRoles(Set<OperatorRole> held) {

    public OperatorRoles {
        if (held.isEmpty()) {
            throw new IllegalArgumentException("a person at the console holds a role");
        }
        held = Collections.unmodifiableSet(EnumSet.copyOf(held));
    }

    public static OperatorRoles of(OperatorRole... roles) {
        return new OperatorRoles(Set.copyOf(Arrays.asList(roles)));
    }

    public static OperatorRoles of(Collection<OperatorRole> roles) {
        return new OperatorRoles(Set.copyOf(roles));
    }

    /** True when one of the roles is enough for what this one is needed for. */
    public boolean include(OperatorRole needed) {
        return held.stream().anyMatch(each -> each.includes(needed));
    }

    /** True when this one itself is held. */
    public boolean hold(OperatorRole role) {
        return held.contains(role);
    }

    /** True when these allow something that the others do not. */
    public boolean exceed(OperatorRoles others) {
        return held.stream().anyMatch(each -> !others.include(each));
    }

    public List<String> names() {
        return held.stream().map(OperatorRole::wire).toList();
    }

    @Override
    public String toString() {
        return held.stream().map(OperatorRole::wire).collect(Collectors.joining(", "));
    }
}
