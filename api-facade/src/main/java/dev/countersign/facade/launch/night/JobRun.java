package dev.countersign.facade.launch.night;

import dev.countersign.facade.output.FormatOption;
import dev.countersign.facade.output.TerminalLine;
import dev.countersign.jobs.NightReport;
import dev.countersign.jobs.Nights;
import dev.countersign.jobs.RerunResult;
import dev.countersign.jobs.night.NightRefusedException;
import dev.countersign.jobs.night.NightState;
import dev.countersign.reconcile.domain.account.Mode;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a night. */
@Command(
        name = "run",
        description = {
            "Settles a business date.",
            "Matches what cleared, totals it, compares it with the network, opens the disputes that the "
                    + "records justify, and writes the reports. A night that did not complete goes on "
                    + "where it was. Where only the sandbox has records, the first night of the live "
                    + "book takes --mode live. Exit codes: 0 complete, 1 failed or stopped, 3 refused."
        })
final class JobRun extends NightCommand {

    @Parameters(paramLabel = "nightly", description = "The job; there is one.")
    private String job = "";

    @Option(
            names = "--business-date",
            required = true,
            paramLabel = "DATE",
            description =
                    "The UTC date, such as 2026-11-21. It has to have ended, in the sandbox too.")
    private @Nullable LocalDate date;

    @Mixin private ModeOption book = new ModeOption();

    @Option(
            names = "--rerun",
            description =
                    "Proves that a complete date would come out as it did, and changes nothing: "
                            + "exit code 1, with what differs, where it would not.")
    private boolean rerun;

    @Mixin private FormatOption format = new FormatOption();

    @Override
    public Integer call() {
        refuse(!job.equals("nightly"), "There is no job '" + job + "': there is nightly.");
        LocalDate wanted = date == null ? LocalDate.EPOCH : date;
        return atNights(nights -> rerun ? rerun(nights, wanted) : run(nights, wanted));
    }

    private int run(Nights nights, LocalDate wanted) {
        Mode mode = book.mode();
        LocalDate next = nights.queries().next(mode).orElse(null);
        if (next == null && !book.isNamed() && nights.queries().next(Mode.SANDBOX).isPresent()) {
            throw new NightRefusedException(
                    "The live book would begin with an empty %s, for good: say --mode live, or --mode sandbox, which has records."
                            .formatted(wanted));
        }
        NightReport report;
        NightProgress progress = NightProgress.of(nights, mode, err());
        try (progress) {
            report = nights.run(mode, wanted);
        }
        if (next == null) {
            remarkEmpty(nights, wanted);
        } else if (report.night().previousDate() == null && wanted.isBefore(next)) {
            err().println(
                            "The %s book begins with %s, before its first message of %s: the dates between are run first."
                                    .formatted(mode.wire(), wanted, next));
        }
        printer(format).print(report);
        return report.night().state() == NightState.COMPLETED ? DONE : FAILED;
    }

    /** Says that a book begins with an empty date: the operator may have meant the other mode. */
    private void remarkEmpty(Nights nights, LocalDate wanted) {
        Mode mode = book.mode();
        Mode other = mode == Mode.LIVE ? Mode.SANDBOX : Mode.LIVE;
        err().println(
                        "Nothing was ever recorded in mode %s, whose books begin with an empty %s.%s"
                                .formatted(
                                        mode.wire(),
                                        wanted,
                                        nights.queries().next(other).isEmpty()
                                                ? ""
                                                : " Mode %1$s has records: --mode %1$s."
                                                        .formatted(other.wire())));
    }

    private int rerun(Nights nights, LocalDate wanted) {
        RerunResult proved;
        try (var line = TerminalLine.on(err())) {
            proved =
                    nights.rerun(book.mode(), wanted, looking -> line.show("comparing " + looking));
        }
        List<String> differences = proved.differences();
        differences.forEach(out()::println);
        proved.remarks().forEach(err()::println);
        if (differences.isEmpty()) {
            err().println(
                            "%s comes out as it did in the %s; nothing was changed."
                                    .formatted(wanted, book.book()));
            return DONE;
        }
        err().println(
                        String.format(
                                Locale.ROOT,
                                "%s does not come out as it did in the %s: %d differences.",
                                wanted,
                                book.book(),
                                differences.size()));
        return FAILED;
    }
}
