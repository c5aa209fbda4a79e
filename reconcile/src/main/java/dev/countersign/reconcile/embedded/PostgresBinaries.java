package dev.countersign.reconcile.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.XZInputStream;

/**
 * The programs of a PostgreSQL server: those of the bundled archive, unpacked once for a build, or
 * those of an installed server.
 *
 * @param home the directory that has {@code bin}
 */
record PostgresBinaries(Path home) {

    /** The program that starts and stops the server. */
    private static final String CONTROL = "pg_ctl";

    private static final Pattern MAJOR = Pattern.compile("\\) (\\d+)");
    private static final int OWNER_MAY_RUN = 0100;

    /** The bundled ones, unpacked below a directory that is ours alone. */
    static PostgresBinaries bundled(Path directory) throws IOException {
        URL archive = archive();
        Path unpacked = directory.resolve("postgresql-" + identity(archive));
        if (Files.notExists(unpacked)) {
            if (Files.exists(directory)) {
                PrivateFiles.deleteAll(directory); // an older build's, or one cut half-way
            }
            PrivateFiles.makeDirectory(directory);
            Path draft = directory.resolve("draft");
            unpack(archive, draft);
            Files.move(draft, unpacked, StandardCopyOption.ATOMIC_MOVE);
        }
        return new PostgresBinaries(unpacked);
    }

    /**
     * Those of a server that is installed.
     *
     * @throws StartupRefusedException if they are not there
     */
    static PostgresBinaries installed(Path home) {
        PostgresBinaries binaries = new PostgresBinaries(home.toAbsolutePath().normalize());
        for (String program : List.of("initdb", CONTROL, "postgres")) {
            if (!Files.isExecutable(binaries.program(program))) {
                throw new StartupRefusedException(
                        "countersign.embedded.postgres-binaries names no installed PostgreSQL: there is no program %s."
                                .formatted(binaries.program(program)));
            }
        }
        return binaries;
    }

    private static URL archive() {
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        String os = system.startsWith("mac") ? "darwin" : "linux";
        String machine = System.getProperty("os.arch", "");
        String processor =
                switch (machine) {
                    case "amd64", "x86_64" -> "x86_64";
                    case "aarch64", "arm64" -> "arm_64";
                    default -> machine;
                };
        String name = "postgres-" + os + "-" + processor + ".txz";
        URL found = PostgresBinaries.class.getClassLoader().getResource(name);
        if (found == null) {
            throw new StartupRefusedException(
                    "There is no bundled PostgreSQL for "
                            + os
                            + " on "
                            + machine
                            + ": name an installed one with countersign.embedded.postgres-binaries,"
                            + " or a database of yours with spring.datasource.url.");
        }
        return found;
    }

    /** Tells builds apart without reading megabytes at each start. */
    private static String identity(URL archive) throws IOException {
        URLConnection connection = archive.openConnection();
        long checksum =
                connection instanceof JarURLConnection jar
                        ? jar.getJarEntry().getCrc()
                        : connection.getContentLengthLong();
        return Long.toHexString(checksum);
    }

    private static void unpack(URL archive, Path directory) throws IOException {
        try (InputStream compressed = archive.openStream();
                var tar = new TarArchiveInputStream(new XZInputStream(compressed))) {
            for (TarArchiveEntry entry = tar.getNextEntry();
                    entry != null;
                    entry = tar.getNextEntry()) {
                Path target = directory.resolve(entry.getName()).normalize();
                if (!target.startsWith(directory)) {
                    throw new IOException("an entry outside the archive: " + entry.getName());
                }
                unpack(tar, entry, target);
            }
        }
    }

    private static void unpack(TarArchiveInputStream tar, TarArchiveEntry entry, Path target)
            throws IOException {
        if (entry.isDirectory()) {
            PrivateFiles.makeDirectory(target);
            return;
        }
        PrivateFiles.makeParent(target);
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
        } else if (entry.isFile()) {
            PrivateFiles.create(target);
            Files.copy(tar, target, StandardCopyOption.REPLACE_EXISTING);
            boolean runs = (entry.getMode() & OWNER_MAY_RUN) != 0;
            Files.setPosixFilePermissions(
                    target, PosixFilePermissions.fromString(runs ? "rwx------" : "rw-------"));
        }
    }

    private Path program(String name) {
        return home.resolve("bin").resolve(name);
    }

    /** Returns the major version of the binaries, such as 18. */
    int majorVersion() throws IOException, InterruptedException {
        String output = run(null, "postgres", "--version");
        Matcher matcher = MAJOR.matcher(output);
        if (!matcher.find()) {
            throw new IOException("a PostgreSQL that does not say its version: " + output);
        }
        return Integer.parseInt(matcher.group(1));
    }

    /** Starts or stops the server of a data directory, and waits for it so long at most. */
    void control(Path data, Duration max, String... arguments)
            throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("-D", data.toString(), "-w", "-t"));
        all.add(Long.toString(max.toSeconds()));
        all.addAll(List.of(arguments));
        String unused = run(null, CONTROL, all.toArray(String[]::new));
    }

    /**
     * Runs a program to its end.
     *
     * @param input what it reads, if anything
     * @return what it printed
     * @throws IOException if it failed, with what it printed
     */
    String run(@Nullable String input, String program, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(asAnyUser());
        command.add(program(program).toString());
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            try (var toProcess = process.outputWriter()) {
                if (input != null) {
                    toProcess.write(input);
                }
            }
            // Reading it does not end when this thread is interrupted, waiting does.
            FutureTask<byte[]> printed =
                    new FutureTask<>(() -> process.getInputStream().readAllBytes());
            Thread.ofVirtual().start(printed);
            int exitCode = process.waitFor();
            String text = new String(printed.get(), StandardCharsets.UTF_8);
            if (exitCode != 0) {
                throw new IOException(program + " failed: " + text.strip());
            }
            return text;
        } catch (ExecutionException e) {
            throw new IOException(program + " cannot be heard.", e);
        } catch (InterruptedException e) {
            if (!program.equals(CONTROL)) { // without it, nobody would know of the server
                process.destroy();
            }
            var unused = process.onExit().join();
            throw e;
        }
    }

    /** Below root, PostgreSQL runs in a user namespace of its own, since it refuses to be root. */
    private static List<String> asAnyUser() {
        return isRootOnLinux() ? List.of("unshare", "-U") : List.of();
    }

    /**
     * Sees to it that the programs can run for this user.
     *
     * @throws StartupRefusedException if it is root, and the system forbids user namespaces
     */
    static void requireNamespacesForRoot() throws InterruptedException {
        if (isRootOnLinux() && !namespacesWork()) {
            throw new StartupRefusedException(
                    "PostgreSQL refuses to run as root, and this system has no 'unshare' or forbids"
                            + " user namespaces: start Countersign as an ordinary user, or name a database of yours"
                            + " with spring.datasource.url.");
        }
    }

    private static boolean isRootOnLinux() {
        return "root".equals(System.getProperty("user.name"))
                && System.getProperty("os.name", "").startsWith("Linux");
    }

    private static boolean namespacesWork() throws InterruptedException {
        try {
            return new ProcessBuilder("unshare", "-U", "true").start().waitFor() == 0;
        } catch (IOException missing) {
            return false;
        }
    }

    /** The major version that made a data directory. */
    static int majorVersionOf(Path data) throws IOException {
        try (Stream<String> lines = Files.lines(data.resolve("PG_VERSION"))) {
            return Integer.parseInt(lines.findFirst().orElse("").strip());
        }
    }
}
