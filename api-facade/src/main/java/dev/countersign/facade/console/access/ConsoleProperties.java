package dev.countersign.facade.console.access;

import dev.countersign.reconcile.domain.operator.OperatorRole;
import java.time.Duration;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * The console's settings.
 *
 * @param passwordStrength cost of bcrypt, 4 to 31; each more doubles the work of a login
 * @param sessionRest time after which a session that nobody uses ends, 2m or more
 * @param sessionLife time after which any session ends
 * @param secondFactorRoles roles that need a one-time password or a passkey, such as
 *     administrator,finance
 * @param failuresPerOperator logins of one name that may fail in a row from one address before the
 *     next has to wait
 * @param failuresPerSource logins of all names that may fail from one address before the next has
 *     to wait
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
        Assert.isTrue(
                passwordStrength >= 4 && passwordStrength <= 31,
                "countersign.console.password-strength is 4 to 31");
        Assert.isTrue(
                sessionRest.compareTo(Duration.ofMinutes(2)) >= 0
                        && sessionLife.compareTo(sessionRest) >= 0,
                "countersign.console.session-rest is 2m or more, and session-life at least as"
                        + " much");
        Assert.isTrue(
                failuresPerOperator >= 1 && failuresPerSource >= failuresPerOperator,
                "countersign.console.failures-per-operator is 1 or more, and"
                        + " failures-per-source at least as many");
    }
}
