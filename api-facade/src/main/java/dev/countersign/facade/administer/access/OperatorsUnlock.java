package dev.countersign.facade.administer.access;

import dev.countersign.facade.administer.AdministrationCommand;
import dev.countersign.reconcile.service.access.LoginAttempts;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Ends the wait of an operator after failed logins. */
@Command(
        name = "unlock",
        description =
                "Forgets failed logins: of one operator from everywhere, or of all operators from an "
                        + "address. The next login is then checked at once.",
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
