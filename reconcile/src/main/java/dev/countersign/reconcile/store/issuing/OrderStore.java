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
import java.time.ZoneOffset;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Orders of plastic cards. */
public final class OrderStore {

    private static final String COLUMNS =
            """
            id, card_id, status, shipping_method, line1, line2, city, postal_code, state, country,
            carrier, tracking_number, created_at, shipped_at
            """;

    /** The newest order of a card, if it has any. */
    public Optional<PhysicalOrder> findNewest(Handle handle, CardId card) {
        return select(handle, card, "");
    }

    /** The same, and nobody else changes it meanwhile. */
    public Optional<PhysicalOrder> lockNewest(Handle handle, CardId card) {
        return select(handle, card, " for update");
    }

    private static Optional<PhysicalOrder> select(Handle handle, CardId card, String locking) {
        return handle.createQuery(
                        "select "
                                + COLUMNS
                                + " from physical_order where card_id = :card order by id desc limit 1"
                                + locking)
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
        Address address = order.address();
        return handle.createUpdate(
                                """
                                insert into physical_order (id, card_id, status, shipping_method, line1, line2, city,
                                                            postal_code, state, country, created_at, updated_at)
                                values (:id, :card, :status, :method, :line1, :line2, :city,
                                        :postalCode, :state, :country, :at, :at)
                                    on conflict (card_id) where status <> 'cancelled' do nothing
                                """)
                        .bind("id", order.id().value())
                        .bind("card", order.cardId().value())
                        .bind("status", order.status().wire())
                        .bind("method", order.method().wire())
                        .bind("line1", address.line1())
                        .bind("line2", address.line2())
                        .bind("city", address.city())
                        .bind("postalCode", address.postalCode())
                        .bind("state", address.state())
                        .bind("country", address.country())
                        .bind("at", order.createdAt().atOffset(ZoneOffset.UTC))
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
                .bind("id", order.id().value())
                .bind("status", order.status().wire())
                .bind("carrier", order.carrier())
                .bind("trackingNumber", order.trackingNumber())
                .bind(
                        "shippedAt",
                        order.shippedAt() == null
                                ? null
                                : order.shippedAt().atOffset(ZoneOffset.UTC))
                .bind("at", at.atOffset(ZoneOffset.UTC))
                .execute();
    }

    /** Cancels the order of a card that ended, where nobody took it yet. */
    public void cancelPending(Handle handle, CardId card, Instant at) {
        handle.createUpdate(
                        """
                        update physical_order
                           set status = 'cancelled',
                               updated_at = :at
                         where card_id = :card
                           and status = 'pending'
                        """)
                .bind("card", card.value())
                .bind("at", at.atOffset(ZoneOffset.UTC))
                .execute();
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
