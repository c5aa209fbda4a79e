package dev.countersign.facade.administer.issuing;

import picocli.CommandLine.Command;

/** Card programs, which the REST interface only reads. */
@Command(
        name = "programs",
        description = "Creates, changes and lists card programs.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {ProgramsCreate.class, ProgramsUpdate.class, ProgramsList.class},
        mixinStandardHelpOptions = true)
public final class ProgramsCommand {}
