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
public class CurrencyPage {

    private static final String PATH = "/console/{mode}/currencies";

    private final CurrencyWork work;
    private final IdGenerator ids;
    private final InstantSource clock;

    public CurrencyPage(CurrencyWork work, IdGenerator ids, InstantSource clock) {
        this.work = work;
        this.ids = ids;
        this.clock = clock;
    }

    /** A purchase that waits for a second operator. */
    public record Asked(CurrencyPurchase purchase, ApprovalRequest request) {}

    @GetMapping(PATH)
    ModelAndView show(@PathVariable("mode") String mode, HttpServletRequest request) {
        Mode books = ConsolePage.mode(mode);
        ModelAndView page = ConsolePage.of(request, "currencies", "Currencies", "proof", books);
        page.addObject("positions", work.open(books));
        page.addObject("purchases", work.newest(books));
        page.addObject(
                "asked",
                work.asked(books).stream()
                        .map(asked -> new Asked(CurrencyWork.purchase(asked), asked))
                        .toList());
        page.addObject("once", ids.next(clock.instant()));
        return page;
    }

    /** Books a purchase at once, or asks a second operator where it is large. */
    @PostMapping(PATH + "/buy")
    ModelAndView buy(
            @PathVariable("mode") String mode,
            @RequestParam(name = "bought_currency", defaultValue = "") String boughtCurrency,
            @RequestParam(name = "bought", defaultValue = "") String bought,
            @RequestParam(name = "paid_currency", defaultValue = "") String paidCurrency,
            @RequestParam(name = "paid", defaultValue = "") String paid,
            @RequestParam(name = "value_date", defaultValue = "") String valueDate,
            @RequestParam(name = "reason", defaultValue = "") String reason,
            @RequestParam(name = "once", defaultValue = "") String once,
            HttpServletRequest request) {
        Mode books = ConsolePage.mode(mode);
        LocalDate date = Dates.chosen(valueDate);
        if (date == null) {
            throw new InvalidInputException("Say on which day the bank moves it.");
        }
        if (reason.isBlank()) {
            throw new InvalidInputException("Say why it should be done.");
        }
        if (once.isBlank()) {
            throw new InvalidInputException("The form is not this page's: load the page again.");
        }
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
            @PathVariable("mode") String mode,
            @RequestParam("purchase") String text,
            @RequestParam("asked_at") Instant askedAt,
            HttpServletRequest request) {
        Mode books = ConsolePage.mode(mode);
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
            @PathVariable("mode") String mode,
            @RequestParam("purchase") String text,
            HttpServletRequest request) {
        Mode books = ConsolePage.mode(mode);
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
