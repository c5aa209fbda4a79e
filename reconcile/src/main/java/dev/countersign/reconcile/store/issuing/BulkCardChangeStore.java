package dev.countersign.reconcile.store.issuing;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.ProgramId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Changes of programs and customers whose cards are not all in the log of changed cards yet. */
public final class BulkCardChangeStore {

    /**
     * A change whose cards are being written into the log.
     *
     * @param program of which they are, or null
     * @param customer of whom they are, where the program is null
     * @param after the last card that was written
     */
    public record BulkChange(
            long id, @Nullable UUID program, @Nullable UUID customer, UUID after) {}

    /** Keeps in mind that all cards of a program are to be written. */
    public void insert(Handle handle, ProgramId program) {
        handle.execute("insert into bulk_card_change (program_id) values (?)", program.value());
    }

    /** Keeps in mind that all cards of a customer are to be written. */
    public void insert(Handle handle, CustomerId customer) {
        handle.execute("insert into bulk_card_change (customer_id) values (?)", customer.value());
    }

    /** True while any change is not written for all of its cards. */
    public boolean anyLeft(Handle handle) {
        return handle.createQuery("select exists (select from bulk_card_change)")
                .mapTo(Boolean.class)
                .one();
    }

    /** The oldest change, which nobody else goes on with meanwhile. */
    public Optional<BulkChange> lockOldest(Handle handle) {
        return handle.createQuery(
                        """
                        select id, program_id as program, customer_id as customer,
                               after_card_id as after
                          from bulk_card_change
                         order by id
                         limit 1
                           for update
                        """)
                .mapTo(BulkChange.class)
                .findOne();
    }

    private static final String CARDS_OF_PROGRAM =
            """
            select id
              from card
             where program_id = :program
               and id > :after
               and status <> 'terminated'
             order by id
             limit :limit
            """;

    private static final String CARDS_OF_CUSTOMER =
            """
            select id
              from card
             where customer_id = :customer
               and id > :after
               and status <> 'terminated'
             order by id
             limit :limit
            """;

    /** The next cards of a change, but for those that are terminated. */
    public List<CardId> next(Handle handle, BulkChange sweep, int limit) {
        return handle.createQuery(sweep.program() != null ? CARDS_OF_PROGRAM : CARDS_OF_CUSTOMER)
                .bind("program", sweep.program())
                .bind("customer", sweep.customer())
                .bind("after", sweep.after())
                .bind("limit", limit)
                .mapTo(CardId.class)
                .list();
    }

    /** Keeps in mind up to which card a change is written. */
    public void move(Handle handle, BulkChange sweep, CardId last) {
        handle.execute(
                "update bulk_card_change set after_card_id = ? where id = ?",
                last.value(),
                sweep.id());
    }

    /** Forgets a change that is written for all of its cards. */
    public void delete(Handle handle, BulkChange sweep) {
        handle.execute("delete from bulk_card_change where id = ?", sweep.id());
    }
}
