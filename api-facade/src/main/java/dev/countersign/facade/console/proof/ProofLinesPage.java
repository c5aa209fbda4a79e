package dev.countersign.facade.console.proof;

import dev.countersign.facade.console.page.ConsolePage;
import dev.countersign.facade.console.page.CsvFile;
import dev.countersign.facade.console.page.Dates;
import dev.countersign.facade.console.page.ListPart;
import dev.countersign.facade.console.page.PageLinks;
import dev.countersign.facade.console.page.PageNotFoundException;
import dev.countersign.jobs.proof.Booking;
import dev.countersign.jobs.proof.Component;
import dev.countersign.jobs.proof.Proofs;
import dev.countersign.jobs.proof.Proofs.CurrencyComponent;
import dev.countersign.jobs.proof.ProvedLine;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.IdText;
import jakarta.servlet.http.HttpServletRequest;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.servlet.ModelAndView;

/** One part of a settlement day, record by record. */
@Controller
public record ProofLinesPage(Proofs proofs) {

    private static final String PATH = "/console/{mode}/proof/{date}/{currency}/{component}";
    private static final int ROWS = 50;

    @GetMapping(PATH)
    ModelAndView list(
            @PathVariable("mode") Mode books,
            @PathVariable("date") String text,
            @PathVariable("currency") String currency,
            @PathVariable("component") String component,
            HttpServletRequest request) {
        LocalDate date = Dates.date(text);
        CurrencyComponent part = part(currency, component);
        ModelAndView page =
                ConsolePage.of(
                        request,
                        "proof-lines",
                        component + " in " + currency + " of " + date,
                        "proof",
                        books);
        page.addObject("date", date);
        page.addObject("part", part);
        if (part.component().booked()) {
            ListPart<Booking> bookings =
                    ListPart.of(
                            request,
                            BookingRow::parse,
                            ROWS,
                            (at, limit) -> proofs.bookings(books, date, part, at, limit));
            page.addObject("lines", List.of());
            PageLinks.show(page, "bookings", bookings, request, BookingRow::name);
            return page;
        }
        ListPart<ProvedLine> lines =
                ListPart.of(
                        request,
                        ProofLinesPage::row,
                        ROWS,
                        (at, limit) -> proofs.lines(books, date, part, at, limit));
        page.addObject("lines", lines.rows());
        page.addObject("bookings", List.of());
        page.addObject(
                "turns", PageLinks.of(request, lines, line -> IdText.write("clr_", line.id())));
        return page;
    }

    @GetMapping(PATH + ".csv")
    CsvFile file(
            @PathVariable("mode") Mode books,
            @PathVariable("date") String text,
            @PathVariable("currency") String currency,
            @PathVariable("component") String component) {
        LocalDate date = Dates.date(text);
        CurrencyComponent part = part(currency, component);
        String name = "proof-%s-%s-%s".formatted(date, currency, component);
        return part.component().booked()
                ? CsvFile.paged(
                        name,
                        ProofColumns.BOOKINGS,
                        Booking::key,
                        (at, limit) -> proofs.bookings(books, date, part, at, limit))
                : CsvFile.paged(
                        name,
                        ProofColumns.LINES,
                        ProvedLine::id,
                        (at, limit) -> proofs.lines(books, date, part, at, limit));
    }

    private static @Nullable UUID row(String named) {
        return IdText.read("clr_", named).orElse(null);
    }

    private static CurrencyComponent part(String currency, String component) {
        Component chosen = ConsolePage.chosen(Component.class, component);
        if (chosen == null || !currency.matches("[A-Z]{3}")) {
            throw new PageNotFoundException("There is no such part of a settlement day.");
        }
        return new CurrencyComponent(currency, chosen);
    }
}
