package dev.countersign.facade.local;

import dev.countersign.reconcile.embedded.StartupRefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Passwords and the like, among settings: which names are theirs, and how one is given in a file.
 * Whatever is a secret under {@code NAME} may be given as {@code NAME-file}, or {@code NAME_FILE}
 * in the environment: the path of a file that has it on its first line.
 */
public final class Secrets {

    private static final Pattern NAME =
            Pattern.compile(
                    ".*(password|passphrase|secret|credential|credentials|jaas[._-]?config"
                            + "|api[._-]?key|access[._-]?key|key[._-]?store[._-]?key|token"
                            + "|spring[._-]application[._-]json)");

    /** A key itself, where a setting takes it or the path of its file. */
    private static final Pattern KEY_ITSELF = Pattern.compile("(?s).*-----BEGIN .*KEY-----.*");

    private static final Pattern OPTION = Pattern.compile("(?s)--([A-Za-z0-9._\\[\\]-]+)(=.+)?");
    private static final Pattern IN_ADDRESS =
            Pattern.compile("(?i).*([?&](password|sslpassword)=[^&]|://[^/@:]+:[^/@]+@).*");
    private static final Pattern FILE = Pattern.compile("(?i)(.*[^._-])[._-]?file");

    private Secrets() {}

    /** True if the value under a name is a secret. */
    public static boolean isSecret(String name) {
        String plain = name.endsWith("]") ? name.substring(0, name.length() - 1) : name;
        return NAME.matcher(plain.toLowerCase(Locale.ROOT)).matches();
    }

    /**
     * Finds a secret among the arguments of a command, which every user of the machine can read.
     *
     * @return the sentence that refuses it
     */
    public static Optional<String> onCommandLine(List<String> arguments) {
        for (int i = 0; i < arguments.size(); i++) {
            Matcher option = OPTION.matcher(arguments.get(i));
            boolean named = option.matches() && isSecret(option.group(1));
            boolean valueFollows =
                    i + 1 < arguments.size() && !arguments.get(i + 1).startsWith("-");
            boolean valued = named && (option.group(2) != null || valueFollows);
            boolean key = option.matches() && KEY_ITSELF.matcher(arguments.get(i)).matches();
            if (valued || key) {
                return Optional.of(refused("--" + option.group(1), option.group(1)));
            }
            if (IN_ADDRESS.matcher(arguments.get(i)).matches()) {
                return Optional.of(
                        "Every user of the machine can read a password in an address on a command"
                                + " line: give it in the environment, as PGPASSWORD for a command and"
                                + " SPRING_DATASOURCE_PASSWORD for the product, or in a file that"
                                + " SPRING_DATASOURCE_PASSWORD_FILE names.");
            }
        }
        return Optional.empty();
    }

    private static String refused(String option, String name) {
        return "Every user of the machine can read %s on a command line: give it in the environment, or the path of a file that has it as --%s-file."
                .formatted(option, name);
    }

    /** The name of the secret whose file is set under a name. */
    public static Optional<String> ofFile(String name) {
        var matcher = FILE.matcher(name);
        return matcher.matches() && isSecret(matcher.group(1))
                ? Optional.of(matcher.group(1))
                : Optional.empty();
    }

    /**
     * Reads a secret.
     *
     * @param name what named the file, for whoever named it wrongly
     */
    public static String read(String name, String file) {
        try {
            return Files.readString(Path.of(file)).lines().findFirst().orElse("");
        } catch (IOException e) {
            throw new StartupRefusedException(
                    "The file that " + name + " names cannot be read: " + file + ".", e);
        }
    }

    /** The environment of this process, with the secrets whose files it names. */
    public static Map<String, String> ofEnvironment() {
        Map<String, String> all = new HashMap<>(System.getenv());
        System.getenv()
                .forEach(
                        (name, value) ->
                                ofFile(name)
                                        .ifPresent(
                                                secret ->
                                                        all.putIfAbsent(
                                                                secret, read(name, value))));
        return all;
    }
}
