package dev.countersign.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.countersign.reconcile.embedded.StartupRefusedException;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.service.RandomIds;
import dev.countersign.reconcile.testkit.GeneratedFile;
import dev.countersign.reconcile.testkit.Patience;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.flywaydb.core.Flyway;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The schema of a migrated database, and databases that no migration leads on from. */
class SchemaIT {

    /** Others print views otherwise. */
    private static final int POSTGRES_THAT_PRINTED = 18;

    private static final int VERSION = 10_000;

    private static final String BEGIN_ANEW =
            "The database was made by a version whose schema cannot be brought up to date: begin anew"
                    + " with an empty database or, where the product brings the database, with another"
                    + " COUNTERSIGN_HOME or after removing that directory.";

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private final Jdbi owner = JdbiSetup.over(POSTGRES.ownerSource());

    @AfterEach
    void recreate() {
        POSTGRES.recreate();
    }

    @Test
    void isTheOneOfTheGoldenDump() {
        int server =
                owner.withHandle(
                        handle ->
                                handle.createQuery(
                                                "select current_setting('server_version_num')::int")
                                        .mapTo(Integer.class)
                                        .one());
        assumeTrue(server / VERSION == POSTGRES_THAT_PRINTED);

        String dump = owner.withHandle(SchemaDump::of);

        new GeneratedFile(Path.of("src", "test", "resources", "schema.golden.sql"))
                .assertIs(
                        "-- Written by SchemaIT from a migrated database: never edit it.\n\n"
                                + dump);
    }

    @Test
    void refusesADatabaseOfBeforeTheBaseline() {
        owner.useHandle(
                handle -> {
                    handle.execute(
                            "update flyway_schema_history"
                                    + " set version = '01', script = 'V01__the_book.sql'"
                                    + " where version = '1'");
                    handle.execute("delete from flyway_schema_history where version::int > 6");
                    handle.execute(
                            "update flyway_schema_history"
                                    + " set version = '80', script = 'V80__operators.sql'"
                                    + " where version = '6'");
                });

        isRefusedByAll();
    }

    @Test
    void refusesADatabaseWhoseMigrationsWereOthers() {
        owner.useHandle(
                handle -> {
                    handle.execute("delete from flyway_schema_history where version::int >= 6");
                    handle.execute(
                            "update flyway_schema_history set checksum = 1 where version = '3'");
                });

        assertThatExceptionOfType(StartupRefusedException.class)
                .isThrownBy(() -> Schema.bringUpToDate(POSTGRES.ownerSource()))
                .withMessage(BEGIN_ANEW);
    }

    /** As commands and processes of a newer version find it, also where their login owns it. */
    @Test
    void isChangedByNobodyWhoIsNotToldTo() {
        owner.useHandle(
                handle ->
                        handle.execute(
                                """
                                delete from flyway_schema_history
                                 where installed_rank = (select max(installed_rank)
                                                           from flyway_schema_history)
                                """));
        String before = owner.withHandle(SchemaDump::of);

        assertThatExceptionOfType(StartupRefusedException.class)
                .isThrownBy(
                        () ->
                                Administration.open(
                                        POSTGRES.ownerSource(), Instant::now, new RandomIds()))
                .withMessageContaining("run 'countersign migrate' as its owner first");
        assertThatExceptionOfType(StartupRefusedException.class)
                .isThrownBy(() -> Schema.bringUpToDate(POSTGRES.dataSource()))
                .withMessageContaining("run 'countersign migrate' as its owner first");

        assertThat(owner.withHandle(SchemaDump::of)).isEqualTo(before);
    }

    /** Decisions wait behind a migration that waits: it gives way, and tries again. */
    @Test
    void isMigratedOnceNothingUsesWhatItChanges() throws Exception {
        emptySchema();
        Flyway.configure().dataSource(POSTGRES.ownerSource()).target("32").load().migrate();
        CompletableFuture<Integer> migrated;
        try (Handle night = owner.open()) {
            night.begin();
            night.execute("lock table feed_position in access share mode");
            migrated = CompletableFuture.supplyAsync(() -> Schema.migrate(POSTGRES.ownerSource()));
            Patience.until(() -> waiting() == 1);
            Patience.until(() -> waiting() == 0);
            night.rollback();
        }

        assertThat(migrated.get()).isPositive();
        Schema.require(POSTGRES.ownerSource());
    }

    private long waiting() {
        return owner.withHandle(
                handle ->
                        handle.createQuery(
                                        "select count(*) from pg_locks where not granted and relation = 'feed_position'::regclass")
                                .mapTo(Long.class)
                                .one());
    }

    private static void emptySchema() {
        JdbiSetup.over(POSTGRES.administratorSource())
                .useHandle(
                        handle -> {
                            handle.execute("drop schema public cascade");
                            handle.execute("create schema public authorization countersign_owner");
                        });
    }

    /** So a process can be started again while the release after it is put in place. */
    @Test
    void letsAnOlderVersionStartUntilALaterMigrationContracts() {
        owner.useHandle(
                handle ->
                        handle.execute(
                                """
                                insert into flyway_schema_history (installed_rank, version, description,
                                        type, script, installed_by, execution_time, success)
                                select max(installed_rank) + 1, '9000', 'notes of cards', 'SQL',
                                       'V9000__notes_of_cards.sql', 'owner', 1, true
                                  from flyway_schema_history
                                """));

        Schema.require(POSTGRES.dataSource());
        Schema.bringUpToDate(POSTGRES.ownerSource());

        owner.useHandle(
                handle ->
                        handle.execute(
                                """
                                update flyway_schema_history
                                   set description = 'contract notes of cards'
                                 where version = '9000'
                                """));

        assertThatExceptionOfType(StartupRefusedException.class)
                .isThrownBy(() -> Schema.require(POSTGRES.dataSource()))
                .withMessageContaining("of a newer version")
                .withMessageContaining("run that version");
        assertThatExceptionOfType(StartupRefusedException.class)
                .isThrownBy(() -> Schema.bringUpToDate(POSTGRES.ownerSource()))
                .withMessageContaining("run that version");
    }

    @Test
    void isBroughtUpToDateByAStartThatIsToldTo() {
        emptySchema();

        Schema.bringUpToDate(POSTGRES.ownerSource());

        Schema.require(POSTGRES.ownerSource());
    }

    private static void isRefusedByAll() {
        assertThatExceptionOfType(StartupRefusedException.class)
                .isThrownBy(() -> Schema.require(POSTGRES.dataSource()))
                .withMessage(BEGIN_ANEW);
        assertThatExceptionOfType(StartupRefusedException.class)
                .isThrownBy(() -> Schema.bringUpToDate(POSTGRES.ownerSource()))
                .withMessage(BEGIN_ANEW);
        assertThatExceptionOfType(StartupRefusedException.class)
                .isThrownBy(() -> Schema.migrate(POSTGRES.ownerSource()))
                .withMessage(BEGIN_ANEW);
        assertThatExceptionOfType(StartupRefusedException.class)
                .isThrownBy(() -> Schema.migrateWithRoles(POSTGRES.administratorSource()))
                .withMessage(BEGIN_ANEW);
    }
}
