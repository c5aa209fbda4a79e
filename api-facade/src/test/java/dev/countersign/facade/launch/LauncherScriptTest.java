package dev.countersign.facade.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LauncherScriptTest {

    private static final String QUIET =
            "-Dsun.misc.unsafe.memory.access=allow -XX:+ExitOnOutOfMemoryError";

    @TempDir Path directory;

    private Path jar;

    @BeforeEach
    void buildAJar() throws IOException {
        jar = Files.createFile(directory.resolve("countersign.jar"));
    }

    @Test
    void saysThatTheJarIsNotBuilt() throws Exception {
        Files.delete(jar);
        assertThat(run("17"))
                .isEqualTo(
                        "1 countersign.jar is not built yet: run mvn -q package -DskipTests first.\n");
    }

    @Test
    void runsWhatAStartCompiledWhereNothingIsPacked() throws Exception {
        Files.delete(jar);
        Files.writeString(directory.resolve("class-path"), "a.jar:b.jar");

        assertThat(run("21.0.4"))
                .startsWith("0 Java 21.0.4 runs " + QUIET + " -cp ")
                .endsWith(
                        "/target/classes:a.jar:b.jar dev.countersign.facade.launch.Start serve --demo\n");
    }

    @Test
    void runsTheJarWhereItIsNewerThanWhatWasCompiled() throws Exception {
        Files.writeString(directory.resolve("class-path"), "a.jar:b.jar");

        assertThat(run("21.0.4"))
                .isEqualTo("0 Java 21.0.4 runs " + QUIET + " -jar " + jar + " serve --demo\n");
    }

    @Test
    void saysThatNoFittingJavaWasFound() throws Exception {
        assertThat(run("17"))
                .isEqualTo(
                        "1 Countersign needs Java 21 or newer and found none:"
                                + " install a JDK, or point JAVA_HOME at one.\n");
    }

    @Test
    void passesOverAnOlderJavaForAFittingOne() throws Exception {
        fakeJdk("usual/jdk-25", "25.0.1");
        assertThat(run("17"))
                .isEqualTo("0 Java 25.0.1 runs " + QUIET + " -jar " + jar + " serve --demo\n");
    }

    @Test
    void takesJavaHomeFirst() throws Exception {
        fakeJdk("usual/jdk-25", "25.0.1");
        assertThat(run("21.0.4"))
                .isEqualTo("0 Java 21.0.4 runs " + QUIET + " -jar " + jar + " serve --demo\n");
    }

    @Test
    void saysHowWideTheTerminalIsAndNothingInAPipe() throws Exception {
        Path terminal = Path.of("/usr/bin/script");
        assumeTrue(Files.isExecutable(terminal), "skipped: nothing here plays a terminal");
        assertThat(run("25.0.1", "breaks", "list")).doesNotContain("countersign.columns");

        ProcessBuilder builder =
                new ProcessBuilder(
                        terminal.toString(),
                        "-qec",
                        "stty cols 97; bin/countersign breaks list",
                        "/dev/null");
        builder.environment().remove("COLUMNS");
        builder.environment().put("JAVA_HOME", fakeJdk("java-home", "25.0.1").toString());
        builder.environment().put("COUNTERSIGN_JAR", jar.toString());
        Process process = builder.start();
        assertThat(process.getInputStream().readAllBytes())
                .asString(StandardCharsets.UTF_8)
                .contains(" -Dcountersign.columns=97 ");
    }

    @Test
    void saysThatTheBenchmarkIsNotBuilt() throws Exception {
        assertThat(run("21.0.4", "bench", "--quick"))
                .isEqualTo(
                        "1 The benchmark is not built yet:"
                                + " run mvn -q -Pbench -DskipTests package first.\n");
    }

    @Test
    void runsTheBenchmarkFromAJarOfItsOwn() throws Exception {
        Path bench = Files.createFile(directory.resolve("countersign-bench.jar"));
        assertThat(run("21.0.4", "bench", "--quick"))
                .isEqualTo(
                        "0 Java 21.0.4 runs %s -Dcountersign.jar=%s -jar %s bench --quick\n"
                                .formatted(QUIET, jar, bench));
    }

    @Test
    void startsAsItWasPreparedUntilTheJarIsBuiltAgain() throws Exception {
        Path prepared = directory.resolve("countersign-prepared");
        assertThat(run("25.0.1", "prepare"))
                .startsWith("0 Preparing " + prepared)
                .endsWith("Prepared; Java 25 or newer would start faster still.\n");
        Files.createFile(prepared.resolve("countersign.jar"));
        assertThat(run("25.0.1"))
                .isEqualTo(
                        "0 Java 25.0.1 runs %s @%s/jvm.options @%s/stream.options -jar %s/countersign.jar serve --demo\n"
                                .formatted(QUIET, prepared, prepared, prepared));

        Files.writeString(jar, "built again");
        assertThat(run("25.0.1"))
                .isEqualTo("0 Java 25.0.1 runs " + QUIET + " -jar " + jar + " serve --demo\n");
    }

    @ParameterizedTest
    @CsvSource({
        "serve, yes",
        "serve --demo, yes",
        "serve --roles=ingest, yes",
        "'serve --roles=api,ingest', yes",
        "serve --roles ingest, yes",
        "--demo, yes",
        "serve --roles=api, no",
        "serve --roles api --demo, no",
        "serve --roles=api --countersign.ingest.partitions=8, no",
        "serve --countersign.ingest.partitions=8, yes",
        "job run nightly, no",
        "simulate, no",
    })
    void compilesLaterWhereAStreamIsDecided(String arguments, String later) throws Exception {
        Path prepared = directory.resolve("countersign-prepared");
        var unused = run("25.0.1", "prepare");
        Files.createFile(prepared.resolve("countersign.jar"));

        assertThat(run("25.0.1", arguments.split(" ")).contains("@" + prepared + "/stream.options"))
                .isEqualTo(later.equals("yes"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"countersign.jar", "jvm.options", "stream.options", "build"})
    void startsAsItWasBuiltWhereAPartOfWhatWasPreparedIsGone(String part) throws Exception {
        Path prepared = directory.resolve("countersign-prepared");
        var unused = run("25.0.1", "prepare");
        Files.createFile(prepared.resolve("countersign.jar"));

        Files.delete(prepared.resolve(part));

        assertThat(run("25.0.1"))
                .isEqualTo("0 Java 25.0.1 runs " + QUIET + " -jar " + jar + " serve --demo\n");
    }

    private String run(String javaHomeVersion) throws IOException, InterruptedException {
        return run(javaHomeVersion, "serve", "--demo");
    }

    /** Runs the script with a JAVA_HOME of a version; answers its exit code and what it said. */
    private String run(String javaHomeVersion, String... arguments)
            throws IOException, InterruptedException {
        Path javaHome = fakeJdk("java-home", javaHomeVersion);
        var command = new ArrayList<>(List.of("bin/countersign"));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        var environment = builder.environment();
        environment.put("JAVA_HOME", javaHome.toString());
        environment.put("PATH", javaHome.resolve("bin") + ":/usr/bin:/bin");
        environment.put("COUNTERSIGN_JDKS", directory.resolve("usual") + "/*");
        environment.put("COUNTERSIGN_JAR", jar.toString());
        environment.put("COUNTERSIGN_CLASS_PATH", directory.resolve("class-path").toString());
        environment.put(
                "COUNTERSIGN_BENCH_JAR", directory.resolve("countersign-bench.jar").toString());
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() + " " + output;
    }

    /** A java that knows nothing but its version and what it was asked to run. */
    private Path fakeJdk(String name, String version) throws IOException {
        Path home = directory.resolve(name);
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(
                java,
                """
                #!/bin/sh
                if [ "$1" = -version ]; then echo 'openjdk version "%1$s" 2026-01-01' >&2; exit; fi
                echo "Java %1$s runs $*"
                """
                        .formatted(version));
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        return home;
    }
}
