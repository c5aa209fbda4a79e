package dev.countersign.facade.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.countersign.reconcile.embedded.StartupRefusedException;
import dev.countersign.reconcile.vault.key.KeysRefusedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
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

    @Test
    void areNotMadeAnewWhereTheDatabaseWasWrittenUnderOthers() {
        Path file = directory.resolve("vault.p12");

        assertThatExceptionOfType(StartupRefusedException.class)
                .isThrownBy(() -> open(null, false))
                .withMessageStartingWith("The key file " + file + " is missing; put it back");

        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void getNoPasswordMadeAnewWhereTheKeyFileHasOne() throws Exception {
        String unused = open();
        Files.delete(directory.resolve("vault.password"));

        assertThatExceptionOfType(StartupRefusedException.class)
                .isThrownBy(this::open)
                .withMessageContaining("vault.password is missing; put it back");

        assertThat(directory.resolve("vault.password")).doesNotExist();
    }

    @Test
    void areNotOpenedByAnotherPassword() throws Exception {
        String unused = open();

        assertThatExceptionOfType(KeysRefusedException.class)
                .isThrownBy(() -> open("another", false))
                .withMessageStartingWith("The password of the key file")
                .withMessageContaining("is another");
    }

    private void open(@Nullable String password, boolean mayMake) {
        var unused =
                VaultKeys.open(
                        new VaultKeys.Settings(null, password, null),
                        new DataDirectory(directory),
                        new SecureRandom(),
                        mayMake);
    }

    private String open() throws Exception {
        open(null, true);
        return Files.readString(directory.resolve("vault.password"));
    }
}
