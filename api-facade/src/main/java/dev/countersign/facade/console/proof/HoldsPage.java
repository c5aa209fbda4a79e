package dev.countersign.facade.console.proof;

import dev.countersign.facade.console.page.ConsolePage;
import dev.countersign.facade.console.page.CsvFile;
import dev.countersign.facade.console.page.ListPart;
import dev.countersign.facade.console.page.PageLinks;
import dev.countersign.facade.output.Columns;
import dev.countersign.jobs.Nights;
import dev.countersign.jobs.proof.ExpectedRelease;
import dev.countersign.jobs.proof.OpenHold;
import dev.countersign.jobs.proof.Proofs;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.TransactionId;
import jakarta.servlet.http.HttpServletRequest;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.servlet.ModelAndView;

/** The page of the holds for authorizations, and of when nights release them. */
@Controller
public record HoldsPage(Proofs proofs, Nights nights, InstantSource clock, Forecast forecast) {

    private static final int ROWS = 50;

    private static final Columns<OpenHold> HOLDS =
            Columns.<OpenHold>of()
                    .text("transaction_id", row -> new TransactionId(row.transaction()))
                    .text("card_id", row -> new CardId(row.card()))
                    .amount("held", OpenHold::minor, OpenHold::currency)
                    .text("currency", OpenHold::currency)
                    .time("held_since", OpenHold::since)
                    .text("held_until", OpenHold::until)
                    .text("released_in_night_of", OpenHold::releasedOn);

    private static final Columns<ExpectedRelease> RELEASES =
            Columns.<ExpectedRelease>of()
                    .text("business_date", ExpectedRelease::date)
                    .text("currency", ExpectedRelease::currency)
                    .number("holds", ExpectedRelease::holds)
                    .amount("released", ExpectedRelease::minor, ExpectedRelease::currency);

    @GetMapping("/console/{mode}/holds")
    ModelAndView list(@PathVariable("mode") Mode books, HttpServletRequest request) {
        LocalDate night = forecast.next(books);
        ListPart<OpenHold> part =
                ListPart.of(
                        request,
                        HoldsPage::row,
                        ROWS,
                        (at, limit) -> proofs.holds(books, night, at, limit));
        ModelAndView page = ConsolePage.of(request, "holds", "Holds", "proof", books);
        page.addObject("upTo", LedgerState.of(proofs, nights, clock, books));
        page.addObject("releases", forecast.of(books));
        PageLinks.show(
                page,
                "holds",
                part,
                request,
                row -> new TransactionId(row.transaction()).toString());
        page.addObject("charts", true);
        return page;
    }

    @GetMapping("/console/{mode}/holds.csv")
    CsvFile file(@PathVariable("mode") Mode books) {
        LocalDate next = forecast.next(books);
        return CsvFile.paged(
                "holds-" + books.wire(),
                HOLDS,
                OpenHold::transaction,
                (at, limit) -> proofs.holds(books, next, at, limit));
    }

    @GetMapping("/console/{mode}/holds/releases.csv")
    CsvFile releases(@PathVariable("mode") Mode books) {
        return CsvFile.of("releases-" + books.wire(), RELEASES, forecast.of(books));
    }

    private static @Nullable UUID row(String named) {
        return TransactionId.parse(named).map(TransactionId::value).orElse(null);
    }
}
