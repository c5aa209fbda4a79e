package dev.countersign.facade.output;

import picocli.CommandLine.Command;

/** A command that does nothing by itself, and has others below it. */
@Command(synopsisSubcommandLabel = "COMMAND", mixinStandardHelpOptions = true)
public abstract class CommandGroup {}
