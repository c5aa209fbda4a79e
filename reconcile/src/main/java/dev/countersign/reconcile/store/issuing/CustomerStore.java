package dev.countersign.reconcile.store.issuing;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.customer.Customer;
import dev.countersign.reconcile.domain.customer.CustomerFilter;
import dev.countersign.reconcile.domain.customer.CustomerType;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.list.ListPage;
import dev.countersign.reconcile.store.sql.BoundedScan;
import dev.countersign.reconcile.store.sql.Metadata;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Customers. */
public final class CustomerStore {

    private static final String COLUMNS =
            """
            customer.id, customer.type, customer.external_id, customer.first_name, customer.last_name,
            customer.email, customer.phone, customer.status, customer.created_at, customer.updated_at,
            """
                    + Metadata.columns("customer");

    private final BoundedScan<Customer> scan;

    public CustomerStore(int rowsScannedMax) {
        this.scan =
                new BoundedScan<>(
                        "customer",
                        COLUMNS,
                        "",
                        CustomerStore::read,
                        customer -> customer.id().value(),
                        rowsScannedMax);
    }

    private static BoundedScan.Scan scan(CustomerFilter filter) {
        return new BoundedScan.Scan()
                .indexed("account_id = :account", "account", filter.book().account())
                .indexed("mode = :mode", "mode", filter.book().mode())
                .indexed("external_id = :externalId", "externalId", filter.externalId())
                .fitting(
                        "status = :status",
                        "status",
                        filter.active() == null ? null : statusOf(filter.active()));
    }

    /** The newest that fit. */
    public ListPage<Customer> list(
            Handle handle, CustomerFilter filter, @Nullable UUID after, int limit) {
        return scan.page(handle, scan(filter), after, limit);
    }

    public Optional<Customer> find(Handle handle, Book book, CustomerId id) {
        return scan.find(handle, book, id.value(), "");
    }

    /** The same, and nobody else changes it until the transaction ends. */
    public Optional<Customer> lock(Handle handle, Book book, CustomerId id) {
        return scan.find(handle, book, id.value(), "for update");
    }

    /** Finds the book of a customer, if there is such a customer. */
    public Optional<Book> bookOf(Handle handle, CustomerId id) {
        return handle.select("select account_id, mode from customer where id = ?", id.value())
                .map((row, context) -> Rows.book(row))
                .findOne();
    }

    /**
     * Inserts a customer.
     *
     * @return false when another one of the book has its external id
     */
    public boolean insert(Handle handle, Book book, Customer customer) {
        return Metadata.bind(
                                handle.createUpdate(
                                        """
                                        insert into customer (id, account_id, mode, type, external_id, first_name, last_name,
                                                              email, phone, status, metadata, created_at, updated_at)
                                        values (:id, :account, :mode, :type, :externalId, :first, :last,
                                                :email, :phone, :status, jsonb_object(:metadataKeys, :metadataValues),
                                                :createdAt, :createdAt)
                                            on conflict (account_id, mode, external_id) do nothing
                                        """),
                                customer.metadata())
                        .bindMethods(book)
                        .bindMethods(customer)
                        .bindMethods(customer.name())
                        .bind("status", statusOf(customer.active()))
                        .execute()
                == 1;
    }

    /** Writes what can change of a customer. */
    public void update(Handle handle, Customer customer) {
        Metadata.bind(
                        handle.createUpdate(
                                """
                                update customer
                                   set first_name = :first,
                                       last_name = :last,
                                       email = :email,
                                       phone = :phone,
                                       status = :status,
                                       metadata = jsonb_object(:metadataKeys, :metadataValues),
                                       updated_at = :updatedAt
                                 where id = :id
                                """),
                        customer.metadata())
                .bindMethods(customer)
                .bindMethods(customer.name())
                .bind("status", statusOf(customer.active()))
                .execute();
    }

    private static String statusOf(boolean active) {
        return active ? "active" : "inactive";
    }

    private static Customer read(ResultSet row) throws SQLException {
        return new Customer(
                new CustomerId(Rows.uuid(row, "id")),
                Rows.wire(row, "type", CustomerType.class),
                row.getString("external_id"),
                new Customer.Name(row.getString("first_name"), row.getString("last_name")),
                row.getString("email"),
                row.getString("phone"),
                row.getString("status").equals("active"),
                Metadata.read(row),
                Rows.instant(row, "created_at"),
                Rows.instant(row, "updated_at"));
    }
}
