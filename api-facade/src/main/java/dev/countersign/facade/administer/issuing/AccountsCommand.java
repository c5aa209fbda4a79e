package dev.countersign.facade.administer.issuing;

import picocli.CommandLine.Command;

/** Accounts: the issuers that use this installation. */
@Command(
        name = "accounts",
        description = "Opens and lists accounts, and hands over their PIN keys.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {AccountsCreate.class, AccountsList.class, AccountsPinKey.class},
        mixinStandardHelpOptions = true)
public final class AccountsCommand {}
