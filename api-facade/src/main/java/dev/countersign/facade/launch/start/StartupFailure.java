package dev.countersign.facade.launch.start;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.embedded.StartupRefusedException;
import dev.countersign.reconcile.vault.key.KeysRefusedException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** Finds, in the causes of a failed start, the one that an administrator can act on. */
public final class StartupFailure {

    private static final String CONNECTION_FAILURES = "08";
    private static final String WRONG_USER = "28";
    private static final String STARTS_OR_STOPS = "57P";
    private static final String REJECTED = "08004";
    private static final String NO_SUCH_DATABASE = "3D000";
    private static final String NO_RIGHT = "42501";
    private static final String OUR_SETTINGS = "countersign.";

    private static final String BROKER_AWAY =
            "The broker does not answer: check its address (spring.kafka.bootstrap-servers, or"
                    + " --kafka for a command) and that it runs. The embedded one runs while the"
                    + " product does.";

    /** Descriptions of the values that settings of these types take. */
    private static final Map<Class<?>, String> TAKEN =
            Map.of(
                    LocalTime.class, ": it takes a time of day such as 02:00",
                    Duration.class, ": it takes a duration such as 30s or 5m",
                    Boolean.class, ": it takes true or false",
                    Integer.class, ": it takes a whole number",
                    Long.class, ": it takes a whole number",
                    Double.class, ": it takes a number such as 0.5");

    private StartupFailure() {}

    /**
     * A {@link StartupRefusedException} where a cause is understood, the failure itself where none
     * is.
     */
    public static RuntimeException explain(RuntimeException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof StartupRefusedException refused) {
                return refused;
            }
            String sentence = sentence(cause);
            if (sentence != null) {
                return new StartupRefusedException(sentence, cause);
            }
        }
        return failure;
    }

    private static @Nullable String sentence(Throwable cause) {
        return switch (cause) {
            case KeysRefusedException keys -> keys.sentence();
            case PortInUseException taken ->
                    "Port %s, meant for the REST interface, is taken: stop what listens there, or choose another port with --server.port."
                            .formatted(taken.getPort());
            case BindException wrong -> ofSetting(wrong);
            case InvalidConfigurationPropertyValueException wrong ->
                    "The setting %s says '%s', which is not a value it can have."
                            .formatted(wrong.getName(), wrong.getValue());
            case MarkedYAMLException unreadable ->
                    "A file of settings cannot be read: " + unreadable.getMessage();
            case ConfigException wrong ->
                    "A setting of Kafka is wrong: " + wrong.getMessage() + ".";
            case AuthenticationException refused ->
                    "The broker refuses this login. Is it that of another product? Load the keys of"
                            + " the one that is meant (. DIRECTORY/api-keys.env), or name its login"
                            + " with --kafka-config.";
            case TimeoutException away -> BROKER_AWAY;
            case DisconnectException away -> BROKER_AWAY;
            case SQLException unreachable when isConnectionFailure(unreachable) ->
                    "The database does not answer: check its address (spring.datasource.url,"
                            + " or --database-url for a command) and that the server runs. The embedded"
                            + " one runs while the product does.";
            case SQLException refused -> ofRefusal(refused);
            default -> null;
        };
    }

    private static String ofSetting(BindException wrong) {
        return switch (NestedExceptionUtils.getMostSpecificCause(wrong)) {
            case UnboundConfigurationPropertiesException unknown ->
                    unknown(unknown.getUnboundProperties().iterator().next().getName().toString());
            case IllegalArgumentException ours when names(ours, OUR_SETTINGS) ->
                    ours.getMessage() + ".";
            default ->
                    "%s is not a value it can have%s."
                            .formatted(valueOf(wrong), taken(wrong.getTarget().getType()));
        };
    }

    private static String unknown(String name) {
        List<String> near = SettingNames.near(name);
        return "There is no setting %s%sAll settings are in api-facade/docs/settings.md."
                .formatted(
                        name,
                        near.isEmpty()
                                ? ". "
                                : ": did you mean " + String.join(" or ", near) + "? ");
    }

    /** Describes the values that a setting of a type takes; empty if the setting's name says it. */
    private static String taken(ResolvableType type) {
        Class<?> single = type.asCollection().resolveGeneric();
        Class<?> value = single == null ? type.resolve(Object.class) : single;
        Class<?> key = type.asMap().resolveGeneric(0);
        if (key != null && key.isEnum()) {
            return ": it is set for " + valuesOf(key);
        }
        if (value.isEnum()) {
            return ": it takes " + valuesOf(value);
        }
        return TAKEN.getOrDefault(ClassUtils.resolvePrimitiveIfNecessary(value), "");
    }

    private static String valuesOf(Class<?> ofEnum) {
        return Arrays.stream(ofEnum.getEnumConstants())
                .map(StartupFailure::nameOf)
                .collect(Collectors.joining(", "));
    }

    /** As the interface has it, where it has one. */
    private static String nameOf(Object constant) {
        return constant instanceof Wire wire
                ? wire.wire()
                : constant.toString().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static boolean names(Throwable cause, String setting) {
        return cause.getMessage() != null && cause.getMessage().startsWith(setting);
    }

    private static String valueOf(BindException wrong) {
        ConfigurationProperty property = wrong.getProperty();
        return property == null
                ? "What the setting " + wrong.getName() + " says"
                : "The setting %s says '%s', which"
                        .formatted(property.getName(), property.getValue());
    }

    private static @Nullable String ofRefusal(SQLException refused) {
        String state = refused.getSQLState() == null ? "" : refused.getSQLState();
        if (state.startsWith(STARTS_OR_STOPS)) {
            return "The database is starting or stopping: try again in a moment.";
        }
        if (state.startsWith(WRONG_USER)) {
            return "The database refuses this user or password: give them with PGUSER and PGPASSWORD"
                    + " for a command, and for the product with SPRING_DATASOURCE_USERNAME and"
                    + " SPRING_DATASOURCE_PASSWORD, or a file that SPRING_DATASOURCE_PASSWORD_FILE"
                    + " names.";
        }
        return switch (state) {
            case NO_SUCH_DATABASE ->
                    "The server has no database of this name: check its address, or create"
                            + " the database first.";
            case NO_RIGHT ->
                    "The database user lacks a right that is needed: run 'countersign migrate' as"
                            + " the owner of the schema, which gives countersign_app what it needs.";
            default -> null;
        };
    }

    /** True where no database answered. */
    public static boolean isConnectionFailure(SQLException failure) {
        return isOfClass(failure, CONNECTION_FAILURES);
    }

    /** True where a database answered, and refused this user and password. */
    public static boolean isLoginFailure(SQLException failure) {
        return isOfClass(failure, WRONG_USER) || isOfClass(failure, REJECTED);
    }

    private static boolean isOfClass(SQLException failure, String states) {
        String state = failure.getSQLState();
        return state != null && state.startsWith(states);
    }
}
