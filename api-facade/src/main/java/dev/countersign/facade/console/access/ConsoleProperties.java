package dev.countersign.facade.console.access;

import dev.countersign.reconcile.domain.operator.OperatorRole;
import java.time.Duration;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The console's settings.
 *
 * @param passwordStrength of bcrypt, 4 to 31: each more doubles the work of a login
 * @param sessionRest after which a session that nobody uses is over
 * @param sessionLife after which a session is over, however it is used
 * @param secondFactorRoles the roles that nobody has the use of without a second factor
 * @param failuresPerOperator as many logins of one name may fail in a row from one address before
 *     one has to wait
 * @param failuresPerSource as many logins of all names may fail from one address
 */
@ConfigurationProperties("countersign.console")
public record ConsoleProperties(
        @DefaultValue("12") int passwordStrength,
        @DefaultValue("15m") Duration sessionRest,
        @DefaultValue("12h") Duration sessionLife,
        @DefaultValue Set<OperatorRole> secondFactorRoles,
        @DefaultValue("5") int failuresPerOperator,
        @DefaultValue("20") int failuresPerSource) {

    public ConsoleProperties {
        secondFactorRoles = Set.copyOf(secondFactorRoles);
        if (passwordStrength < 4 || passwordStrength > 31) {
            throw new IllegalArgumentException("countersign.console.password-strength is 4 to 31");
        }
        if (sessionRest.compareTo(Duration.ofMinutes(2)) < 0
                || sessionLife.compareTo(sessionRest) < 0) {
            throw new IllegalArgumentException(
                    "countersign.console.session-rest is 2m or more, and session-life at least as"
                            + " much");
        }
        if (failuresPerOperator < 1 || failuresPerSource < failuresPerOperator) {
            throw new IllegalArgumentException(
                    "countersign.console.failures-per-operator is 1 or more, and"
                            + " failures-per-source at least as many");
        }
    }
}
