package dev.countersign.facade.launch.audit;

import dev.countersign.facade.local.DataDirectory;
import dev.countersign.facade.local.Servers;
import dev.countersign.facade.local.VaultOptions;
import dev.countersign.facade.output.Columns;
import dev.countersign.facade.output.FormatOption;
import dev.countersign.facade.output.TerminalCommand;
import dev.countersign.facade.simulate.CommandTopics;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.SystemTime;
import dev.countersign.reconcile.service.audit.ChainCheck;
import dev.countersign.reconcile.service.audit.ChainWitness;
import dev.countersign.reconcile.service.audit.CheckpointDestination;
import dev.countersign.reconcile.service.audit.DestinationUnavailableException;
import dev.countersign.reconcile.vault.key.KeyProvider;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares the audit trail with its checkpoints. */
@Command(
        name = "verify",
        description = {
            "Proves that the audit trail is whole: each entry as it was sealed, after the one before, "
                    + "and as long as each checkpoint says, of the file and of the topic.",
            "Note down its entries and its head, and give them the next time: they are a witness of "
                    + "your own, which nobody who has the product's machines can change."
        })
final class AuditVerify extends TerminalCommand {

    private static final Columns<ChainCheck> COLUMNS =
            Columns.<ChainCheck>of()
                    .number("entries", ChainCheck::entries)
                    .text("head", ChainCheck::head)
                    .flag("intact", ChainCheck::intact)
                    .number("checkpoints", ChainCheck::checkpoints)
                    .number("since_checkpoint", ChainCheck::uncovered)
                    .number("checkpoints_due", ChainCheck::due);

    @Mixin private Servers servers = new Servers();

    @Mixin private VaultOptions vault = new VaultOptions();

    @Option(
            names = "--checkpoint-file",
            paramLabel = "FILE",
            description =
                    "The file of checkpoints; by default $COUNTERSIGN_AUDIT_CHECKPOINTFILE, else that of"
                            + " the data directory.")
    private @Nullable Path checkpointFile;

    @Option(
            names = "--checkpoint-topic",
            paramLabel = "TOPIC",
            description =
                    "The topic of checkpoints, or a copy of it; by default the product's own.")
    private @Nullable String checkpointTopic;

    @Option(
            names = "--entries",
            paramLabel = "N",
            description = "Number of entries of the trail when you noted it.")
    private @Nullable Long entries;

    @Option(names = "--head", paramLabel = "HEAD", description = "The head that it had then.")
    private @Nullable String head;

    @Mixin private FormatOption format = new FormatOption();

    @Override
    public Integer call() {
        refuse(entries != null && entries < 1, "--entries must be 1 or more.");
        DataSource source = servers.dataSource();
        Reconcile.requireSchema(source);
        Database database = Database.over(source);
        KeyProvider keys = vault.open(new SecureRandom());
        ChainCheck check;
        try {
            check =
                    Console.openVerification(database, keys)
                            .verify(places(), new ChainWitness(entries, head));
        } catch (DestinationUnavailableException e) {
            err().println(e.getMessage());
            return FAILED;
        }
        format.printOne(COLUMNS, check, out());
        check.compared()
                .forEach(
                        (place, count) ->
                                err().println("Compared at " + place + ": " + count + "."));
        check.problems().forEach(err()::println);
        if (!check.intact()) {
            return FAILED;
        }
        int sealed = Console.openChain(database, keys, SystemTime.clock()).seal();
        if (sealed > 0) {
            err().println(
                            "Sealed after that: "
                                    + sealed
                                    + " entries that waited. They are compared next.");
        }
        return DONE;
    }

    private List<CheckpointDestination> places() {
        Path file =
                checkpointFile == null
                        ? AuditProperties.ofThisProcess()
                                .checkpointFile(DataDirectory.ofThisProcess())
                        : checkpointFile;
        String topic =
                checkpointTopic == null ? CommandTopics.on(servers).audit() : checkpointTopic;
        return List.of(new CheckpointFile(file), new CheckpointTopic(topic, servers.kafka()));
    }
}
