package dev.countersign.facade.launch.night;

import dev.countersign.facade.output.Format;
import dev.countersign.facade.output.FormatOption;
import dev.countersign.jobs.NightReport;
import dev.countersign.jobs.night.Night;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import javax.sql.DataSource;

/**
 * Tells of one night: which it is, its steps and, in the last line, what came of it. The last line
 * goes beside what programs read.
 */
record NightPrinter(DataSource source, FormatOption format, PrintWriter out, PrintWriter err) {

    void print(NightReport report) {
        Night night = report.night();
        List<NightRow.Step> steps = NightRow.steps(report);
        boolean table = format.format() == Format.TABLE;
        if (table) {
            format.print(NightRow.STEPS_OF_ONE, title(night), steps, out);
        } else {
            format.print(NightRow.STEPS, steps, out);
        }
        switch (night.state()) {
            case COMPLETED -> print(table ? out : err, NightOutcome.of(source, night).sentence());
            case STOPPED, FAILED -> print(err, failed(night));
            case RUNNING -> {}
        }
    }

    private static void print(PrintWriter to, String line) {
        to.println(line);
        to.flush();
    }

    private static String title(Night night) {
        return String.format(
                Locale.ROOT,
                "Night %d of %s, %s: %s",
                night.id(),
                night.businessDate(),
                ModeOption.book(night.mode()),
                night.state().wire());
    }

    private static String failed(Night night) {
        return String.format(
                Locale.ROOT,
                "Not proved. Night %d is %s: %s",
                night.id(),
                night.state().wire(),
                night.failure());
    }
}
