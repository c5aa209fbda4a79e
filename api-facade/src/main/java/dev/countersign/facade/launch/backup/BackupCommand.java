package dev.countersign.facade.launch.backup;

import dev.countersign.facade.local.Servers;
import dev.countersign.facade.local.VaultOptions;
import dev.countersign.facade.output.Columns;
import dev.countersign.facade.output.CommandGroup;
import dev.countersign.facade.output.FormatOption;
import dev.countersign.facade.output.TerminalCommand;
import dev.countersign.facade.simulate.CommandTopics;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.operations.BackupVerification;
import dev.countersign.reconcile.service.operations.BackupVerification.BackupFinding;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Backups of the database. */
@Command(
        name = "backup",
        description = "Backups of the database.",
        subcommands = BackupCommand.Verify.class)
public final class BackupCommand extends CommandGroup {

    /** Verifies that a backup which was restored is whole. */
    @Command(
            name = "verify",
            description = {
                "Verifies a database that was restored from a backup: its schema, the trial balance, what "
                        + "the vault's keys open, the audit trail, and the events that are still to be told.",
                "Beside the broker it also says what was answered since the backup, and that the topics "
                        + "still have what the product needs to go on from there. It changes nothing, and no "
                        + "product needs to run.",
                "It exits with 1 where anything is not whole."
            })
    static final class Verify extends TerminalCommand {

        private static final Columns<BackupFinding> COLUMNS =
                Columns.<BackupFinding>of()
                        .text("part", BackupFinding::part)
                        .flag("passed", BackupFinding::passed)
                        .text("finding", BackupFinding::finding);

        @Mixin private Servers servers = new Servers();

        @Mixin private VaultOptions vault = new VaultOptions();

        @Option(
                names = "--database-only",
                description = "Compares nothing with a broker, such as where the drill has none.")
        private boolean databaseOnly;

        @Mixin private FormatOption format = new FormatOption();

        @Override
        public Integer call() {
            List<BackupFinding> findings = findings(servers.dataSource());
            format.print(COLUMNS, findings, out());
            return findings.stream().allMatch(BackupFinding::passed) ? DONE : FAILED;
        }

        private List<BackupFinding> findings(DataSource source) {
            if (!Reconcile.hasUsableSchema(source)) {
                return List.of(
                        new BackupFinding(
                                "schema",
                                false,
                                "It is not that of this version: verify with the version that wrote the"
                                        + " backup, or run 'countersign migrate' on the copy first."));
            }
            BackupVerification backup =
                    Console.openBackup(Database.over(source), vault.open(), new SecureRandom());
            List<BackupFinding> findings = new ArrayList<>();
            findings.add(new BackupFinding("schema", true, "It is that of this version."));
            findings.addAll(backup.verify());
            if (!databaseOnly) {
                Topics topics = CommandTopics.on(servers);
                findings.addAll(
                        new BrokerComparison(topics, servers.kafka())
                                .compare(backup.positions(topics.feed()), backup.eventEnds()));
            }
            return findings;
        }
    }
}
