package dev.countersign.facade.rest;

import dev.countersign.facade.rest.error.ErrorCode;
import dev.countersign.facade.rest.error.Refused;
import dev.countersign.facade.security.ApiKeyFilter;
import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.service.ApiKeys.Caller;
import dev.countersign.reconcile.service.Transactions;
import dev.countersign.reconcile.store.TransactionListStore.Filter;
import dev.countersign.reconcile.store.TransactionListStore.Page;
import jakarta.servlet.http.HttpServletRequest;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Transactions, to be read. */
@RestController
class TransactionsResource {

    private static final String SCOPE = "transactions:read";
    private static final Set<String> PARAMETERS =
            Set.of(
                    "card_id",
                    "customer_id",
                    "status",
                    "currency",
                    "created_gte",
                    "created_lt",
                    "limit",
                    "starting_after");
    private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");
    private static final Pattern LIMIT = Pattern.compile("[0-9]{1,3}");
    private static final Page NOTHING = new Page(List.of(), null);
    private static final int LIMIT_DEFAULT = 20;
    private static final int LIMIT_MAX = 100;
    private static final Function<String, Optional<TransactionStatus>> STATUSES =
            Wire.reader(TransactionStatus.class);

    private final Transactions transactions;

    TransactionsResource(Transactions transactions) {
        this.transactions = transactions;
    }

    @GetMapping({"/v1/transactions/{id}", "/sandbox/v1/transactions/{id}"})
    TransactionJson get(@PathVariable("id") String id, HttpServletRequest request) {
        Caller caller = ApiKeyFilter.caller(request, SCOPE);
        return TransactionId.parse(id)
                .flatMap(known -> transactions.find(caller.account(), caller.mode(), known))
                .map(TransactionJson::of)
                .orElseThrow(
                        () ->
                                new Refused(
                                        ErrorCode.RESOURCE_MISSING,
                                        "There is no such transaction.",
                                        "transaction_id"));
    }

    @GetMapping({"/v1/transactions", "/sandbox/v1/transactions"})
    ListJson<TransactionJson> list(HttpServletRequest request) {
        Caller caller = ApiKeyFilter.caller(request, SCOPE);
        requireKnownParameters(request);
        int limit = limit(one(request, "limit"));
        String card = one(request, "card_id");
        String customer = one(request, "customer_id");
        Optional<CardId> cardId = Optional.ofNullable(card).flatMap(CardId::parse);
        Optional<CustomerId> customerId = Optional.ofNullable(customer).flatMap(CustomerId::parse);
        Filter filter =
                new Filter(
                        caller.account(),
                        caller.mode(),
                        cardId.orElse(null),
                        customerId.orElse(null),
                        status(one(request, "status")),
                        currency(one(request, "currency")),
                        time(request, "created_gte"),
                        time(request, "created_lt"));
        String list = "transactions " + filter + " " + card + " " + customer;
        String cursor = one(request, "starting_after");
        TransactionId after = cursor == null ? null : new TransactionId(Cursor.read(cursor, list));
        boolean unknown =
                (card != null && cardId.isEmpty()) || (customer != null && customerId.isEmpty());
        Page page = unknown ? NOTHING : transactions.list(filter, after, limit);
        return ListJson.of(
                page.transactions().stream().map(TransactionJson::of).toList(),
                page.next() == null ? null : Cursor.write(page.next().value(), list));
    }

    private static void requireKnownParameters(HttpServletRequest request) {
        for (String name : request.getParameterMap().keySet()) {
            if (!PARAMETERS.contains(name)) {
                throw new Refused(
                        ErrorCode.QUERY_INVALID, "The list has no parameter of this name.", name);
            }
        }
    }

    private static @Nullable String one(HttpServletRequest request, String name) {
        String[] values = request.getParameterValues(name);
        if (values == null) {
            return null;
        }
        if (values.length > 1) {
            throw new Refused(ErrorCode.QUERY_INVALID, "Send the parameter once.", name);
        }
        return values[0];
    }

    private static int limit(@Nullable String text) {
        if (text == null) {
            return LIMIT_DEFAULT;
        }
        int limit = LIMIT.matcher(text).matches() ? Integer.parseInt(text) : 0;
        if (limit < 1 || limit > LIMIT_MAX) {
            throw new Refused(
                    ErrorCode.LIMIT_INVALID, "The limit is a number of 1 to 100.", "limit");
        }
        return limit;
    }

    private static @Nullable TransactionStatus status(@Nullable String text) {
        return text == null
                ? null
                : STATUSES.apply(text)
                        .orElseThrow(
                                () ->
                                        new Refused(
                                                ErrorCode.QUERY_INVALID,
                                                "The status is authorized, declined, reversed or settled.",
                                                "status"));
    }

    private static @Nullable String currency(@Nullable String text) {
        if (text != null && !CURRENCY.matcher(text).matches()) {
            throw new Refused(
                    ErrorCode.QUERY_INVALID,
                    "The currency is three uppercase letters.",
                    "currency");
        }
        return text;
    }

    private static @Nullable Instant time(HttpServletRequest request, String name) {
        String text = one(request, name);
        try {
            return text == null ? null : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw new Refused(
                    ErrorCode.QUERY_INVALID,
                    "The time is a date-time such as 2026-11-21T10:15:30Z.",
                    name);
        }
    }
}
