package dev.countersign.facade.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.local.DataDirectory;
import dev.countersign.facade.local.KeysFile;
import dev.countersign.reconcile.testkit.ChildJvm;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.TestPostgres;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The end of commands that cannot do what they are asked, and of those that find their product. */
class CommandEndsIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path directory;

    private CommandDesk desk;

    @BeforeEach
    void sitDown() {
        desk = CommandDesk.beside(POSTGRES, directory);
    }

    @Test
    void sayInASentenceThatTheDatabaseDoesNotAnswer() {
        CommandRun.of("keys list --database-url jdbc:postgresql://127.0.0.1:1/x?user=postgres")
                .is(1)
                .says("The database does not answer");
        CommandRun.of(
                        "keys list --database-url "
                                + POSTGRES.url().replaceFirst("/[^/?]+\\?", "/nobase?"))
                .is(1)
                .says("no database of this name");
    }

    @Test
    void suggestWhatWasMeant() {
        CommandRun.of("kyes list").is(2).says("There is no command 'kyes': did you mean keys");
        CommandRun.of("keys lits").is(2).says("There is no command 'lits': did you mean list?");
        CommandRun.of("dance").is(2).says("there is serve, simulate, replay, accounts, programs");
        CommandRun.of("keys").is(2).says("Say which: create, list, revoke.");
        CommandRun.of("keys list --fromat json").is(2).says("--fromat");
    }

    @Test
    void findThemselvesAProductThatRunsHere() throws Exception {
        desk.account("Acme");
        Path home = directory.resolve("home");
        try (ChildJvm child = child(home, "accounts", "list")) {
            assertThat(child.output()).contains("No product has been started here");
            assertThat(child.exitCode()).isEqualTo(1);
        }
        writeKeys(home, TestPostgres.server().application().password());
        try (ChildJvm child = child(home, "accounts", "list", "--format=csv")) {
            assertThat(child.output()).contains("id,name,created_at\n").contains(",Acme,");
            assertThat(child.exitCode()).isZero();
        }
        try (ChildJvm child = child(home, "keys", "revoke", "key_none")) {
            assertThat(child.output()).contains("There is no API key key_none");
            assertThat(child.exitCode()).isEqualTo(3);
        }
    }

    @Test
    void sayThatAnotherProductAnswersThanTheOneWhoseKeysAreLoaded() throws Exception {
        Path home = directory.resolve("home of another");
        writeKeys(home, "of another server");
        try (ChildJvm child = child(home, "accounts", "list")) {
            assertThat(child.output())
                    .contains("Another server answers where that of the product in " + home);
            assertThat(child.exitCode()).isEqualTo(1);
        }
    }

    private static void writeKeys(Path home, String password) {
        new KeysFile(new DataDirectory(home))
                .write(
                        Map.of(
                                "DATABASE_URL",
                                POSTGRES.address(),
                                "PGUSER",
                                TestPostgres.server().application().user(),
                                "PGPASSWORD",
                                password));
    }

    private static ChildJvm child(Path home, String... arguments) throws Exception {
        return ChildJvm.run(Map.of("COUNTERSIGN_HOME", home.toString()), Main.class, arguments);
    }
}
