package dev.countersign.facade.launch.night;

import dev.countersign.facade.output.FormatOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists nights. */
@Command(
        name = "list",
        description =
                "Lists the runs of the nightly job, the newest first. id names a run; number says which"
                        + " run of its date it is.",
        mixinStandardHelpOptions = true)
final class JobList extends NightCommand {

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
