package dev.countersign.facade.launch.night;

import dev.countersign.facade.output.FormatOption;
import dev.countersign.reconcile.domain.account.Mode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists nights. */
@Command(
        name = "list",
        description = "Lists the runs of the nightly job, the newest first.",
        mixinStandardHelpOptions = true)
final class JobList extends NightCommand {

    private static final int RUNS_MAX = 1_000;

    @Option(names = "--mode", paramLabel = "live|sandbox", description = "Only those of one mode.")
    private @Nullable Mode mode;

    @Mixin private FormatOption format = new FormatOption();

    @Override
    public Integer call() {
        format.print(NightRow.RUNS, nights().board().list(mode, RUNS_MAX), out());
        return DONE;
    }
}
