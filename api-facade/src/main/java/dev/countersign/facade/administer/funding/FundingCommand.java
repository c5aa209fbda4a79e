package dev.countersign.facade.administer.funding;

import picocli.CommandLine.Command;

/** Funding accounts: the money that cards spend from. */
@Command(
        name = "funding",
        description = "Opens, lists, credits and debits funding accounts.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            FundingCreate.class,
            FundingList.class,
            FundingCredit.class,
            FundingDebit.class
        },
        mixinStandardHelpOptions = true)
public final class FundingCommand {}
