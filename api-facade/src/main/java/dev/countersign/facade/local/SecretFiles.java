package dev.countersign.facade.local;

import java.util.HashMap;
import java.util.Map;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Completes settings by the secrets that stand in files: {@code NAME-file} gives {@code NAME}. */
public final class SecretFiles {

    private SecretFiles() {}

    /** Reads the files that are named; each secret counts as much as what named its file. */
    public static void complete(ConfigurableEnvironment settings) {
        MutablePropertySources sources = settings.getPropertySources();
        for (PropertySource<?> source : sources.stream().toList()) {
            if (source instanceof EnumerablePropertySource<?> named) {
                Map<String, Object> secrets = secrets(named);
                if (!secrets.isEmpty()) {
                    sources.addBefore(source.getName(), like(source, secrets));
                }
            }
        }
    }

    private static Map<String, Object> secrets(EnumerablePropertySource<?> source) {
        Map<String, Object> secrets = new HashMap<>();
        for (String name : source.getPropertyNames()) {
            Secrets.ofFile(name)
                    .ifPresent(
                            secret ->
                                    secrets.put(
                                            secret,
                                            Secrets.read(
                                                    name,
                                                    String.valueOf(source.getProperty(name)))));
        }
        return secrets;
    }

    /** Names of the environment are read in their own way, by what the source is called. */
    private static PropertySource<?> like(PropertySource<?> source, Map<String, Object> secrets) {
        return source instanceof SystemEnvironmentPropertySource
                ? new SystemEnvironmentPropertySource(
                        "secrets-" + StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        secrets)
                : new MapPropertySource("secrets of " + source.getName(), secrets);
    }
}
