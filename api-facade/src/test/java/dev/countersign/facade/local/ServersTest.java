package dev.countersign.facade.local;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.countersign.reconcile.embedded.StartupRefusedException;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A login goes with the server that it is for. */
class ServersTest {

    private static final Map<String, String> BESIDE =
            Map.of(
                    "DATABASE_URL", "jdbc:postgresql://here/book",
                    "PGUSER", "app",
                    "PGPASSWORD", "of-app",
                    "PGREQUIREAUTH", "scram-sha-256");

    private static final Map<String, String> ENVIRONMENT =
            Map.of("PGUSER", "me", "PGPASSWORD", "of-me");

    @TempDir Path directory;

    @Test
    void takeTheDatabaseOfAProductThatRunsHereWithItsLogin() {
        PGSimpleDataSource source = database(null, BESIDE, ENVIRONMENT);

        assertThat(source.getServerNames()).containsExactly("here");
        assertThat(source.getUser()).isEqualTo("app");
        assertThat(source.getPassword()).isEqualTo("of-app");
        assertThat(source.getRequireAuth()).isEqualTo("scram-sha-256");
    }

    @Test
    void takeTheLoginOfTheEnvironmentForAnotherDatabase() {
        PGSimpleDataSource source = database("jdbc:postgresql://there/book", BESIDE, ENVIRONMENT);

        assertThat(source.getRequireAuth()).isNull();

        assertThat(source.getServerNames()).containsExactly("there");
        assertThat(source.getUser()).isEqualTo("me");
        assertThat(source.getPassword()).isEqualTo("of-me");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    jdbc:postgresql://db1,db2/book                                    | primary
                    jdbc:postgresql://db1,db2/book?targetServerType=preferSecondary   | preferSecondary
                    jdbc:postgresql://db1/book                                        | any
                    """)
    void chooseTheServerThatTakesWritesWhereSeveralAreNamed(String address, String wanted) {
        assertThat(database(address, Map.of(), ENVIRONMENT).getTargetServerType())
                .isEqualTo(wanted);
    }

    @Test
    void takeTheLoginBesideTheProductAlsoWhereItsAddressIsNamed() {
        PGSimpleDataSource source = database("jdbc:postgresql://here/book", BESIDE, Map.of());

        assertThat(source.getUser()).isEqualTo("app");
        assertThat(source.getPassword()).isEqualTo("of-app");
    }

    @Test
    void takeTheDatabaseThatTheProductIsSetTo() {
        PGSimpleDataSource source =
                database(
                        null,
                        Map.of(),
                        Map.of(
                                "SPRING_DATASOURCE_URL", "jdbc:postgresql://set/book",
                                "SPRING_DATASOURCE_USERNAME", "app",
                                "SPRING_DATASOURCE_PASSWORD", "of-app"));

        assertThat(source.getServerNames()).containsExactly("set");
        assertThat(source.getUser()).isEqualTo("app");
        assertThat(source.getPassword()).isEqualTo("of-app");
    }

    /** A listener on the port of the server that asks for the password in clear text. */
    @Test
    void tellNobodyThePasswordWhoListensInThePlaceOfTheServer() throws Exception {
        try (var impostor = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Map<String, String> beside = new HashMap<>(BESIDE);
            beside.put(
                    "DATABASE_URL",
                    "jdbc:postgresql://127.0.0.1:" + impostor.getLocalPort() + "/book");
            CompletableFuture<byte[]> heard =
                    CompletableFuture.supplyAsync(() -> askForThePassword(impostor));

            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> database(null, beside, Map.of()).getConnection().close())
                    .withMessageContaining("requireAuth");
            assertThat(new String(heard.get(10, SECONDS), US_ASCII)).doesNotContain("of-app");
        }
    }

    /** Authentication request 3 of PostgreSQL's protocol, after a refusal of TLS. */
    private static byte[] askForThePassword(ServerSocket impostor) {
        try (Socket client = impostor.accept()) {
            client.setSoTimeout(5_000);
            DataInputStream heard = new DataInputStream(client.getInputStream());
            int length = heard.readInt();
            byte[] first = heard.readNBytes(length - Integer.BYTES);
            if (length == 2 * Integer.BYTES) {
                client.getOutputStream().write('N');
                heard.readNBytes(heard.readInt() - Integer.BYTES);
            }
            client.getOutputStream().write(new byte[] {'R', 0, 0, 0, 8, 0, 0, 0, 3});
            client.getOutputStream().flush();
            return first.length == 0 ? first : heard.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void giveNobodyThePasswordOfAnotherUser() {
        PGSimpleDataSource source =
                database("jdbc:postgresql://there/book?user=you", BESIDE, ENVIRONMENT);

        assertThat(source.getUser()).isEqualTo("you");
        assertThat(source.getPassword()).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://h/d, jdbc:postgresql://h/d",
        "jdbc:postgresql://h/d?user=u&password=p, jdbc:postgresql://h/d",
        "jdbc:postgresql://h/d?user=u&sslmode=require&password=p, jdbc:postgresql://h/d?sslmode=require",
        "jdbc:postgresql://h/d?sslmode=require&user=u, jdbc:postgresql://h/d?sslmode=require",
    })
    void keepAnAddressWithoutALogin(String address, String kept) {
        assertThat(DatabaseOption.withoutLogin(address)).isEqualTo(kept);
    }

    @Test
    void takeTheBrokerOfAProductThatRunsHereWithItsLogin() throws IOException {
        Map<String, String> beside =
                Map.of("KAFKA_BOOTSTRAP", "here:1", "KAFKA_CLIENT_CONFIG", file("here").toString());
        Map<String, String> environment = Map.of("KAFKA_CLIENT_CONFIG", file("there").toString());

        assertThat(Servers.kafka(null, null, beside, environment))
                .containsEntry("bootstrap.servers", "here:1")
                .containsEntry("client.id", "here");
        assertThat(Servers.kafka("here:1", null, beside, environment))
                .containsEntry("client.id", "here");
        assertThat(Servers.kafka("there:2", null, beside, environment))
                .containsEntry("bootstrap.servers", "there:2")
                .containsEntry("client.id", "there");
        assertThat(Servers.kafka("there:2", null, beside, Map.of())).doesNotContainKey("client.id");
        assertThat(Servers.kafka("there:2", file("told"), beside, environment))
                .containsEntry("bootstrap.servers", "there:2")
                .containsEntry("client.id", "told");
    }

    /** A product that writes no login of its own beside its address. */
    @Test
    void logInAsTheEnvironmentSaysAtTheBrokerOfAProductThatBringsNoneAlong() throws IOException {
        Map<String, String> beside = Map.of("KAFKA_BOOTSTRAP", "own:1");
        Map<String, String> environment = Map.of("KAFKA_CLIENT_CONFIG", file("said").toString());

        assertThat(Servers.kafka(null, null, beside, environment))
                .containsEntry("bootstrap.servers", "own:1")
                .containsEntry("client.id", "said");
        assertThat(Servers.kafka("own:1", null, beside, environment))
                .containsEntry("client.id", "said");
        assertThat(Servers.kafka(null, null, beside, Map.of())).doesNotContainKey("client.id");
    }

    @ParameterizedTest
    @CsvSource({
        "'',  here:1,  eu., eu.",
        "us., here:1,  eu., us.",
        "'',  there:2, eu., ''",
        "us., there:2, '',  us.",
        "'',  here:1,  ,    ''",
    })
    void takeThePrefixOfTopicsThatIsSetElseThatOfAProductThatRunsHere(
            String set, String broker, @Nullable String prefix, String expected) {
        Map<String, String> beside = new HashMap<>(Map.of("KAFKA_BOOTSTRAP", "here:1"));
        if (prefix != null) {
            beside.put("COUNTERSIGN_TOPICS_PREFIX", prefix);
        }

        assertThat(Servers.topicPrefix(set, Map.of("bootstrap.servers", broker), beside))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"here", "here:", "here:0", "here:99999", "here:9999999999", "a:1,b", ""})
    void wantTheAddressOfABroker(String option) {
        assertThatExceptionOfType(StartupRefusedException.class)
                .isThrownBy(() -> Servers.kafka(option, null, Map.of(), Map.of()))
                .withMessage(
                        "--kafka does not name a broker: it must read as in host:9092, and its port"
                                + " is 1 to 65535.");
        assertThat(Servers.kafka("SASL_SSL://a:1, [::1]:2", null, Map.of(), Map.of()))
                .containsEntry("bootstrap.servers", "SASL_SSL://a:1, [::1]:2");
    }

    private Path file(String id) throws IOException {
        return Files.writeString(directory.resolve(id), "client.id=" + id + "\n");
    }

    private static PGSimpleDataSource database(
            String option, Map<String, String> written, Map<String, String> environment) {
        return (PGSimpleDataSource) DatabaseOption.dataSource(option, written, environment);
    }
}
