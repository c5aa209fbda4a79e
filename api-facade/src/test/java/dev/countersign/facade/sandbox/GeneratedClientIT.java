package dev.countersign.facade.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Mode;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients that a standard generator makes of the contracts compile, and walk as the README does.
 */
class GeneratedClientIT {

    /** The folder in which the build leaves the generated client. */
    private static final Path GENERATED = Path.of("target", "generated-clients");

    @TempDir Path classes;

    @Test
    void walksAsTheReadmeDoes() throws Exception {
        compile();
        URL[] path = {classes.toUri().toURL()};
        try (URLClassLoader loader =
                new URLClassLoader(path, GeneratedClientIT.class.getClassLoader())) {
            Object seen =
                    loader.loadClass("Walk")
                            .getMethod("walk", String.class, String.class)
                            .invoke(
                                    null,
                                    TestProduct.running().address() + "/sandbox/v1",
                                    TestProduct.running().key(Mode.SANDBOX));

            assertThat(seen)
                    .isEqualTo(
                            List.of(
                                    "limit 10000",
                                    "authorized",
                                    "declined spending_limit_exceeded",
                                    "card frozen",
                                    "declined card_frozen",
                                    "card active",
                                    "transactions 3"));
        }
    }

    private void compile() throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter problems = new StringWriter();
        try (StandardJavaFileManager files =
                compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            boolean compiled =
                    compiler.getTask(
                                    problems,
                                    files,
                                    null,
                                    List.of("-d", classes.toString(), "-nowarn", "-proc:none"),
                                    null,
                                    files.getJavaFileObjectsFromPaths(sources()))
                            .call();
            assertThat(compiled).as(problems.toString()).isTrue();
        }
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        try (Stream<Path> files = Files.walk(GENERATED)) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
        }
        URL walk = GeneratedClientIT.class.getResource("/generated-client/Walk.java");
        sources.add(Path.of(Objects.requireNonNull(walk).getPath()));
        return sources;
    }
}
