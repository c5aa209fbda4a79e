package dev.countersign.facade.launch.night;

import dev.countersign.facade.output.CommandGroup;
import dev.countersign.facade.output.FormatOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The nightly job. */
@Command(
        name = "job",
        description = "Runs the nightly job, and shows, stops, restarts and recovers its runs.",
        subcommands = {
            JobRun.class,
            JobCommand.RunList.class,
            JobActions.Show.class,
            JobActions.Stop.class,
            JobActions.Restart.class,
            JobActions.Recover.class
        })
public final class JobCommand extends CommandGroup {

    /** Lists nights. */
    @Command(
            name = "list",
            description =
                    "Lists the runs of the nightly job, the newest first. id names a run; number says which"
                            + " run of its date it is.")
    static final class RunList extends NightCommand {

        private static final int RUNS_MAX = 1_000;

        @Mixin private ModeFilter books = new ModeFilter();

        @Mixin private FormatOption format = new FormatOption();

        @Override
        public Integer call() {
            format.print(
                    NightRow.RUNS,
                    "Nights of the " + books.books(),
                    queries().list(books.mode(), RUNS_MAX),
                    out());
            return DONE;
        }
    }
}
