package dev.countersign.facade.rest;

import dev.countersign.facade.rest.input.AllowedValues;
import dev.countersign.facade.rest.input.Call;
import dev.countersign.facade.rest.input.Query;
import dev.countersign.facade.rest.input.Query.IdFilter;
import dev.countersign.facade.rest.json.ListJson;
import dev.countersign.facade.rest.json.TransactionJson;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.list.ListPage;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionFilter;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.service.NotFound;
import dev.countersign.reconcile.service.issuing.Transactions;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import java.util.regex.Pattern;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Transactions, to be read. */
@RestController
@RequestMapping({"/v1/transactions", "/sandbox/v1/transactions"})
record TransactionsResource(Transactions transactions) {

    private static final String READ = "transactions:read";
    private static final Set<String> FILTERS =
            Set.of("card_id", "customer_id", "status", "currency", "created_gte", "created_lt");
    private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");
    private static final AllowedValues<TransactionStatus> STATUSES =
            AllowedValues.of(TransactionStatus.class);

    @GetMapping
    ListJson<TransactionJson> list(HttpServletRequest request) {
        Book book = Call.book(request, READ);
        Query query = Query.of(request, book, FILTERS);
        IdFilter<CardId> card = query.id("card_id", CardId::parse);
        IdFilter<CustomerId> customer = query.id("customer_id", CustomerId::parse);
        TransactionFilter filter =
                new TransactionFilter(
                        book,
                        card.id(),
                        customer.id(),
                        query.choice("status", STATUSES),
                        query.text("currency", CURRENCY, "three uppercase letters"),
                        query.time("created_gte"),
                        query.time("created_lt"));
        int limit = query.limit();
        var after = query.after();
        ListPage<Transaction> page =
                card.unknown() || customer.unknown()
                        ? ListPage.empty()
                        : transactions.list(filter, after, limit);
        return ListJson.of(page, TransactionJson::of, query);
    }

    @GetMapping("/{transaction_id}")
    TransactionJson get(@PathVariable("transaction_id") String id, HttpServletRequest request) {
        Book book = Call.book(request, READ);
        return TransactionId.parse(id)
                .flatMap(known -> transactions.find(book, known))
                .map(TransactionJson::of)
                .orElseThrow(() -> NotFound.of("transaction", "transaction_id"));
    }
}
