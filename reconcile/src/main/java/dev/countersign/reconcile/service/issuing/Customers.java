package dev.countersign.reconcile.service.issuing;

import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.customer.Customer;
import dev.countersign.reconcile.domain.customer.CustomerFilter;
import dev.countersign.reconcile.domain.customer.CustomerType;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.IdGenerator;
import dev.countersign.reconcile.domain.list.ListPage;
import dev.countersign.reconcile.domain.text.ReferenceMask;
import dev.countersign.reconcile.service.AuditContext;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.IdempotentResponses;
import dev.countersign.reconcile.service.IdempotentResponses.Creation;
import dev.countersign.reconcile.service.IdempotentResponses.Reply;
import dev.countersign.reconcile.service.NotFound;
import dev.countersign.reconcile.store.issuing.CustomerStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Customers of a book. */
public final class Customers {

    private final Database database;
    private final IdempotentResponses answers;
    private final CustomerStore customers;
    private final BulkCardChanges sweeps;
    private final InstantSource clock;
    private final IdGenerator ids;
    private final ReferenceMask references;

    public Customers(
            Database database,
            IdempotentResponses answers,
            CustomerStore customers,
            BulkCardChanges sweeps,
            InstantSource clock,
            IdGenerator ids,
            ReferenceMask references) {
        this.database = database;
        this.answers = answers;
        this.customers = customers;
        this.sweeps = sweeps;
        this.clock = clock;
        this.ids = ids;
        this.references = references;
    }

    /** A customer to be created. */
    public record NewCustomer(
            CustomerType type,
            @Nullable String externalId,
            Customer.Name name,
            @Nullable String email,
            @Nullable String phone,
            Map<String, String> metadata) {}

    public Optional<Customer> find(Book book, CustomerId id) {
        return database.read(handle -> customers.find(handle, book, id));
    }

    /** Finds the book of a customer, if there is such a customer. */
    public Optional<Book> bookOf(CustomerId id) {
        return database.read(handle -> customers.bookOf(handle, id));
    }

    /** A page of customers, newest first. */
    public ListPage<Customer> list(CustomerFilter filter, @Nullable UUID after, int limit) {
        CustomerFilter kept =
                new CustomerFilter(filter.book(), masked(filter.externalId()), filter.active());
        return database.read(handle -> customers.list(handle, kept, after, limit));
    }

    public Customer create(Book book, NewCustomer wanted) {
        return database.atomically(handle -> create(handle, book, wanted));
    }

    /** Creates a customer for a caller that may ask twice. */
    public Reply create(Book book, NewCustomer wanted, Creation<Customer> creation) {
        return answers.answer(creation, handle -> create(handle, book, wanted));
    }

    private Customer create(Handle handle, Book book, NewCustomer wanted) {
        Instant now = clock.instant();
        Customer customer =
                new Customer(
                        new CustomerId(ids.next(now)),
                        wanted.type(),
                        masked(wanted.externalId()),
                        wanted.name(),
                        wanted.email(),
                        wanted.phone(),
                        true,
                        wanted.metadata(),
                        now,
                        now);
        if (!customers.insert(handle, book, customer)) {
            throw RequestRefusedException.at(ErrorCode.EXTERNAL_ID_IN_USE, "external_id");
        }
        AuditContext.setSubject(customer.id().toString());
        return customer;
    }

    /** Changes a customer; nobody else does so at the same time. */
    public Customer update(Book book, CustomerId id, UnaryOperator<Customer> change) {
        return database.atomically(
                handle -> {
                    Customer after = change.apply(lock(handle, book, id));
                    customers.update(handle, after);
                    return after;
                });
    }

    /** The time to put on a change. */
    public Instant now() {
        return clock.instant();
    }

    /**
     * Makes a customer active or inactive; decisions on all of the customer's cards see it then.
     */
    public Customer setActive(Book book, CustomerId id, boolean active) {
        Customer after = database.atomically(handle -> setActive(handle, book, id, active));
        sweeps.finish();
        return after;
    }

    private Customer setActive(Handle handle, Book book, CustomerId id, boolean active) {
        Customer before = lock(handle, book, id);
        Customer after =
                new Customer(
                        before.id(),
                        before.type(),
                        before.externalId(),
                        before.name(),
                        before.email(),
                        before.phone(),
                        active,
                        before.metadata(),
                        before.createdAt(),
                        clock.instant());
        customers.update(handle, after);
        sweeps.begin(handle, id);
        return after;
    }

    /**
     * Masks a card number in an id. A caller who types a card number for an id finds the customer
     * by it, and the number is kept nowhere.
     */
    private @Nullable String masked(@Nullable String externalId) {
        return externalId == null ? null : references.mask(externalId);
    }

    private Customer lock(Handle handle, Book book, CustomerId id) {
        return customers
                .lock(handle, book, id)
                .orElseThrow(() -> NotFound.of("customer", "customer_id"));
    }
}
