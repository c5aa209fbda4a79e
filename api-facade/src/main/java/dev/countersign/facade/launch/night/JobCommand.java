package dev.countersign.facade.launch.night;

import picocli.CommandLine.Command;

/** The nightly job. */
@Command(
        name = "job",
        description = "Runs the nightly job, and shows, stops, restarts and recovers its runs.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            JobRun.class,
            JobList.class,
            JobActions.Show.class,
            JobActions.Stop.class,
            JobActions.Restart.class,
            JobActions.Recover.class
        },
        mixinStandardHelpOptions = true)
public final class JobCommand {}
