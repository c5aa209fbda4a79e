package dev.countersign.facade.console.proof;

import dev.countersign.facade.console.page.ConsolePage;
import dev.countersign.facade.console.page.CsvFile;
import dev.countersign.facade.console.page.Dates;
import dev.countersign.facade.console.page.ListPart;
import dev.countersign.facade.console.page.PageLinks;
import dev.countersign.facade.console.page.PageNotFoundException;
import dev.countersign.facade.output.Columns;
import dev.countersign.jobs.Nights;
import dev.countersign.jobs.proof.Booking;
import dev.countersign.jobs.proof.Proofs;
import dev.countersign.jobs.proof.Proofs.CurrencyAccount;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.ledger.AccountBalance;
import dev.countersign.reconcile.domain.ledger.LedgerAccount;
import jakarta.servlet.http.HttpServletRequest;
import java.math.BigDecimal;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The trial balance, and what is booked on an account. */
@Controller
public record BalancePage(Proofs proofs, Nights nights, InstantSource clock) {

    private static final String OF_ACCOUNT = "/console/{mode}/balance/{account}/{currency}";
    private static final int ROWS = 50;

    private static final Columns<AccountBalance> COLUMNS =
            Columns.<AccountBalance>of()
                    .text("account", AccountBalance::account)
                    .text("currency", AccountBalance::currency)
                    .amount("debit", AccountBalance::debit, AccountBalance::currency)
                    .amount("credit", AccountBalance::credit, AccountBalance::currency)
                    .amount("balance", AccountBalance::balance, AccountBalance::currency);

    /** The sums of a currency. */
    public record Sum(String currency, BigDecimal debit, BigDecimal credit) {

        Sum plus(Sum other) {
            return new Sum(currency, debit.add(other.debit), credit.add(other.credit));
        }

        /** True when debits equal credits. */
        public boolean balanced() {
            return debit.compareTo(credit) == 0;
        }
    }

    @GetMapping("/console/{mode}/balance")
    ModelAndView show(
            @PathVariable("mode") Mode books,
            @RequestParam(name = "as_of", required = false) @Nullable String asOf,
            HttpServletRequest request) {
        LedgerState upTo = upTo(books);
        LocalDate date = date(asOf, upTo);
        List<AccountBalance> balances = proofs.balances(books, date);
        TreeMap<String, Sum> sums = new TreeMap<>();
        balances.forEach(
                each ->
                        sums.merge(
                                each.currency(),
                                new Sum(each.currency(), each.debit(), each.credit()),
                                Sum::plus));
        return ConsolePage.of(request, "balance", "Trial balance", "proof", books)
                .addObject("balances", balances)
                .addObject("sums", sums.values())
                .addObject("asOf", date)
                .addObject("date", date)
                .addObject("upTo", upTo);
    }

    @GetMapping("/console/{mode}/balance.csv")
    CsvFile file(
            @PathVariable("mode") Mode books,
            @RequestParam(name = "as_of", required = false) @Nullable String asOf) {
        LocalDate date = date(asOf, upTo(books));
        return CsvFile.of(
                "trial-balance-" + books.wire() + "-" + date,
                COLUMNS,
                proofs.balances(books, date));
    }

    @GetMapping(OF_ACCOUNT)
    ModelAndView account(
            @PathVariable("mode") Mode books,
            @PathVariable("account") String account,
            @PathVariable("currency") String currency,
            @RequestParam(name = "date", required = false) @Nullable String text,
            HttpServletRequest request) {
        LocalDate date = date(text, upTo(books));
        requireAccount(account);
        ListPart<Booking> bookings =
                ListPart.of(
                        request,
                        BookingRow::parse,
                        ROWS,
                        (at, limit) ->
                                proofs.ofAccount(
                                        books,
                                        date,
                                        new CurrencyAccount(account, currency),
                                        at,
                                        limit));
        ModelAndView page =
                ConsolePage.of(
                        request, "account", "Account " + account + " " + currency, "proof", books);
        page.addObject("account", account);
        page.addObject("currency", currency);
        page.addObject("date", date);
        PageLinks.show(page, "bookings", bookings, request, BookingRow::name);
        return page;
    }

    @GetMapping(OF_ACCOUNT + ".csv")
    CsvFile accountFile(
            @PathVariable("mode") Mode books,
            @PathVariable("account") String account,
            @PathVariable("currency") String currency,
            @RequestParam(name = "date", required = false) @Nullable String text) {
        LocalDate date = date(text, upTo(books));
        requireAccount(account);
        return CsvFile.paged(
                "account-%s-%s-%s".formatted(account, currency, date),
                ProofColumns.BOOKINGS,
                Booking::key,
                (at, limit) ->
                        proofs.ofAccount(
                                books, date, new CurrencyAccount(account, currency), at, limit));
    }

    private static void requireAccount(String account) {
        if (LedgerAccount.find(account).isEmpty()) {
            throw PageNotFoundException.of("account", account);
        }
    }

    private LedgerState upTo(Mode mode) {
        return LedgerState.of(proofs, nights, clock, mode);
    }

    /** The date that was chosen, else the last that is complete. */
    private LocalDate date(@Nullable String text, LedgerState upTo) {
        LocalDate chosen = Dates.chosen(text);
        LocalDate last = upTo.night() == null ? Dates.today(clock) : upTo.night();
        return chosen == null ? last : chosen;
    }
}
