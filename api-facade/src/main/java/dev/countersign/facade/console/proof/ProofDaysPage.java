package dev.countersign.facade.console.proof;

import dev.countersign.facade.console.page.CsvFile;
import dev.countersign.facade.console.page.Dates;
import dev.countersign.facade.console.page.Page;
import dev.countersign.facade.output.Columns;
import dev.countersign.jobs.proof.Component;
import dev.countersign.jobs.proof.Proofs;
import dev.countersign.jobs.proof.Proofs.Day;
import dev.countersign.jobs.proof.Waterfall;
import dev.countersign.reconcile.domain.account.Mode;
import jakarta.servlet.http.HttpServletRequest;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The settlement days, each with what it came to. */
@Controller
public class ProofDaysPage {

    private static final int DAYS = 31;
    private static final int DAYS_PER_FILE = 400;

    private final Proofs proofs;

    public ProofDaysPage(Proofs proofs) {
        this.proofs = proofs;
    }

    /** A date in one of its currencies. */
    private record Row(Day day, Waterfall waterfall) {

        private static final Columns<Row> COLUMNS =
                Columns.<Row>of()
                        .text("business_date", Row::date)
                        .text("currency", row -> row.waterfall().currency())
                        .amount("gross", row -> row.waterfall().gross(), Row::currency)
                        .amount(
                                "interchange",
                                row -> row.part(Component.INTERCHANGE),
                                Row::currency)
                        .amount("fees", row -> row.part(Component.FEE), Row::currency)
                        .amount("net", row -> row.waterfall().net(), Row::currency)
                        .amount("ledger", row -> row.waterfall().ledger(), Row::currency)
                        .amount("remainder", row -> row.waterfall().remainder(), Row::currency)
                        .text("network", row -> row.day().word(row.currency()).wire())
                        .amount(
                                "network_difference",
                                row -> row.day().difference(row.currency()),
                                Row::currency);

        private LocalDate date() {
            return day.night().businessDate();
        }

        private String currency() {
            return waterfall.currency();
        }

        private Number part(Component component) {
            return waterfall.of(component);
        }
    }

    @GetMapping("/console/{mode}/proof")
    ModelAndView list(
            @PathVariable("mode") String mode,
            @RequestParam(name = "before", required = false) @Nullable String before,
            HttpServletRequest request) {
        Mode books = Page.mode(mode);
        List<Day> found = proofs.days(books, Dates.chosen(before), DAYS + 1);
        List<Day> shown = found.subList(0, Math.min(DAYS, found.size()));
        ModelAndView page = Page.of(request, "proof", "Proof", "proof", books);
        page.addObject("days", shown);
        page.addObject(
                "older", found.size() > DAYS ? shown.getLast().night().businessDate() : null);
        return page;
    }

    @GetMapping("/console/{mode}/proof.csv")
    ResponseEntity<String> file(@PathVariable("mode") String mode) {
        List<Row> rows =
                proofs.days(Page.mode(mode), null, DAYS_PER_FILE).stream()
                        .flatMap(day -> day.waterfalls().stream().map(each -> new Row(day, each)))
                        .toList();
        return CsvFile.of("proof-" + mode, Row.COLUMNS, rows);
    }
}
