package dev.countersign.facade.launch.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.countersign.facade.local.DataDirectory;
import dev.countersign.facade.local.KeysFile;
import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.PackagedProduct;
import dev.countersign.reconcile.embedded.ClientFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A neighbour: another user of the machine on which the product runs with the servers that it
 * brought along, and has been used.
 */
class DataDirectoryIT {

    private static final String PIN = "407193528614";

    /** A user that every system has, and that owns nothing. */
    private static final int NEIGHBOUR = 65534;

    @TempDir static Path parent;

    private static Path home;
    private static PackagedProduct product;
    private static Map<String, String> keys;
    private static String block;

    @BeforeAll
    static void use() throws Exception {
        // Neighbours get as far as the data directory, which is open as an earlier version left it.
        Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("rwxr-xr-x"));
        home = Files.createDirectory(parent.resolve("home"));
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
        product = PackagedProduct.start(home, "--logging.file.name=" + home.resolve("product.log"));
        keys = new KeysFile(new DataDirectory(home)).read();
        ApiCaller sandbox = product.sandbox(keys.get("SANDBOX_KEY"));
        String card = sandbox.card("physical");
        block = sandbox.pinBlock(card, PIN);
        var unused =
                sandbox.put(
                        "/cards/" + card + "/pin", "{\"encrypted_pin_block\":\"" + block + "\"}");
        sandbox.buy(card, 100);
        sandbox.night();
    }

    @AfterAll
    static void stop() {
        product.close();
    }

    @Test
    void isClosedToOthersInEachFileAndDirectory() throws IOException {
        Map<Path, String> open = new TreeMap<>();
        List<Path> all = new ArrayList<>();
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.toList()) {
                String permissions = permissions(file);
                all.add(file);
                if (!Set.of("rw-------", "rwx------", "gone").contains(permissions)) {
                    open.put(file, permissions);
                }
            }
        }
        assertThat(open).isEmpty();
        assertThat(all)
                .hasSizeGreaterThan(500)
                .contains(
                        home.resolve("api-keys.env"),
                        home.resolve("product.log"),
                        home.resolve("vault.p12"),
                        home.resolve("kafka/client.properties"))
                .anyMatch(
                        file ->
                                file.startsWith(home.resolve("reports"))
                                        && Files.isRegularFile(file))
                .anyMatch(
                        file -> file.toString().matches(".*/kafka/data/issuing.feed.v1-.*\\.log"));
    }

    private static String permissions(Path file) throws IOException {
        try {
            return Files.isSymbolicLink(file)
                    ? "rwx------"
                    : PosixFilePermissions.toString(
                            Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS));
        } catch (NoSuchFileException e) {
            return "gone";
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "api-keys.env",
                "vault.password",
                "vault.p12",
                "product.log",
                "postgres/passwords",
                "postgres/data/PG_VERSION",
                "kafka/client.properties",
                "kafka/data/issuing.feed.v1-0/00000000000000000000.log",
                "reports",
            })
    void showsANeighbourNoFile(String name) throws Exception {
        assumeTrue(
                "root".equals(System.getProperty("user.name")),
                "only root can be somebody else for a while");
        Path file = home.resolve(name);
        assertThat(file).exists();

        assertThat(asNeighbour("head", "-c", "1", file.toString())).contains("Permission denied");
        assertThat(asNeighbour("ls", file.toString())).contains("Permission denied");
        assertThat(asNeighbour("touch", home.resolve("planted").toString()))
                .contains("Permission denied");
    }

    private static String asNeighbour(String... command) throws Exception {
        List<String> all =
                new ArrayList<>(
                        List.of(
                                "setpriv",
                                "--reuid=" + NEIGHBOUR,
                                "--regid=" + NEIGHBOUR,
                                "--clear-groups"));
        all.addAll(List.of(command));
        Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(output).isNotZero();
        return output;
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgres", "countersign_owner", "countersign_app"})
    void letsANeighbourIntoTheDatabaseAsNobody(String user) {
        String login = keys.get("DATABASE_URL") + "?user=" + user;

        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> DriverManager.getConnection(login).close());
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> DriverManager.getConnection(login + "&password=postgres").close())
                .withMessageContaining("password authentication failed");
    }

    @Test
    void letsANeighbourNeitherReadNorWriteAtTheBroker() {
        Map<String, Object> anonymous =
                Map.of(
                        "bootstrap.servers", keys.get("KAFKA_BOOTSTRAP"),
                        "request.timeout.ms", 1_000,
                        "default.api.timeout.ms", 2_000);
        try (Admin admin = Admin.create(anonymous)) {
            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(() -> admin.listTopics().names().get());
        }
    }

    @Test
    void givesItsOwnerALoginForBothServers() throws Exception {
        assertThat(keys.get("DATABASE_URL")).as("as psql takes it, too").doesNotContain("?");
        assertThat(keys).containsEntry("PGREQUIREAUTH", "scram-sha-256");
        try (var connection =
                        DriverManager.getConnection(
                                keys.get("DATABASE_URL"),
                                keys.get("PGUSER"),
                                keys.get("PGPASSWORD"));
                var statement = connection.createStatement()) {
            assertThat(statement.executeQuery("select 1 from card").next()).isTrue();
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> statement.execute("copy (select 1) to program 'id'"))
                    .withMessageContaining("permission denied");
        }
        try (Admin admin =
                Admin.create(ClientFile.read(Path.of(keys.get("KAFKA_CLIENT_CONFIG"))))) {
            assertThat(admin.listTopics().names().get()).contains("issuing.feed.v1");
        }
    }

    @Test
    void keepsEachSecretInTheFileThatIsMeantForIt() throws IOException {
        String login = ClientFile.read(home.resolve("kafka/client.properties")).toString();
        String kafka = login.replaceFirst("(?s).*password=\"([^\"]+)\".*", "$1");
        Map<String, Set<String>> meant = new TreeMap<>();
        meant.put(PIN, Set.of());
        meant.put(block, Set.of());
        meant.put(block.toLowerCase(Locale.ROOT), Set.of());
        meant.put(kafka, Set.of("kafka/client.properties"));
        meant.put(Files.readString(home.resolve("vault.password")), Set.of("vault.password"));
        for (String name : List.of("SANDBOX_KEY", "LIVE_KEY", "PIN_KEY", "CONSOLE_PASSWORD")) {
            meant.put(keys.get(name), Set.of("api-keys.env"));
        }
        for (String line : Files.readAllLines(home.resolve("postgres/passwords"))) {
            meant.put(
                    line.substring(line.indexOf('=') + 1),
                    Set.of("postgres/passwords", "api-keys.env"));
        }

        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.filter(DataDirectoryIT::hasText).toList()) {
                String name = home.relativize(file).toString();
                String content = content(file);
                meant.forEach(
                        (secret, places) -> {
                            if (content.contains(secret) && !places.contains(name)) {
                                found.add(name + " has what is meant for " + places);
                            }
                        });
            }
        }
        assertThat(found).isEmpty();
    }

    /** An index of the broker is ten megabytes of offsets and zeros. */
    private static boolean hasText(Path file) {
        return Files.isRegularFile(file) && !file.toString().endsWith("index");
    }

    private static String content(Path file) throws IOException {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            return "";
        }
    }
}
