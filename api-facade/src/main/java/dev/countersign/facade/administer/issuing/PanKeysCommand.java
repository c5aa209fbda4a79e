package dev.countersign.facade.administer.issuing;

import picocli.CommandLine.Command;

/** The keys that card numbers are sealed with. */
@Command(
        name = "pan-keys",
        description = "Rotates the key that card numbers are encrypted with.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = PanKeysRotate.class,
        mixinStandardHelpOptions = true)
public final class PanKeysCommand {}
