package dev.countersign.facade.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.countersign.reconcile.embedded.StartupRefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class SecretsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "serve --spring.datasource.password=geheim",
                "--countersign.vault.password=geheim",
                "serve --server.ssl.key-store-password=geheim",
                "serve --spring.kafka.properties.sasl.jaas.config=geheim",
                "serve --spring.kafka.properties[sasl.jaas.config]=geheim",
                "serve --spring.security.oauth2.client.registration.x.client-secret=geheim",
                "serve --SPRING.DATASOURCE.PASSWORD=geheim",
                "accounts create --vault-password=geheim",
                "accounts create --vault-password geheim",
                "migrate --database-url jdbc:postgresql://h/d?user=u&password=geheim",
                "migrate --database-url=jdbc:postgresql://h/d?password=geheim&sslmode=require",
                "serve --spring.datasource.url=jdbc:postgresql://h/d?user=u&password=geheim",
                "serve --countersign.traces.endpoint=https://u:geheim@host/v1",
                "serve"
                        + " --spring.ssl.bundle.pem.web.keystore.private-key=-----BEGIN_PRIVATE_KEY-----geheim",
                "serve --spring.kafka.ssl.key-store-key=geheim",
                "serve --spring.kafka.properties.ssl.keystore.key=geheim",
                "serve --spring.application.json={\"server.port\":\"geheim\"}",
            })
    void areRefusedOnACommandLine(String line) {
        List<String> arguments =
                Stream.of(line.split(" ")).map(each -> each.replace("_", " ")).toList();
        assertThat(Secrets.onCommandLine(arguments))
                .hasValueSatisfying(
                        sentence ->
                                assertThat(sentence)
                                        .startsWith("Every user of the machine can read ")
                                        .doesNotContain("geheim"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "serve --spring.datasource.password-file=/run/secrets/db",
                "serve --countersign.console.password-strength=12",
                "serve --spring.datasource.url=jdbc:postgresql://h/d?user=u&sslmode=require",
                "accounts create --name Acme --vault-password",
                "accounts create --vault-password --name Acme",
                "accounts create --vault-password-file /run/secrets/vault",
                "serve --server.port=8081",
                "serve --spring.ssl.bundle.pem.web.keystore.private-key=/etc/tls.pem",
            })
    void areNotSeenWhereThereAreNone(String line) {
        assertThat(Secrets.onCommandLine(List.of(line.split(" ")))).isEmpty();
    }

    @Test
    void areReadFromTheFilesThatSettingsName(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("secret"), "geheim\nmore\n");
        StandardEnvironment settings = new StandardEnvironment();
        settings.getPropertySources()
                .addFirst(
                        new MapPropertySource(
                                "files",
                                Map.of(
                                        "spring.datasource.password-file", file.toString(),
                                        "countersign.bank.file", "/no/secret",
                                        "spring.kafka.properties.sasl.jaas.config-file",
                                                file.toString())));
        settings.getPropertySources()
                .addFirst(
                        new SystemEnvironmentPropertySource(
                                "of a process",
                                Map.of("COUNTERSIGN_VAULT_PASSWORD_FILE", file.toString())));

        SecretFiles.complete(settings);

        assertThat(settings.getProperty("spring.datasource.password")).isEqualTo("geheim");
        assertThat(settings.getProperty("spring.kafka.properties.sasl.jaas.config"))
                .isEqualTo("geheim");
        assertThat(settings.getProperty("countersign.vault.password")).isEqualTo("geheim");
        assertThat(settings.getProperty("countersign.bank")).isNull();
    }

    @Test
    void areMissedInASentenceWhereTheFileIsNotThere() {
        assertThatExceptionOfType(StartupRefusedException.class)
                .isThrownBy(() -> Secrets.read("SPRING_DATASOURCE_PASSWORD_FILE", "/nowhere"))
                .withMessage(
                        "The file that SPRING_DATASOURCE_PASSWORD_FILE names cannot be read:"
                                + " /nowhere.");
    }
}
