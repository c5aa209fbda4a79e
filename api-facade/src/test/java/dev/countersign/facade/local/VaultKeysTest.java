package dev.countersign.facade.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.countersign.reconcile.embedded.StartupRefusedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VaultKeysTest {

    private static final int PROCESSES = 8;

    @TempDir Path directory;

    @Test
    void haveOnePasswordWhoeverBeginsAtOnce() throws Exception {
        try (ExecutorService processes = Executors.newFixedThreadPool(PROCESSES)) {
            List<Callable<String>> opening = new ArrayList<>();
            for (int i = 0; i < PROCESSES; i++) {
                opening.add(this::open);
            }
            for (Future<String> opened : processes.invokeAll(opening)) {
                assertThat(opened.get()).isEqualTo(open());
            }
        }
    }

    @Test
    void refuseAPasswordOfWhichOnlyTheFileIsLeft() throws Exception {
        Files.writeString(directory.resolve("vault.password"), "");

        assertThatExceptionOfType(StartupRefusedException.class)
                .isThrownBy(this::open)
                .withMessageStartingWith("The vault's password in " + directory)
                .withMessageContaining("is empty");
    }

    private String open() throws Exception {
        VaultKeys.open(
                new VaultKeys.Settings(null, null, null),
                new DataDirectory(directory),
                new SecureRandom());
        return Files.readString(directory.resolve("vault.password"));
    }
}
