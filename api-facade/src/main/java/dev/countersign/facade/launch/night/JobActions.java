package dev.countersign.facade.launch.night;

import dev.countersign.facade.output.FormatOption;
import dev.countersign.jobs.NightReport;
import dev.countersign.jobs.Nights;
import dev.countersign.jobs.night.NightState;
import dev.countersign.reconcile.domain.account.Mode;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The actions on one run of the nightly job. */
final class JobActions {

    private JobActions() {}

    /** A command about one night. */
    abstract static class NightAction extends NightCommand {

        @Parameters(paramLabel = "ID", description = "The run, as 'job list' shows it.")
        private long id;

        @Mixin private FormatOption format = new FormatOption();

        abstract NightReport act(Nights nights, long of);

        @Override
        public Integer call() {
            return atNights(
                    nights -> {
                        NightReport report = act(nights, id);
                        printer(format).print(report);
                        return exitCode(report);
                    });
        }

        int exitCode(NightReport report) {
            return DONE;
        }
    }

    @Command(
            name = "show",
            description = "Shows the steps of a run with what they read, wrote and skipped.")
    static final class Show extends NightCommand {

        @Parameters(paramLabel = "ID", description = "The run, as 'job list' shows it.")
        private long id;

        @Mixin private FormatOption format = new FormatOption();

        @Override
        public Integer call() {
            printer(format).print(queries().show(id));
            return DONE;
        }
    }

    @Command(name = "stop", description = "Asks a run to stop after the chunk it is at.")
    static final class Stop extends NightAction {
        @Override
        NightReport act(Nights nights, long of) {
            NightReport asked = nights.stop(of);
            err().println(
                            String.format(
                                    Locale.ROOT, "Night %d stops after the chunks it is at.", of));
            return asked;
        }
    }

    @Command(name = "restart", description = "Goes on with a run that was stopped, failed or died.")
    static final class Restart extends NightAction {
        @Override
        NightReport act(Nights nights, long of) {
            Mode mode = nights.queries().show(of).night().mode();
            NightProgress progress = NightProgress.of(nights, mode, err());
            try (progress) {
                return nights.restart(of);
            }
        }

        @Override
        int exitCode(NightReport report) {
            return report.night().state() == NightState.COMPLETED ? DONE : FAILED;
        }
    }

    @Command(
            name = "recover",
            description = "Recovers a night whose process died, without going on with it.")
    static final class Recover extends NightAction {
        @Override
        NightReport act(Nights nights, long of) {
            return nights.recover(of);
        }
    }
}
