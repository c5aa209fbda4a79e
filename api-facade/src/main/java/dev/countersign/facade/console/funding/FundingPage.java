package dev.countersign.facade.console.funding;

import dev.countersign.facade.console.access.OperatorRequest;
import dev.countersign.facade.console.page.ConsolePage;
import dev.countersign.facade.console.page.CsvFile;
import dev.countersign.facade.console.page.EnteredAmount;
import dev.countersign.facade.console.page.Formatter;
import dev.countersign.facade.console.page.InvalidInputException;
import dev.countersign.facade.console.page.ListPart;
import dev.countersign.facade.console.page.PageLinks;
import dev.countersign.facade.console.page.PageNotFoundException;
import dev.countersign.facade.output.Columns;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.funding.FundingAccount;
import dev.countersign.reconcile.domain.funding.NumberedMovement;
import dev.countersign.reconcile.domain.funding.OwnedFunds;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.domain.id.IdGenerator;
import dev.countersign.reconcile.service.funding.FundingWork;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** Funding accounts, the history of each, and its credits and debits. */
@Controller
public record FundingPage(FundingWork work, IdGenerator ids, InstantSource clock) {

    private static final String PATH = "/console/{mode}/funding";
    private static final String OF_ACCOUNT = PATH + "/{id}";
    private static final int ROWS = 50;
    private static final Pattern ONCE = Pattern.compile("[0-9a-f-]{36}");
    private static final Formatter SHOW = new Formatter();

    private static final Columns<OwnedFunds> COLUMNS =
            Columns.<OwnedFunds>of()
                    .text("id", row -> row.account().id())
                    .text("program_id", row -> row.account().program())
                    .text("customer_id", row -> row.account().customer())
                    .text("owner", OwnedFunds::owner)
                    .text("currency", OwnedFunds::currency)
                    .amount("balance", row -> row.account().balanceMinor(), OwnedFunds::currency)
                    .amount("held", row -> row.account().heldMinor(), OwnedFunds::currency)
                    .amount(
                            "available",
                            row -> row.account().availableMinor(),
                            OwnedFunds::currency);

    @GetMapping(PATH)
    ModelAndView list(@PathVariable("mode") Mode books, HttpServletRequest request) {
        ListPart<OwnedFunds> accounts =
                ListPart.of(
                        request,
                        text -> FundingId.parse(text).orElse(null),
                        ROWS,
                        (at, limit) -> work.list(books, at, limit));
        ModelAndView page = ConsolePage.of(request, "funding", "Funding accounts", "proof", books);
        PageLinks.show(page, "accounts", accounts, request, row -> row.account().id().toString());
        return page;
    }

    @GetMapping(PATH + ".csv")
    CsvFile file(@PathVariable("mode") Mode books) {
        return CsvFile.paged(
                "funding-" + books.wire(),
                COLUMNS,
                row -> row.account().id(),
                (at, limit) -> work.list(books, at, limit));
    }

    @GetMapping(OF_ACCOUNT)
    ModelAndView show(
            @PathVariable("mode") Mode books,
            @PathVariable("id") String id,
            HttpServletRequest request) {
        FundingAccount account = account(request, id);
        ListPart<NumberedMovement> history =
                ListPart.of(
                        request,
                        PageLinks::number,
                        ROWS,
                        (at, limit) -> work.history(account.id(), at, limit));
        ModelAndView page =
                ConsolePage.of(request, "funding-account", "Funding account", "proof", books);
        page.addObject("account", account);
        page.addObject("currency", account.currency().getCurrencyCode());
        page.addObject("asked", work.asked(account));
        page.addObject("once", ids.next(clock.instant()));
        PageLinks.show(page, "history", history, request, row -> String.valueOf(row.number()));
        return page;
    }

    /** Books an amount at once, or asks a second operator where it is large. */
    @PostMapping(OF_ACCOUNT + "/{change}")
    ModelAndView change(
            @PathVariable("id") String id,
            @PathVariable("change") String text,
            @RequestParam(name = "amount", defaultValue = "") String amount,
            @RequestParam(name = "reason", defaultValue = "") String reason,
            @RequestParam(name = "once", defaultValue = "") String once,
            HttpServletRequest request) {
        FundingChange change = FundingChange.of(text);
        FundingAccount account = account(request, id);
        long minor = EnteredAmount.minor(amount, account.currency());
        InvalidInputException.refuse(reason.isBlank(), "Say why it should be done.");
        InvalidInputException.refuse(
                !ONCE.matcher(once).matches(), "The form is not this page's: load the page again.");
        boolean two = work.needsApproval(account, minor);
        return act(
                request,
                account,
                (two ? "ask_" : "") + change.word(),
                "%s %s: %s"
                        .formatted(
                                SHOW.amount(minor, account.currency().getCurrencyCode()),
                                account.currency().getCurrencyCode(),
                                reason.strip()),
                me -> {
                    if (two) {
                        work.ask(change.kind(), account, minor, reason, me);
                    } else {
                        work.book(change.kind(), account, minor, once);
                    }
                });
    }

    @PostMapping(OF_ACCOUNT + "/{change}/approve")
    ModelAndView approve(
            @PathVariable("id") String id,
            @PathVariable("change") String text,
            @RequestParam(name = "asked_at") Instant askedAt,
            HttpServletRequest request) {
        FundingChange change = FundingChange.of(text);
        FundingAccount account = account(request, id);
        return act(
                request,
                account,
                "agree_" + change.word(),
                asked(change, account, askedAt),
                me -> work.approve(change.kind(), account, askedAt, me));
    }

    @PostMapping(OF_ACCOUNT + "/{change}/refuse")
    ModelAndView refuse(
            @PathVariable("id") String id,
            @PathVariable("change") String text,
            HttpServletRequest request) {
        FundingChange change = FundingChange.of(text);
        FundingAccount account = account(request, id);
        return act(
                request,
                account,
                "refuse_" + change.word(),
                "",
                me -> work.refuse(change.kind(), account));
    }

    /** The request that is agreed to, for the audit trail; one that was asked anew is refused. */
    private String asked(FundingChange change, FundingAccount account, Instant askedAt) {
        return work.asked(account).stream()
                .filter(each -> each.kind() == change.kind() && each.askedAt().equals(askedAt))
                .findFirst()
                .map(
                        each ->
                                "%s %s: %s (asked for by %s)"
                                        .formatted(
                                                SHOW.amount(
                                                        each.amountMinor(),
                                                        account.currency().getCurrencyCode()),
                                                account.currency().getCurrencyCode(),
                                                each.reason(),
                                                each.askedBy()))
                .orElse("");
    }

    private static ModelAndView act(
            HttpServletRequest request,
            FundingAccount account,
            String action,
            String remark,
            Consumer<String> done) {
        OperatorRequest.act(request, "funding." + action, account.id().toString(), remark, done);
        return ConsolePage.redirect(
                "/console/%s/funding/%s".formatted(account.book().mode().wire(), account.id()));
    }

    private FundingAccount account(HttpServletRequest request, String id) {
        FundingAccount account =
                FundingId.parse(id)
                        .flatMap(work::find)
                        .orElseThrow(
                                () ->
                                        new PageNotFoundException(
                                                "There is no funding account of this id."));
        ConsolePage.requireBooks(request, account.book().mode());
        return account;
    }
}
