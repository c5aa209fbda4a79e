package dev.countersign.facade.launch.audit;

import dev.countersign.facade.local.DatabaseOption;
import dev.countersign.facade.local.VaultOptions;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.SystemTime;
import dev.countersign.reconcile.service.audit.AuditChain;
import java.security.SecureRandom;
import java.util.concurrent.Callable;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Makes a new key for the audit trail. */
@Command(
        name = "renew-key",
        description =
                "Makes a new key in the key file or token, under which the audit trail is sealed from"
                        + " now on. The older ones stay there: what they sealed is verified with them.",
        mixinStandardHelpOptions = true)
final class AuditRenewKey implements Callable<Integer> {

    @Spec private @Nullable CommandSpec spec;

    @Mixin private DatabaseOption database = new DatabaseOption();

    @Mixin private VaultOptions vault = new VaultOptions();

    @Override
    public Integer call() {
        DataSource source = database.dataSource();
        Reconcile.requireSchema(source);
        Database book = Database.over(source);
        AuditChain chain =
                Console.openChain(book, vault.open(new SecureRandom()), SystemTime.clock());
        String key = chain.renewKey();
        book.noteAction();
        var unused = chain.seal();
        if (spec == null) {
            throw new IllegalStateException("a command runs with its specification");
        }
        spec.commandLine().getOut().println("The audit trail is sealed with " + key + ".");
        return 0;
    }
}
