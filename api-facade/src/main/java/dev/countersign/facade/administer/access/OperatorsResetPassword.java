package dev.countersign.facade.administer.access;

import dev.countersign.facade.administer.AdministrationCommand;
import dev.countersign.reconcile.service.AuditContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Gives an operator a new password, where nobody else is left who could at the console. */
@Command(
        name = "reset-password",
        description =
                "Gives an operator a new password, shown only once and changed at the next login, and ends their "
                        + "sessions: where the first one was lost, or nobody else is an administrator.",
        mixinStandardHelpOptions = true)
final class OperatorsResetPassword extends AdministrationCommand {

    @Parameters(paramLabel = "NAME", description = "The operator's name.")
    private String name = "";

    @Override
    public Integer call() {
        AuditContext.about(name);
        out().println(console().operators().resetPassword(name).password());
        err().println(
                        "The password is shown only once: "
                                + name
                                + " changes it at the next login.");
        return DONE;
    }
}
