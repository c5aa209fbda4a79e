package dev.countersign.facade.console.proof;

import dev.countersign.facade.console.page.Dates;
import dev.countersign.facade.console.page.PageNotFoundException;
import dev.countersign.facade.error.FailureFilter;
import dev.countersign.jobs.Nights;
import dev.countersign.jobs.report.ReportCopy;
import dev.countersign.jobs.report.Reports;
import dev.countersign.reconcile.domain.account.Mode;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.LocalDate;
import java.util.Map;
import org.apache.catalina.connector.ClientAbortException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;

/**
 * Reports of a date as they were issued, or as a workbook, to be downloaded: in the newest version,
 * or in that which was known at a moment.
 */
@Controller
public record ReportFiles(Nights nights) {

    private static final Logger log = LoggerFactory.getLogger(ReportFiles.class);

    private static final Map<String, String> TYPES =
            Map.of(
                    "csv", "text/csv",
                    "json", "application/json",
                    "xml", "application/xml",
                    "diff", "text/plain",
                    "manifest.json", "application/json",
                    "xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");

    @GetMapping("/console/{mode}/proof/{date}/reports/{name}/{format}")
    void file(
            @PathVariable("mode") Mode books,
            @PathVariable("date") String date,
            @PathVariable("name") String name,
            @PathVariable("format") String format,
            @RequestParam(name = "as_of", required = false) @Nullable String asOf,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        LocalDate day = Dates.date(date);
        String wanted = format.equals("manifest") ? "manifest.json" : format;
        String type = TYPES.get(wanted);
        if (type == null || !Reports.NAMES.contains(name)) {
            throw missing(name, format);
        }
        ReportCopy file =
                nights.reportFile(books, day, name, wanted, Dates.asOf(asOf))
                        .orElseThrow(() -> missing(name, format));
        response.setContentType(type);
        response.setHeader(
                HttpHeaders.CONTENT_DISPOSITION,
                "attachment; filename=\"" + day + "." + file.fileName() + "\"");
        if (!request.getMethod().equals("HEAD")) {
            send(file, request, response);
        }
    }

    /** Breaks off a file that cannot be sent to its end, so that it is not taken for complete. */
    private static void send(
            ReportCopy file, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        try {
            file.content().writeTo(response.getOutputStream());
        } catch (ClientAbortException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            log.error("the report {} broke off", file.fileName(), e);
            request.setAttribute(FailureFilter.BROKEN_OFF, true);
            throw new ClientAbortException("a report broke off");
        }
    }

    private static PageNotFoundException missing(String name, String format) {
        return new PageNotFoundException("There is no report " + name + " as " + format + ".");
    }
}
