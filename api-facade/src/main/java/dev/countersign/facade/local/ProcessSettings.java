package dev.countersign.facade.local;

import java.util.Set;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.core.env.StandardEnvironment;

/** The settings of a command: those of the environment, and of the files that the product reads. */
public final class ProcessSettings {

    private ProcessSettings() {}

    /** The values of one setting that has several; none where it is not set. */
    public static <T> Set<T> readSet(String name, Class<T> element) {
        return Binder.get(environment()).bind(name, Bindable.setOf(element)).orElse(Set.of());
    }

    /** The settings under a prefix; one that there is not is refused, as a start refuses it. */
    public static <T> T read(String prefix, Class<T> type) {
        return Binder.get(environment())
                .bindOrCreate(
                        prefix,
                        Bindable.of(type),
                        new NoUnboundElementsBindHandler(
                                BindHandler.DEFAULT, new UnboundElementsSourceFilter()));
    }

    private static StandardEnvironment environment() {
        StandardEnvironment environment = new StandardEnvironment();
        ConfigDataEnvironmentPostProcessor.applyTo(environment);
        SecretFiles.complete(environment);
        return environment;
    }
}
