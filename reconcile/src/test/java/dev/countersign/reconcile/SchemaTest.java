package dev.countersign.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SchemaTest {

    private static final Path MIGRATIONS = Path.of("src/main/resources/db/migration");

    @Test
    void findsTheMigrationsOnTheClassPathInTheOrderOfTheirVersions() throws IOException {
        try (Stream<Path> files = Files.list(MIGRATIONS)) {
            assertThat(MigrationScripts.all())
                    .as("the migrations in target/classes; others are of a former build: clean it")
                    .startsWith(MigrationScripts.FIRST)
                    .endsWith(MigrationScripts.newest())
                    .containsExactlyInAnyOrderElementsOf(
                            files.map(file -> file.getFileName().toString()).toList());
        }
        assertThat(MigrationScripts.all().stream().map(SchemaTest::version))
                .isSorted()
                .doesNotHaveDuplicates();
    }

    private static Integer version(String script) {
        return Integer.valueOf(script.substring(1, script.indexOf("__")));
    }
}
