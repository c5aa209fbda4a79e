package dev.countersign.reconcile.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A page of the documentation that is made from the code. A test holds it against the code; with
 * {@code -Dtest.docs=write} it writes the page instead.
 */
public final class GeneratedFile {

    private final Path file;

    /** A page of {@code reconcile/docs}. */
    public GeneratedFile(String name) {
        this.file = Path.of("..", "reconcile", "docs", name);
    }

    /** The page says what the code says. */
    public void assertIs(String text) {
        try {
            if ("write".equals(System.getProperty("test.docs"))) {
                Files.writeString(file, text);
            }
            assertThat(Files.readString(file))
                    .as("%s; write it again with -Dtest.docs=write", file)
                    .isEqualTo(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
