package dev.countersign.reconcile.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The text of a resource of the class path. */
public final class TextResource {

    private TextResource() {}

    /** Reads the one of a name that begins with a slash. */
    public static String read(String name) {
        try (InputStream file = TextResource.class.getResourceAsStream(name)) {
            return new String(
                    Objects.requireNonNull(file, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
