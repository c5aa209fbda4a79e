package dev.countersign.facade.launch.backup;

import picocli.CommandLine.Command;

/** Backups of the database. */
@Command(
        name = "backup",
        description = "Backups of the database.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = BackupVerify.class,
        mixinStandardHelpOptions = true)
public final class BackupCommand {}
