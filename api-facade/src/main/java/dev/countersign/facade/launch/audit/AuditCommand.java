package dev.countersign.facade.launch.audit;

import dev.countersign.facade.local.DatabaseOption;
import dev.countersign.facade.local.VaultOptions;
import dev.countersign.facade.output.CommandGroup;
import dev.countersign.facade.output.TerminalCommand;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.SystemTime;
import dev.countersign.reconcile.service.audit.AuditChain;
import java.security.SecureRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The trail of what people and keys did. */
@Command(
        name = "audit",
        description = "The trail of what people, API keys and commands did.",
        subcommands = {AuditVerify.class, AuditCommand.RenewKey.class})
public final class AuditCommand extends CommandGroup {

    /** Makes a new key for the audit trail. */
    @Command(
            name = "renew-key",
            description =
                    "Makes a new key in the key file or token, under which the audit trail is sealed from"
                            + " now on. The older ones stay there: what they sealed is verified with them.")
    static final class RenewKey extends TerminalCommand {

        @Mixin private DatabaseOption database = new DatabaseOption();

        @Mixin private VaultOptions vault = new VaultOptions();

        @Override
        public Integer call() {
            Database book = database.book();
            AuditChain chain =
                    Console.openChain(book, vault.open(new SecureRandom()), SystemTime.clock());
            String key = chain.renewKey();
            book.noteAction();
            var unused = chain.seal();
            out().println("The audit trail is sealed with " + key + ".");
            return DONE;
        }
    }
}
