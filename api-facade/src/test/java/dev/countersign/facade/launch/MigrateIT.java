package dev.countersign.facade.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.embedded.StartupRefusedException;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.testkit.ChildJvm;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.TestPostgres;
import dev.countersign.reconcile.testkit.TestPostgres.Login;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A database of one's own gets the schema and the roles by a command. */
class MigrateIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path home;

    @Test
    void makesTheRolesOfADatabaseThatOneRoleHadSoFar() throws Exception {
        Jdbi administrator = JdbiSetup.over(POSTGRES.administratorSource());
        administrator.useHandle(
                handle -> {
                    handle.execute("drop schema public cascade");
                    handle.execute("create schema public");
                });
        assertThatExceptionOfType(StartupRefusedException.class)
                .isThrownBy(() -> Reconcile.requireSchema(POSTGRES.dataSource()))
                .withMessageContaining("run 'countersign migrate' as its owner first");
        var unused = Reconcile.migrate(POSTGRES.administratorSource());

        assertThat(migrate(TestPostgres.server().administrator()))
                .contains("The schema was up to date.")
                .contains("It belongs to countersign_owner");
        assertThat(migrate(TestPostgres.server().administrator())).contains("up to date");

        List<String> owners =
                administrator.withHandle(
                        handle ->
                                handle.createQuery(
                                                """
                                                select distinct pg_get_userbyid(relowner)
                                                  from pg_class
                                                 where relnamespace = 'public'::regnamespace
                                                """)
                                        .mapTo(String.class)
                                        .list());
        assertThat(owners).containsExactly("countersign_owner");
        Reconcile.requireSchema(POSTGRES.dataSource());
        Jdbi application = JdbiSetup.over(POSTGRES.dataSource());
        application.useHandle(
                handle ->
                        handle.execute(
                                "insert into account (id, name, created_at)"
                                        + " values (gen_random_uuid(), 'A', now())"));
        assertThatExceptionOfType(JdbiException.class)
                .isThrownBy(
                        () ->
                                application.useHandle(
                                        handle ->
                                                handle.execute(
                                                        "delete from flyway_schema_history")))
                .withMessageContaining("permission denied");
        assertThatExceptionOfType(JdbiException.class)
                .isThrownBy(
                        () -> application.useHandle(handle -> handle.execute("drop table account")))
                .withMessageContaining("must be owner");
    }

    @Test
    void saysWhatAnAdministratorRunsWhereTheRoleMayMakeNoOthers() throws Exception {
        assertThat(migrate(TestPostgres.server().application()))
                .contains("The schema was up to date.")
                .contains("This role may not make others")
                .contains("--print-roles");
        try (ChildJvm command =
                ChildJvm.run(
                        Map.of("COUNTERSIGN_HOME", home.toString()),
                        Main.class,
                        "migrate",
                        "--print-roles")) {
            assertThat(command.output()).contains("countersign_owner", "countersign_app");
            assertThat(command.exitCode()).isZero();
        }
    }

    @Test
    void refusesADatabaseOfBeforeTheBaseline() throws Exception {
        Jdbi owner = JdbiSetup.over(POSTGRES.ownerSource());
        String first =
                owner.withHandle(
                        handle ->
                                handle.createQuery(
                                                "select script from flyway_schema_history"
                                                        + " where version = '1'")
                                        .mapTo(String.class)
                                        .one());
        nameFirstMigration(owner, "V01__the_book.sql");
        try (ChildJvm command = command(TestPostgres.server().administrator())) {
            assertThat(command.output())
                    .contains("begin anew with an empty database")
                    .doesNotContain("Exception");
            assertThat(command.exitCode()).isNotZero();
        } finally {
            nameFirstMigration(owner, first);
        }
    }

    private static void nameFirstMigration(Jdbi owner, String script) {
        owner.useHandle(
                handle ->
                        handle.execute(
                                "update flyway_schema_history set script = ? where version = '1'",
                                script));
    }

    @Test
    void takesNoPasswordOnTheCommandLine() throws Exception {
        try (ChildJvm command =
                ChildJvm.run(Main.class, "migrate", "--database-url=" + POSTGRES.url())) {
            assertThat(command.output())
                    .contains("Every user of the machine can read a password in an address");
            assertThat(command.exitCode()).isEqualTo(2);
        }
    }

    private String migrate(Login login) throws Exception {
        try (ChildJvm command = command(login)) {
            String output = command.output();
            assertThat(command.exitCode()).as(output).isZero();
            return output;
        }
    }

    private ChildJvm command(Login login) throws Exception {
        return ChildJvm.run(
                Map.of(
                        "COUNTERSIGN_HOME", home.toString(),
                        "PGUSER", login.user(),
                        "PGPASSWORD", login.password()),
                Main.class,
                "migrate",
                "--database-url=" + POSTGRES.address());
    }
}
