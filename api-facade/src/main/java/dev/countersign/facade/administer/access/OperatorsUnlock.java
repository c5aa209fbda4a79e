package dev.countersign.facade.administer.access;

import dev.countersign.facade.administer.AdministrationCommand;
import dev.countersign.reconcile.service.access.LoginAttempts;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lets somebody try to log in again. */
@Command(
        name = "unlock",
        description =
                "Forgets the logins that failed: of an operator from everywhere, or of everybody from an "
                        + "address. Then the next login is looked at at once.",
        mixinStandardHelpOptions = true)
final class OperatorsUnlock extends AdministrationCommand {

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "The operator's name.")
    private @Nullable String name;

    @Option(names = "--source", paramLabel = "ADDRESS", description = "The network address.")
    private @Nullable String source;

    @Override
    public Integer call() {
        if ((name == null) == (source == null)) {
            throw misuse("Give the name of an operator, or --source.");
        }
        LoginAttempts attempts = console().attempts();
        boolean were = name != null ? attempts.unlock(name) : attempts.unlockSource(source);
        out().println(were ? "Unlocked." : "No login failed that counts: nothing was locked.");
        return DONE;
    }
}
