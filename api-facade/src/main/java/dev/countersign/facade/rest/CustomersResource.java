package dev.countersign.facade.rest;

import dev.countersign.facade.rest.input.AllowedValues;
import dev.countersign.facade.rest.input.Body;
import dev.countersign.facade.rest.input.Call;
import dev.countersign.facade.rest.input.MetadataInput;
import dev.countersign.facade.rest.input.ObjectShape;
import dev.countersign.facade.rest.input.PropertyType;
import dev.countersign.facade.rest.input.Query;
import dev.countersign.facade.rest.json.CustomerJson;
import dev.countersign.facade.rest.json.ListJson;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.customer.Customer;
import dev.countersign.reconcile.domain.customer.CustomerFilter;
import dev.countersign.reconcile.domain.customer.CustomerType;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.text.CardNumberMask;
import dev.countersign.reconcile.service.NotFound;
import dev.countersign.reconcile.service.issuing.Customers;
import dev.countersign.reconcile.service.issuing.Customers.NewCustomer;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Customers. */
@RestController
@RequestMapping({"/v1/customers", "/sandbox/v1/customers"})
record CustomersResource(Customers customers) {

    private static final String READ = "customers:read";
    private static final String WRITE = "customers:write";
    private static final int NAME_MAX = 100;
    private static final int EXTERNAL_ID_MAX = 255;
    private static final Pattern EMAIL =
            Pattern.compile(
                    "(?=.{3,254}$)[^\\s@\\x00-\\x1F]+@[^\\s@.\\x00-\\x1F]+(\\.[^\\s@.\\x00-\\x1F]+)+");
    private static final Pattern PHONE = Pattern.compile("\\+[1-9][0-9]{1,14}");
    private static final AllowedValues<CustomerType> TYPES = AllowedValues.of(CustomerType.class);
    private static final AllowedValues<Boolean> ACTIVE = AllowedValues.either("active", "inactive");

    private static final ObjectShape CREATE =
            new ObjectShape()
                    .required(PropertyType.TEXT, "type")
                    .optional(PropertyType.TEXT, "external_id")
                    .optional(
                            "name", new ObjectShape().optional(PropertyType.TEXT, "first", "last"))
                    .optional(PropertyType.TEXT, "email", "phone")
                    .optional(PropertyType.PAIRS, "metadata")
                    .fixed(CustomerJson.class);
    private static final ObjectShape UPDATE =
            new ObjectShape()
                    .nullable(
                            "name", new ObjectShape().nullable(PropertyType.TEXT, "first", "last"))
                    .nullable(PropertyType.TEXT, "email", "phone")
                    .nullable(PropertyType.PAIRS, "metadata")
                    .fixed(CustomerJson.class);

    @PostMapping
    ResponseEntity<String> create(HttpServletRequest request) {
        Book book = Call.book(request, WRITE);
        Call.requireKeyForm(request);
        Body body = Body.read(request, CREATE);
        Body name = body.part("name");
        NewCustomer wanted =
                new NewCustomer(
                        body.requiredChoice("type", TYPES),
                        body.has("external_id")
                                ? body.requiredReference("external_id", EXTERNAL_ID_MAX)
                                : null,
                        new Customer.Name(
                                name.text("first", NAME_MAX), name.text("last", NAME_MAX)),
                        email(body),
                        phone(body),
                        MetadataInput.read(body));
        return Call.send(
                customers.create(
                        book, wanted, Call.creation(request, book, body, CustomerJson::of)));
    }

    @GetMapping
    ListJson<CustomerJson> list(HttpServletRequest request) {
        Book book = Call.book(request, READ);
        Query query = Query.of(request, book, Set.of("external_id", "status"));
        CustomerFilter filter =
                new CustomerFilter(book, query.text("external_id"), query.choice("status", ACTIVE));
        return ListJson.of(
                customers.list(filter, query.after(), query.limit()), CustomerJson::of, query);
    }

    @GetMapping("/{customer_id}")
    CustomerJson get(@PathVariable("customer_id") String id, HttpServletRequest request) {
        return CustomerJson.of(find(Call.book(request, READ), id));
    }

    @PatchMapping("/{customer_id}")
    CustomerJson update(@PathVariable("customer_id") String id, HttpServletRequest request) {
        Book book = Call.book(request, WRITE);
        CustomerId known = find(book, id).id();
        Body body = Body.readUpdate(request, UPDATE);
        return CustomerJson.of(customers.update(book, known, before -> merged(before, body)));
    }

    private Customer merged(Customer before, Body body) {
        return new Customer(
                before.id(),
                before.type(),
                before.externalId(),
                body.has("name") ? mergedName(before.name(), body) : before.name(),
                body.has("email") ? email(body) : before.email(),
                body.has("phone") ? phone(body) : before.phone(),
                before.active(),
                MetadataInput.merge(body, before.metadata()),
                before.createdAt(),
                customers.now());
    }

    private static Customer.Name mergedName(Customer.Name before, Body body) {
        if (body.isNull("name")) {
            return Customer.Name.UNKNOWN;
        }
        Body name = body.part("name");
        return new Customer.Name(
                name.has("first") ? name.text("first", NAME_MAX) : before.first(),
                name.has("last") ? name.text("last", NAME_MAX) : before.last());
    }

    private static @Nullable String email(Body body) {
        String email = body.text("email", EMAIL, "an e-mail address");
        return email == null ? null : CardNumberMask.mask(email);
    }

    private static @Nullable String phone(Body body) {
        return body.text("phone", PHONE, "a phone number such as +4930123456 (E.164)");
    }

    private Customer find(Book book, String id) {
        return CustomerId.parse(id)
                .flatMap(known -> customers.find(book, known))
                .orElseThrow(() -> NotFound.of("customer", "customer_id"));
    }
}
