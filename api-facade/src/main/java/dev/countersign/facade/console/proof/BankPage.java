package dev.countersign.facade.console.proof;

import dev.countersign.facade.console.access.OperatorRequest;
import dev.countersign.facade.console.page.ConsolePage;
import dev.countersign.facade.console.page.Dates;
import dev.countersign.facade.console.page.InvalidInputException;
import dev.countersign.jobs.bank.BankWork;
import dev.countersign.reconcile.domain.account.Mode;
import jakarta.servlet.http.HttpServletRequest;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** Booked entries of the settlement accounts, and what each of them pays. */
@Controller
public record BankPage(BankWork work) {

    private static final String PATH = "/console/{mode}/bank";
    private static final String OF_ENTRY = PATH + "/{id}";
    private static final int ROWS_MAX = 200;

    @GetMapping(PATH)
    ModelAndView list(
            @PathVariable("mode") Mode books,
            @RequestParam(name = "value_date", required = false) @Nullable String text,
            HttpServletRequest request) {
        LocalDate date = Dates.chosen(text);
        return ConsolePage.of(request, "bank", "Bank", "proof", books)
                .addObject("entries", work.entries(books, date, ROWS_MAX))
                .addObject("valueDate", date);
    }

    @PostMapping(OF_ENTRY + "/settle")
    ModelAndView settle(
            @PathVariable("mode") Mode books,
            @PathVariable("id") String id,
            @RequestParam(name = "settlement_date", defaultValue = "") String text,
            HttpServletRequest request) {
        LocalDate date =
                InvalidInputException.required(
                        Dates.chosen(text), "Say which settlement date it pays.");
        OperatorRequest.act(
                request, "bank.settle", id, date.toString(), me -> work.settle(books, id, date));
        return ConsolePage.redirect(PATH);
    }

    @PostMapping(OF_ENTRY + "/fee")
    ModelAndView fee(
            @PathVariable("mode") Mode books,
            @PathVariable("id") String id,
            HttpServletRequest request) {
        OperatorRequest.act(request, "bank.fee", id, "", me -> work.chargeFee(books, id));
        return ConsolePage.redirect(PATH);
    }
}
