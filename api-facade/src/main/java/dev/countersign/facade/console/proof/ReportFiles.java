package dev.countersign.facade.console.proof;

import dev.countersign.facade.console.page.ConsolePage;
import dev.countersign.facade.console.page.Dates;
import dev.countersign.facade.console.page.PageNotFoundException;
import dev.countersign.jobs.Nights;
import dev.countersign.jobs.proof.IssuedReport;
import dev.countersign.jobs.proof.Proofs;
import dev.countersign.jobs.report.Reports;
import dev.countersign.reconcile.domain.account.Mode;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Map;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/** Reports of a date as they were issued, to be downloaded. */
@Controller
public class ReportFiles {

    private static final Map<String, MediaType> TYPES =
            Map.of(
                    "csv", new MediaType("text", "csv"),
                    "json", MediaType.APPLICATION_JSON,
                    "xml", MediaType.APPLICATION_XML,
                    "diff", MediaType.TEXT_PLAIN,
                    "xlsx",
                            MediaType.parseMediaType(
                                    "application/vnd.openxmlformats-officedocument"
                                            + ".spreadsheetml.sheet"));

    private final Nights nights;
    private final Proofs proofs;

    public ReportFiles(Nights nights, Proofs proofs) {
        this.nights = nights;
        this.proofs = proofs;
    }

    @GetMapping("/console/{mode}/proof/{date}/reports/{name}/{format}")
    ResponseEntity<Resource> file(
            @PathVariable("mode") String mode,
            @PathVariable("date") String date,
            @PathVariable("name") String name,
            @PathVariable("format") String format) {
        Mode books = ConsolePage.mode(mode);
        LocalDate day = Dates.date(date);
        MediaType type = TYPES.get(format);
        if (type == null || !Reports.NAMES.contains(name)) {
            throw missing(name, format);
        }
        Path file =
                nights.reportFile(books, day, name, format)
                        .orElseThrow(() -> missing(name, format));
        return ResponseEntity.ok()
                .contentType(type)
                .header(HttpHeaders.CONTENT_DISPOSITION, attachment(day + "." + file.getFileName()))
                .body(new FileSystemResource(file));
    }

    /** Rows, sums and hashes of a report's files, as they were issued with them. */
    @GetMapping("/console/{mode}/proof/{date}/reports/{name}/manifest")
    ResponseEntity<String> manifest(
            @PathVariable("mode") String mode,
            @PathVariable("date") String date,
            @PathVariable("name") String name) {
        LocalDate day = Dates.date(date);
        IssuedReport issued =
                proofs.reports(ConsolePage.mode(mode), day).stream()
                        .filter(each -> each.name().equals(name))
                        .findFirst()
                        .orElseThrow(() -> missing(name, "manifest"));
        String file =
                String.format(Locale.ROOT, "%s.%s.v%d.manifest.json", day, name, issued.version());
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_JSON)
                .header(HttpHeaders.CONTENT_DISPOSITION, attachment(file))
                .body(issued.manifest());
    }

    private static String attachment(String name) {
        return "attachment; filename=\"" + name + "\"";
    }

    private static PageNotFoundException missing(String name, String format) {
        return new PageNotFoundException("There is no report " + name + " as " + format + ".");
    }
}
