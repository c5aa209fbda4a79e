package dev.countersign.facade.local;

import java.util.Map;
import java.util.Optional;

/** The keys that the shell of a command has loaded, and the product that the command works with. */
public final class LoadedKeys {

    private LoadedKeys() {}

    /**
     * A sentence where the two are not of one product.
     *
     * @param environment of the command
     * @param directory that the command takes its servers from
     */
    public static Optional<String> mismatch(
            Map<String, String> environment, DataDirectory directory) {
        String loaded = environment.get(KeysFile.URL);
        KeysFile file = new KeysFile(directory);
        String found = file.read().get(KeysFile.URL);
        if (loaded == null || found == null || loaded.equals(found)) {
            return Optional.empty();
        }
        return Optional.of(
                "The keys that are loaded here are of the product at %s; this command works with the one at %s. To load its keys: %s"
                        .formatted(loaded, found, load(file)));
    }

    /**
     * A sentence for a command that does not get to the servers of its product.
     *
     * @param answered true where another server answered in their place
     */
    public static String unreachable(DataDirectory directory, boolean answered) {
        return (answered
                        ? "Another server answers where that of the product in "
                                + directory.path()
                                + " is expected: that product does not run, or runs on other ports."
                        : "The product in " + directory.path() + " does not run.")
                + " Start it, or load the keys of the one that does run: . DIRECTORY/api-keys.env";
    }

    private static String load(KeysFile file) {
        return ". " + ShellText.quoted(file.path().toString());
    }
}
