package dev.countersign.facade.console.page;

import dev.countersign.reconcile.domain.audit.ActorKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Properties;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.support.PropertiesLoaderUtils;

/**
 * Names of the actions of operators, in words. The codes are what is stored, and what files show. A
 * code without words of its own is written as any other name.
 */
final class ActionNames {

    private static final Properties WORDS = read("actions.properties");

    private ActionNames() {}

    private static Properties read(String file) {
        try {
            return PropertiesLoaderUtils.loadProperties(
                    new ClassPathResource(file, ActionNames.class));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String words(String code, Formatter show) {
        String words = WORDS.getProperty(code);
        if (words != null) {
            return words;
        }
        // An operation of the interface, or a command, is written as who calls it writes it.
        return code.indexOf(' ') >= 0 ? code : show.words(code.replace('.', ' '));
    }

    static String actor(ActorKind kind) {
        return switch (kind) {
            case OPERATOR -> "person";
            case KEY -> "API key";
            case COMMAND -> "command line";
            case PROVIDER -> "identity provider";
            case START -> "start";
        };
    }
}
