package dev.countersign.facade.console.lookup;

import dev.countersign.facade.console.page.ConsolePage;
import dev.countersign.facade.console.page.CsvFile;
import dev.countersign.facade.console.page.Dates;
import dev.countersign.facade.console.page.ListPart;
import dev.countersign.facade.console.page.PageLinks;
import dev.countersign.facade.console.page.PageNotFoundException;
import dev.countersign.reconcile.domain.card.Card;
import dev.countersign.reconcile.domain.card.SpendingLimits;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.program.Program;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.service.issuing.PhysicalOrders;
import dev.countersign.reconcile.service.issuing.Pins;
import dev.countersign.reconcile.service.issuing.Programs;
import dev.countersign.reconcile.service.issuing.WalletTokens;
import dev.countersign.reconcile.service.operations.Lookup;
import dev.countersign.reconcile.service.operations.Lookup.CardDetails;
import jakarta.servlet.http.HttpServletRequest;
import java.math.BigInteger;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.servlet.ModelAndView;

/** One card: what it may do, what of it is used, and what it did. */
@Controller
public record CardPage(
        Lookup lookup,
        WalletTokens tokens,
        PhysicalOrders orders,
        Pins pins,
        Programs programs,
        InstantSource clock) {

    private static final int ROWS = 25;
    private static final int TOKENS_MAX = 50;

    /**
     * The used part of a limit.
     *
     * @param limit null where none is set
     * @param percent of the limit, 100 at most
     */
    public record Usage(String name, BigInteger used, @Nullable Long limit, int percent) {

        private static final BigInteger HUNDRED = BigInteger.valueOf(100);

        static Usage of(String name, BigInteger used, @Nullable Long limit) {
            if (limit == null) {
                return new Usage(name, used, null, 0);
            }
            BigInteger percent =
                    limit == 0
                            ? HUNDRED
                            : used.multiply(HUNDRED).divide(BigInteger.valueOf(limit)).min(HUNDRED);
            return new Usage(name, used, limit, percent.intValueExact());
        }

        /** True when nothing is left. */
        public boolean full() {
            return limit != null && used.compareTo(BigInteger.valueOf(limit)) >= 0;
        }
    }

    @GetMapping("/console/{mode}/cards/{id}")
    ModelAndView show(@PathVariable("id") String id, HttpServletRequest request) {
        CardId card = parse(id);
        LocalDate today = Dates.today(clock);
        CardDetails look =
                lookup.card(card, today).orElseThrow(() -> PageNotFoundException.of("card", id));
        Card found = look.card();
        SpendingLimits limits = found.rules().limits();
        ListPart<Transaction> history =
                ListPart.of(
                        request,
                        CardPage::row,
                        ROWS,
                        (at, limit) -> lookup.ofCard(card, at, limit));
        ModelAndView page =
                ConsolePage.of(
                        request, "card", "Card " + found.last4(), "search", found.book().mode());
        page.addObject("card", found);
        page.addObject("versions", look.versions());
        page.addObject(
                "usage",
                List.of(
                        Usage.of("Today", look.spent().dayMinor(), limits.daily()),
                        Usage.of("This month", look.spent().monthMinor(), limits.monthly())));
        page.addObject("tokens", tokens.list(card, null, TOKENS_MAX).rows());
        page.addObject("order", orders.findNewest(card).orElse(null));
        page.addObject("pin", pins.state(card));
        page.addObject(
                "settlesIn",
                programs.find(found.book(), found.programId())
                        .map(Program::settlementCurrencies)
                        .orElse(List.of()));
        PageLinks.show(page, "history", history, request, row -> row.id().toString());
        return page;
    }

    @GetMapping("/console/{mode}/cards/{id}/transactions.csv")
    CsvFile file(@PathVariable("id") String id, HttpServletRequest request) {
        CardId card = parse(id);
        LocalDate today = Dates.today(clock);
        Card found =
                lookup.card(card, today)
                        .orElseThrow(() -> PageNotFoundException.of("card", id))
                        .card();
        ConsolePage.requireBooks(request, found.book().mode());
        return CsvFile.paged(
                id,
                TransactionColumns.ALL,
                Transaction::id,
                (at, limit) -> lookup.ofCard(card, at, limit));
    }

    private static CardId parse(String id) {
        return CardId.parse(id).orElseThrow(() -> PageNotFoundException.of("card", id));
    }

    private static @Nullable TransactionId row(String named) {
        return TransactionId.parse(named).orElse(null);
    }
}
