package dev.countersign.facade.launch.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.countersign.facade.launch.night.settings.ClearingProperties;
import dev.countersign.facade.launch.start.StartupFailure;
import dev.countersign.reconcile.embedded.StartupRefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings that a command reads from files. */
class ProcessSettingsTest {

    private static final String LOCATION = "spring.config.location";

    @TempDir Path folder;

    @BeforeEach
    void readThisFolder() {
        System.setProperty(LOCATION, "file:" + folder.resolve("application.yaml"));
    }

    @AfterEach
    void readTheUsualOnes() {
        System.clearProperty(LOCATION);
    }

    @Test
    void areWhatIsSetThere() throws IOException {
        write("countersign: {clearing: {grace-days: 4}}");

        assertThat(ClearingProperties.ofThisProcess().policy().graceDays()).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "countersign: {clearing: {grace-dayz: 4}} | There is no setting countersign.clearing.grace-dayz",
                "countersign: [clearing | A file of settings cannot be read",
            })
    void areRefusedWhereTheySayNothing(String content, String sentence) throws IOException {
        write(content);

        RuntimeException refused =
                catchThrowableOfType(RuntimeException.class, ClearingProperties::ofThisProcess);

        assertThat(StartupFailure.explain(refused))
                .isInstanceOf(StartupRefusedException.class)
                .extracting(failure -> ((StartupRefusedException) failure).sentence())
                .asString()
                .startsWith(sentence);
    }

    private void write(String content) throws IOException {
        Files.writeString(folder.resolve("application.yaml"), content);
    }
}
