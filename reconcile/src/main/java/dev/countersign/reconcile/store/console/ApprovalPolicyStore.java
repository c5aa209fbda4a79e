package dev.countersign.reconcile.store.console;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.breaks.ResolutionPolicy;
import dev.countersign.reconcile.domain.breaks.Severity;
import dev.countersign.reconcile.domain.operator.ApprovalPolicy;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/** The rules of what takes two operators, each since a start. */
public final class ApprovalPolicyStore {

    private static final Function<String, Optional<OperatorRole>> ROLE =
            Wire.reader(OperatorRole.class);

    /** Finds the newest rules. */
    public Optional<ApprovalPolicy> find(Handle handle) {
        return handle.createQuery(
                        """
                        select independence_ms,
                               resolve_together_from,
                               alone_max_currencies,
                               alone_max_minor,
                               second_factor_roles
                          from approval_policy
                         order by number desc
                         limit 1
                        """)
                .map((row, context) -> read(row))
                .findOne();
    }

    /** Adds rules, which are the newest from now on. */
    public void insert(Handle handle, ApprovalPolicy policy, Instant now) {
        List<Map.Entry<String, Long>> aloneMax =
                List.copyOf(policy.resolution().aloneMaxMinor().entrySet());
        handle.createUpdate(
                        """
                        insert into approval_policy (since, independence_ms, resolve_together_from,
                                                     alone_max_currencies, alone_max_minor,
                                                     second_factor_roles)
                        values (:since, :independenceMs, :togetherFrom, :currencies, :minor, :roles)
                        """)
                .bind("since", now)
                .bind("independenceMs", policy.independence().toMillis())
                .bind("togetherFrom", policy.resolution().togetherFrom().wire())
                .bindArray(
                        "currencies",
                        String.class,
                        aloneMax.stream().map(Map.Entry::getKey).toList())
                .bindArray("minor", Long.class, aloneMax.stream().map(Map.Entry::getValue).toList())
                .bindArray(
                        "roles",
                        String.class,
                        policy.secondFactorRoles().stream().map(OperatorRole::wire).toList())
                .execute();
    }

    private static ApprovalPolicy read(ResultSet row) throws SQLException {
        String[] currencies = (String[]) row.getArray("alone_max_currencies").getArray();
        Long[] minor = (Long[]) row.getArray("alone_max_minor").getArray();
        Map<String, Long> aloneMax = new HashMap<>();
        for (int i = 0; i < currencies.length; i++) {
            aloneMax.put(currencies[i], minor[i]);
        }
        String[] roles = (String[]) row.getArray("second_factor_roles").getArray();
        return new ApprovalPolicy(
                Duration.ofMillis(row.getLong("independence_ms")),
                new ResolutionPolicy(
                        Rows.wire(row, "resolve_together_from", Severity.class), aloneMax),
                Arrays.stream(roles)
                        .map(role -> ROLE.apply(role).orElseThrow())
                        .collect(Collectors.toSet()));
    }
}
