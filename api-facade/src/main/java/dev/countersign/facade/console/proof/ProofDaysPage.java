package dev.countersign.facade.console.proof;

import dev.countersign.facade.console.page.ConsolePage;
import dev.countersign.facade.console.page.CsvFile;
import dev.countersign.facade.console.page.Dates;
import dev.countersign.facade.console.page.ListPart;
import dev.countersign.facade.console.page.PageLinks;
import dev.countersign.facade.output.Columns;
import dev.countersign.jobs.proof.Component;
import dev.countersign.jobs.proof.Proofs;
import dev.countersign.jobs.proof.Proofs.Day;
import dev.countersign.jobs.proof.Waterfall;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.list.ListPosition;
import jakarta.servlet.http.HttpServletRequest;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.servlet.ModelAndView;

/** The settlement days, each with what it came to. */
@Controller
public record ProofDaysPage(Proofs proofs) {

    private static final int DAYS = 31;
    private static final int DAYS_PER_READ = 100;

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
    ModelAndView list(@PathVariable("mode") Mode books, HttpServletRequest request) {
        ListPart<Day> part =
                ListPart.of(
                        request, Dates::chosen, DAYS, (at, limit) -> proofs.days(books, at, limit));
        ModelAndView page = ConsolePage.of(request, "proof", "Proof", "proof", books);
        PageLinks.show(page, "days", part, request, day -> day.night().businessDate().toString());
        return page;
    }

    @GetMapping("/console/{mode}/proof.csv")
    CsvFile file(@PathVariable("mode") Mode books) {
        return CsvFile.of(
                "proof-" + books.wire(),
                Row.COLUMNS,
                (last, limit) -> rows(books, last == null ? null : last.date(), limit));
    }

    /** The rows of the dates after one, of whole dates. */
    private List<Row> rows(Mode mode, @Nullable LocalDate after, int least) {
        List<Row> rows = new ArrayList<>();
        LocalDate last = after;
        boolean more = true;
        while (more && rows.size() < least) {
            List<Day> days = proofs.days(mode, ListPosition.after(last), DAYS_PER_READ);
            for (Day day : days) {
                last = day.night().businessDate();
                day.waterfalls().forEach(each -> rows.add(new Row(day, each)));
            }
            more = days.size() == DAYS_PER_READ;
        }
        return rows;
    }
}
