package dev.countersign.reconcile.store.issuing;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.OrderId;
import dev.countersign.reconcile.domain.order.OrderStatus;
import dev.countersign.reconcile.domain.order.PhysicalOrder;
import dev.countersign.reconcile.domain.order.PhysicalOrder.Address;
import dev.countersign.reconcile.domain.order.ShippingMethod;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Orders of plastic cards. */
public final class OrderStore {

    private static final String SELECT =
            """
            select id, card_id, status, shipping_method, line1, line2, city, postal_code, state,
                   country, carrier, tracking_number, created_at, shipped_at
              from physical_order
             where card_id = :card
             order by id desc
             limit 1
            """;

    public Optional<PhysicalOrder> findNewest(Handle handle, CardId card) {
        return select(handle, card, "");
    }

    /** The same, and nobody else changes it meanwhile. */
    public Optional<PhysicalOrder> lockNewest(Handle handle, CardId card) {
        return select(handle, card, " for update");
    }

    private static Optional<PhysicalOrder> select(Handle handle, CardId card, String locking) {
        return handle.createQuery(SELECT + locking)
                .bind("card", card.value())
                .map((row, context) -> read(row))
                .findOne();
    }

    /**
     * Inserts an order.
     *
     * @return false when the card has one that is not cancelled
     */
    public boolean insert(Handle handle, PhysicalOrder order) {
        return handle.createUpdate(
                                """
                                insert into physical_order (id, card_id, status, shipping_method, line1, line2, city,
                                                            postal_code, state, country, created_at, updated_at)
                                values (:id, :cardId, :status, :method, :line1, :line2, :city,
                                        :postalCode, :state, :country, :createdAt, :createdAt)
                                    on conflict (card_id) where status <> 'cancelled' do nothing
                                """)
                        .bindMethods(order)
                        .bindMethods(order.address())
                        .execute()
                == 1;
    }

    /** Writes where an order is now. */
    public void update(Handle handle, PhysicalOrder order, Instant at) {
        handle.createUpdate(
                        """
                        update physical_order
                           set status = :status,
                               carrier = :carrier,
                               tracking_number = :trackingNumber,
                               shipped_at = cast(:shippedAt as timestamptz),
                               updated_at = :at
                         where id = :id
                        """)
                .bindMethods(order)
                .bind("at", at)
                .execute();
    }

    /** Cancels the order of a card that ended, where nobody took it yet. */
    public void cancelPending(Handle handle, CardId card, Instant at) {
        handle.execute(
                """
                        update physical_order
                           set status = 'cancelled',
                               updated_at = ?
                         where card_id = ?
                           and status = 'pending'
                        """,
                at,
                card.value());
    }

    private static PhysicalOrder read(ResultSet row) throws SQLException {
        return new PhysicalOrder(
                new OrderId(Rows.uuid(row, "id")),
                new CardId(Rows.uuid(row, "card_id")),
                Rows.wire(row, "status", OrderStatus.class),
                Rows.wire(row, "shipping_method", ShippingMethod.class),
                new Address(
                        row.getString("line1"),
                        row.getString("line2"),
                        row.getString("city"),
                        row.getString("postal_code"),
                        row.getString("state"),
                        row.getString("country")),
                row.getString("carrier"),
                row.getString("tracking_number"),
                Rows.instant(row, "created_at"),
                Rows.instantOrNull(row, "shipped_at"));
    }
}
