package dev.countersign.facade.sandbox;

import dev.countersign.facade.rest.input.Body;
import dev.countersign.facade.rest.input.Call;
import dev.countersign.facade.rest.input.ObjectShape;
import dev.countersign.facade.rest.input.PropertyType;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.funding.FundingAccount;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.domain.id.ProgramId;
import dev.countersign.reconcile.service.NotFound;
import dev.countersign.reconcile.service.funding.FundingAccounts;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Currency;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Funding accounts of the sandbox. */
@RestController
@RequestMapping("/sandbox/v1/test_helpers/funding_accounts")
record TestFundingResource(FundingAccounts funding) {

    private static final String READ = "cards:read";
    private static final int TEXT_MAX = 255;

    private static final ObjectShape CREATE =
            new ObjectShape()
                    .required(PropertyType.TEXT, "currency")
                    .optional(PropertyType.INTEGER, "balance")
                    .optional(PropertyType.TEXT, "program_id", "customer_id");

    private static final ObjectShape MOVE =
            new ObjectShape().required(PropertyType.INTEGER, "amount");

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    FundingAccountJson create(HttpServletRequest request) {
        Book book = Call.book(request, TestAuthorizationsResource.WRITE);
        Body body = Body.read(request, CREATE);
        Currency currency = MoneyInput.known(body.requiredText("currency", TEXT_MAX), "currency");
        Long balance = body.integer("balance", 0);
        String program = body.text("program_id", TEXT_MAX);
        String customer = body.text("customer_id", TEXT_MAX);
        return FundingAccountJson.of(
                funding.open(
                        book,
                        program(program),
                        customer(customer),
                        currency,
                        balance == null ? 0 : balance));
    }

    private static @Nullable ProgramId program(@Nullable String id) {
        return id == null
                ? null
                : ProgramId.parse(id).orElseThrow(() -> NotFound.of("program", "program_id"));
    }

    private static @Nullable CustomerId customer(@Nullable String id) {
        return id == null
                ? null
                : CustomerId.parse(id).orElseThrow(() -> NotFound.of("customer", "customer_id"));
    }

    @GetMapping("/{funding_account_id}")
    FundingAccountJson get(
            @PathVariable("funding_account_id") String id, HttpServletRequest request) {
        return FundingAccountJson.of(find(Call.book(request, READ), id));
    }

    @PostMapping("/{funding_account_id}/credit")
    FundingAccountJson credit(
            @PathVariable("funding_account_id") String id, HttpServletRequest request) {
        Book book = Call.book(request, TestAuthorizationsResource.WRITE);
        FundingId account = find(book, id).id();
        return FundingAccountJson.of(funding.credit(book, account, amount(request)));
    }

    @PostMapping("/{funding_account_id}/debit")
    FundingAccountJson debit(
            @PathVariable("funding_account_id") String id, HttpServletRequest request) {
        Book book = Call.book(request, TestAuthorizationsResource.WRITE);
        FundingId account = find(book, id).id();
        return FundingAccountJson.of(funding.debit(book, account, amount(request)));
    }

    private static long amount(HttpServletRequest request) {
        return Body.read(request, MOVE).requiredInteger("amount", 1);
    }

    private FundingAccount find(Book book, String id) {
        return FundingId.parse(id)
                .flatMap(known -> funding.find(book, known))
                .orElseThrow(() -> NotFound.of("funding account", "funding_account_id"));
    }
}
