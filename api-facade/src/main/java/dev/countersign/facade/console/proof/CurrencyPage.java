package dev.countersign.facade.console.proof;

import dev.countersign.facade.console.access.OperatorRequest;
import dev.countersign.facade.console.page.ConsolePage;
import dev.countersign.facade.console.page.Dates;
import dev.countersign.facade.console.page.EnteredAmount;
import dev.countersign.facade.console.page.InvalidInputException;
import dev.countersign.jobs.fx.CurrencyPurchase;
import dev.countersign.jobs.fx.CurrencyWork;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.IdGenerator;
import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.operator.ApprovalRequest;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.Currency;
import java.util.Locale;
import java.util.function.Consumer;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** Open positions in currencies, and what is bought for them. */
@Controller
public record CurrencyPage(CurrencyWork work, IdGenerator ids, InstantSource clock) {

    private static final String PATH = "/console/{mode}/currencies";

    /** A purchase that waits for a second operator. */
    public record PendingPurchase(CurrencyPurchase purchase, ApprovalRequest request) {}

    @GetMapping(PATH)
    ModelAndView show(@PathVariable("mode") Mode books, HttpServletRequest request) {
        return ConsolePage.of(request, "currencies", "Currencies", "proof", books)
                .addObject("positions", work.open(books))
                .addObject("purchases", work.newest(books))
                .addObject(
                        "asked",
                        work.asked(books).stream()
                                .map(
                                        asked ->
                                                new PendingPurchase(
                                                        CurrencyWork.purchase(asked), asked))
                                .toList())
                .addObject("once", ids.next(clock.instant()));
    }

    /** Books a purchase at once, or asks a second operator where it is large. */
    @PostMapping(PATH + "/buy")
    ModelAndView buy(
            @PathVariable("mode") Mode books,
            @RequestParam(name = "bought_currency", defaultValue = "") String boughtCurrency,
            @RequestParam(name = "bought", defaultValue = "") String bought,
            @RequestParam(name = "paid_currency", defaultValue = "") String paidCurrency,
            @RequestParam(name = "paid", defaultValue = "") String paid,
            @RequestParam(name = "value_date", defaultValue = "") String valueDate,
            @RequestParam(name = "reason", defaultValue = "") String reason,
            @RequestParam(name = "once", defaultValue = "") String once,
            HttpServletRequest request) {
        LocalDate date =
                InvalidInputException.required(
                        Dates.chosen(valueDate), "Say on which day the bank moves it.");
        InvalidInputException.refuse(reason.isBlank(), "Say why it should be done.");
        InvalidInputException.refuse(
                once.isBlank(), "The form is not this page's: load the page again.");
        CurrencyPurchase purchase =
                new CurrencyPurchase(
                        money(boughtCurrency, bought), money(paidCurrency, paid), date);
        boolean two = work.needsApproval(purchase);
        return act(
                books,
                request,
                two ? "ask_buy" : "buy",
                purchase + ": " + reason.strip(),
                me -> {
                    if (two) {
                        work.ask(books, purchase, reason, me);
                    } else {
                        work.buy(books, purchase, once, me);
                    }
                });
    }

    @PostMapping(PATH + "/approve")
    ModelAndView approve(
            @PathVariable("mode") Mode books,
            @RequestParam("purchase") String text,
            @RequestParam("asked_at") Instant askedAt,
            HttpServletRequest request) {
        CurrencyPurchase purchase = CurrencyPurchase.parse(text);
        return act(
                books,
                request,
                "agree_buy",
                purchase.toString(),
                me -> work.approve(books, purchase, askedAt, me));
    }

    @PostMapping(PATH + "/refuse")
    ModelAndView refuse(
            @PathVariable("mode") Mode books,
            @RequestParam("purchase") String text,
            HttpServletRequest request) {
        CurrencyPurchase purchase = CurrencyPurchase.parse(text);
        return act(
                books,
                request,
                "refuse_buy",
                purchase.toString(),
                me -> work.refuse(books, purchase));
    }

    private static Money money(String code, String amount) {
        Currency currency =
                Currencies.find(code.strip().toUpperCase(Locale.ROOT))
                        .orElseThrow(() -> new InvalidInputException("There is no such currency."));
        return new Money(EnteredAmount.minor(amount, currency), currency);
    }

    private static ModelAndView act(
            Mode books,
            HttpServletRequest request,
            String action,
            String remark,
            Consumer<String> done) {
        OperatorRequest.act(request, "currency." + action, "currencies", remark, done);
        return ConsolePage.redirect("/console/%s/currencies".formatted(books.wire()));
    }
}
