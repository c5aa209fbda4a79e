package dev.countersign.facade.administer;

import picocli.CommandLine.Command;

/** What the REST interface does not change of customers. */
@Command(
        name = "customers",
        description = "Makes customers active or inactive.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = CustomersSetStatus.class,
        mixinStandardHelpOptions = true)
public final class CustomersCommand {}
