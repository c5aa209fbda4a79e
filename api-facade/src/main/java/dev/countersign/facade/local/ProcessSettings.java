package dev.countersign.facade.local;

import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.StandardEnvironment;

/** What is set for a command: by the environment, and the files that the product reads. */
public final class ProcessSettings {

    private ProcessSettings() {}

    /** The settings under a prefix. */
    public static <T> T read(String prefix, Class<T> type) {
        StandardEnvironment environment = new StandardEnvironment();
        ConfigDataEnvironmentPostProcessor.applyTo(environment);
        return Binder.get(environment).bindOrCreate(prefix, type);
    }
}
