package dev.countersign.facade.administer.access;

import picocli.CommandLine.Command;

/** API keys. */
@Command(
        name = "keys",
        description = "Makes, lists and revokes API keys.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {KeysCreate.class, KeysList.class, KeysRevoke.class},
        mixinStandardHelpOptions = true)
public final class KeysCommand {}
