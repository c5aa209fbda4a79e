package dev.countersign.facade.administer.access;

import picocli.CommandLine.Command;

/** The operators of the console. */
@Command(
        name = "operators",
        description = "Lists the operators of the console, and lets them try to log in again.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            OperatorsList.class,
            OperatorsUnlock.class,
            OperatorsResetPassword.class,
            OperatorsResetFactors.class
        },
        mixinStandardHelpOptions = true)
public final class OperatorsCommand {}
