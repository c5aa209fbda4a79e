package dev.countersign.facade.launch.night;

import dev.countersign.facade.launch.report.ReportProperties;
import dev.countersign.jobs.NightSettings;
import dev.countersign.jobs.Nights;
import dev.countersign.jobs.report.ReportCopy;
import dev.countersign.jobs.report.Reports;
import dev.countersign.reconcile.domain.CalendarText;
import dev.countersign.reconcile.service.SystemTime;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** Fetches a report. */
@Command(
        name = "report",
        description = {
            "Writes a report of a complete business date into a folder.",
            "CSV and JSON, or XML, with a manifest of columns, rows, sums and SHA-256, as they were "
                    + "issued. A file that is lost or was changed is refused with its path. "
                    + "There are: settlement-detail, settlement-summary, settlement-proof, interchange-variance, clearing-files, "
                    + "breaks, break-ageing, open-holds, hold-releases, suspense, bank, trial-balance, "
                    + "funds, dispute-exposure, activity, monthly-pack, carry-forward, camt053."
        })
public final class ReportCommand extends NightCommand {

    @Parameters(paramLabel = "NAME", description = "Which report.")
    private String name = "";

    @Option(
            names = "--business-date",
            required = true,
            paramLabel = "DATE",
            description =
                    "The UTC date; for monthly-pack and carry-forward the last date that counts.")
    private @Nullable LocalDate date;

    @Option(
            names = "--as-of",
            paramLabel = "MOMENT",
            converter = KnownAtConverter.class,
            description =
                    "The version that was known then, to the byte: a moment such as "
                            + "2026-11-23T06:00:00Z, or a UTC date, which stands for its end. Without "
                            + "this option, the newest.")
    private @Nullable Instant asOf;

    @Option(
            names = "--out",
            required = true,
            paramLabel = "DIR",
            description = "Where the files go; those of another date or mode there are replaced.")
    private @Nullable Path out;

    @Option(
            names = "--format",
            paramLabel = "xlsx|csv|json|xml",
            description =
                    "One file alone. xlsx is a workbook, rendered from the report's JSON; it is in no "
                            + "manifest. Without this option, all files that were issued.")
    private @Nullable String format;

    @Mixin private ModeOption book = new ModeOption();

    @Override
    public Integer call() {
        refuse(
                !Reports.NAMES.contains(name),
                "There is no report '%s': there is %s"
                        .formatted(name, String.join(", ", Reports.NAMES)));
        Nights nights =
                Nights.open(
                        dataSource(),
                        SystemTime.clock(),
                        NightSettings.with(ReportProperties.ofThisProcess().open()));
        LocalDate wanted = date == null ? LocalDate.EPOCH : date;
        Path folder = out == null ? Path.of("") : out;
        List<Path> files =
                format == null
                        ? nights.report(book.mode(), wanted, name, asOf, folder)
                        : List.of(file(nights, wanted, format).writeInto(folder));
        err().println("%s of %s, %s".formatted(name, wanted, book.book()));
        err().flush();
        files.forEach(out()::println);
        return DONE;
    }

    private ReportCopy file(Nights nights, LocalDate wanted, String as) {
        return nights.reportFile(book.mode(), wanted, name, as, asOf)
                .orElseThrow(() -> misuse("There is no report " + name + " as " + as));
    }

    /** A moment with its offset, or a UTC date, which stands for its end. */
    static final class KnownAtConverter implements ITypeConverter<Instant> {

        @Override
        public Instant convert(String text) {
            try {
                return CalendarText.asOf(text);
            } catch (DateTimeException e) {
                throw new TypeConversionException(
                        "'" + text + "' is not a time, such as 2026-11-23T06:00:00Z or 2026-11-23");
            }
        }
    }
}
