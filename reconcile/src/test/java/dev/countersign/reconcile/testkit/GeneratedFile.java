package dev.countersign.reconcile.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.StackWalker.Option;
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
        this("reconcile", name);
    }

    /** A page of the {@code docs} of a module. */
    public GeneratedFile(String module, String name) {
        this.file = Path.of("..", module, "docs", name);
    }

    /** A file of the module whose tests run. */
    public GeneratedFile(Path file) {
        this.file = Path.of("..").resolve(Path.of("").toAbsolutePath().getFileName()).resolve(file);
    }

    /** The page says what the code says. */
    public void assertIs(String text) {
        Class<?> test = StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE).getCallerClass();
        try {
            if ("write".equals(System.getProperty("test.docs"))) {
                Files.writeString(file, text);
            }
            assertThat(Files.readString(file))
                    .as(
                            "%s is not what the code says. To write it again, run: %s",
                            file.subpath(1, file.getNameCount()), lineThatWrites(test))
                    .isEqualTo(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** To be run at the root; the tests of a module run in its own directory. */
    private static String lineThatWrites(Class<?> test) {
        String named = test.getSimpleName();
        String run =
                named.endsWith("IT")
                        ? "-Dit.test=%s -Dtest=None -Dfailsafe.failIfNoSpecifiedTests=false verify"
                        : "-Dtest=%s test";
        return ("mvn -q -pl %s -am -Dchecks.skip=true -Dtest.docs=write"
                        + " -Dsurefire.failIfNoSpecifiedTests=false "
                        + run)
                .formatted(Path.of("").toAbsolutePath().getFileName(), named);
    }
}
