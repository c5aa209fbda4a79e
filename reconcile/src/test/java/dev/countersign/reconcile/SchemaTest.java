package dev.countersign.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SchemaTest {

    @Test
    void knowsItsNewestStep() throws IOException {
        try (Stream<Path> steps = Files.list(Path.of("src/main/resources/db/migration"))) {
            assertThat(
                            steps.map(step -> step.getFileName().toString())
                                    .map(name -> name.substring(1, name.indexOf("__")))
                                    .max(Comparator.comparing(Integer::valueOf)))
                    .hasValue(Schema.NEWEST);
        }
    }
}
