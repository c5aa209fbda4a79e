package dev.countersign.facade.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A login goes with the server that it is for. */
class ServersTest {

    private static final Map<String, String> BESIDE =
            Map.of(
                    "DATABASE_URL", "jdbc:postgresql://here/book",
                    "PGUSER", "app",
                    "PGPASSWORD", "of-app");

    private static final Map<String, String> ENVIRONMENT =
            Map.of("PGUSER", "me", "PGPASSWORD", "of-me");

    @TempDir Path directory;

    @Test
    void takeTheDatabaseOfAProductThatRunsHereWithItsLogin() {
        PGSimpleDataSource source = database(null, BESIDE, ENVIRONMENT);

        assertThat(source.getServerNames()).containsExactly("here");
        assertThat(source.getUser()).isEqualTo("app");
        assertThat(source.getPassword()).isEqualTo("of-app");
    }

    @Test
    void takeTheLoginOfTheEnvironmentForAnotherDatabase() {
        PGSimpleDataSource source = database("jdbc:postgresql://there/book", BESIDE, ENVIRONMENT);

        assertThat(source.getServerNames()).containsExactly("there");
        assertThat(source.getUser()).isEqualTo("me");
        assertThat(source.getPassword()).isEqualTo("of-me");
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

    private Path file(String id) throws IOException {
        return Files.writeString(directory.resolve(id), "client.id=" + id + "\n");
    }

    private static PGSimpleDataSource database(
            String told, Map<String, String> written, Map<String, String> environment) {
        return (PGSimpleDataSource) DatabaseOption.dataSource(told, written, environment);
    }
}
