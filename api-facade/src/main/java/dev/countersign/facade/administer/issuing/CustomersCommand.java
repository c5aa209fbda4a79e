package dev.countersign.facade.administer.issuing;

import picocli.CommandLine.Command;

/** The changes to customers that the REST interface does not make. */
@Command(
        name = "customers",
        description = "Makes customers active or inactive.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = CustomersSetStatus.class,
        mixinStandardHelpOptions = true)
public final class CustomersCommand {}
