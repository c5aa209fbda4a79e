package dev.countersign.facade.administer.access;

import dev.countersign.facade.administer.AdministrationCommand;
import dev.countersign.reconcile.service.AuditContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Takes the second factors of an operator away. */
@Command(
        name = "reset-factors",
        description =
                "Removes the second factors of an operator who lost the device, with the recovery codes and the "
                        + "login of an identity provider, and ends their sessions. Where a second factor is required, the next login sets one up.",
        mixinStandardHelpOptions = true)
final class OperatorsResetFactors extends AdministrationCommand {

    @Parameters(paramLabel = "NAME", description = "The operator's name.")
    private String name = "";

    @Override
    public Integer call() {
        AuditContext.about(name);
        console().operators().resetSecondFactors(name);
        out().println(name + " has a password alone.");
        return DONE;
    }
}
