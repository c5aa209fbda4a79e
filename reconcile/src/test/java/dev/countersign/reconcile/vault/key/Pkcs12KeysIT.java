package dev.countersign.reconcile.vault.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.testkit.ChildJvm;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Pkcs12KeysIT {

    @TempDir private Path directory;

    /** Each opens the file for the first time, as far as it knows, and adds a key. */
    @Test
    void processesThatStartTogetherShareTheKeysAndLoseNone() throws Exception {
        Path file = directory.resolve("keys.p12");
        List<ChildJvm> processes = new ArrayList<>();
        List<String> made = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                processes.add(ChildJvm.run(Pkcs12Process.class, file.toString(), "password"));
            }
            for (ChildJvm process : processes) {
                made.add(process.await("made"));
            }
        } finally {
            processes.forEach(ChildJvm::close);
        }

        assertThat(made).hasSize(4).containsOnly(made.getFirst());
        Pkcs12Keys keys = Pkcs12Keys.open(file, "password".toCharArray(), new SecureRandom());
        assertThat(keys.newest(KeyUse.KEY_ENCRYPTION)).hasToString("kek-5");
    }
}
