package dev.countersign.facade.console.proof;

import dev.countersign.facade.console.page.NotThere;
import dev.countersign.facade.console.page.Page;
import dev.countersign.jobs.proof.Cycle;
import dev.countersign.jobs.proof.Proofs;
import dev.countersign.jobs.proof.Proofs.Day;
import dev.countersign.reconcile.domain.account.Mode;
import jakarta.servlet.http.HttpServletRequest;
import java.time.LocalDate;
import java.util.List;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.servlet.ModelAndView;

/** One settlement day: from gross to net, the network's figures beside ours, the reports. */
@Controller
public class ProofDayPage {

    private final Proofs proofs;

    public ProofDayPage(Proofs proofs) {
        this.proofs = proofs;
    }

    @GetMapping("/console/{mode}/proof/{date}")
    ModelAndView show(
            @PathVariable("mode") String mode,
            @PathVariable("date") String text,
            HttpServletRequest request) {
        Mode books = Page.mode(mode);
        LocalDate date = Dates.date(text);
        Day day =
                proofs.day(books, date)
                        .orElseThrow(
                                () ->
                                        new NotThere(
                                                "There is no complete night of "
                                                        + date
                                                        + " in these books."));
        List<Cycle> cycles = proofs.cycles(books, date);
        ModelAndView page = Page.of(request, "proof-day", "Proof of " + date, "proof", books);
        page.addObject("day", day);
        page.addObject("date", date);
        page.addObject("cycles", cycles);
        page.addObject("verdict", verdict(cycles));
        page.addObject("reports", proofs.reports(books, date).stream().map(Report::of).toList());
        page.addObject("charts", true);
        return page;
    }

    private static String verdict(List<Cycle> cycles) {
        List<Cycle> told = cycles.stream().filter(each -> each.theirs() != null).toList();
        if (told.isEmpty()) {
            return "It has not told its totals yet";
        }
        if (!told.stream().allMatch(Cycle::agrees)) {
            return "It says otherwise";
        }
        return told.size() == cycles.size()
                ? "It says what we say"
                : "No difference where it has told its totals";
    }
}
