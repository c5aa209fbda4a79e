package dev.countersign.reconcile.service.issuing;

import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.card.Card;
import dev.countersign.reconcile.domain.card.CardStatus;
import dev.countersign.reconcile.domain.card.CardType;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.IdGenerator;
import dev.countersign.reconcile.domain.id.OrderId;
import dev.countersign.reconcile.domain.order.OrderStatus;
import dev.countersign.reconcile.domain.order.PhysicalOrder;
import dev.countersign.reconcile.domain.order.PhysicalOrder.Address;
import dev.countersign.reconcile.domain.order.ShippingMethod;
import dev.countersign.reconcile.service.AuditContext;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.IdempotentResponses;
import dev.countersign.reconcile.service.IdempotentResponses.Creation;
import dev.countersign.reconcile.service.IdempotentResponses.Reply;
import dev.countersign.reconcile.service.NotFound;
import dev.countersign.reconcile.store.issuing.OrderStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Orders of plastic cards. */
public final class PhysicalOrders {

    private final Database database;
    private final IdempotentResponses answers;
    private final Cards cards;
    private final OrderStore orders = new OrderStore();
    private final InstantSource clock;
    private final IdGenerator ids;

    public PhysicalOrders(
            Database database,
            IdempotentResponses answers,
            Cards cards,
            InstantSource clock,
            IdGenerator ids) {
        this.database = database;
        this.answers = answers;
        this.cards = cards;
        this.clock = clock;
        this.ids = ids;
    }

    public Optional<PhysicalOrder> findNewest(CardId card) {
        return database.read(handle -> orders.findNewest(handle, card));
    }

    /** Orders the plastic of a pending physical card. */
    public PhysicalOrder create(Book book, CardId id, Address address, ShippingMethod method) {
        return database.atomically(handle -> create(handle, book, id, address, method));
    }

    /** Orders it for a caller that may ask twice. */
    public Reply create(
            Book book,
            CardId id,
            Address address,
            ShippingMethod method,
            Creation<PhysicalOrder> creation) {
        return answers.answer(creation, handle -> create(handle, book, id, address, method));
    }

    private PhysicalOrder create(
            Handle handle, Book book, CardId id, Address address, ShippingMethod method) {
        Card card = cards.lock(handle, book, id);
        if (card.type() != CardType.PHYSICAL) {
            throw refuse(ErrorCode.CARD_NOT_PHYSICAL);
        }
        if (card.status() != CardStatus.PENDING) {
            throw refuse(ErrorCode.CARD_NOT_PENDING);
        }
        Instant now = clock.instant();
        PhysicalOrder order =
                new PhysicalOrder(
                        new OrderId(ids.next(now)),
                        id,
                        OrderStatus.PENDING,
                        method,
                        address,
                        null,
                        null,
                        now,
                        null);
        if (!orders.insert(handle, order)) {
            throw refuse(ErrorCode.ORDER_ALREADY_EXISTS);
        }
        AuditContext.setSubject(order.id().toString());
        return order;
    }

    /** Cancels an order that nobody took yet. */
    public PhysicalOrder cancel(Book book, CardId id) {
        return database.atomically(handle -> cancel(handle, book, id));
    }

    private PhysicalOrder cancel(Handle handle, Book book, CardId id) {
        cards.lock(handle, book, id);
        PhysicalOrder order =
                orders.lockNewest(handle, id)
                        .orElseThrow(() -> NotFound.of("physical card order", "card_id"));
        if (order.status() != OrderStatus.PENDING) {
            throw refuse(ErrorCode.ORDER_NOT_CANCELLABLE);
        }
        orders.cancelPending(handle, id, clock.instant());
        return orders.findNewest(handle, id)
                .orElseThrow(() -> NotFound.of("physical card order", "card_id"));
    }

    private static RequestRefusedException refuse(ErrorCode code) {
        return RequestRefusedException.at(code, "card_id");
    }
}
