package dev.countersign.reconcile.store.console;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.card.CardStatus;
import dev.countersign.reconcile.domain.dispute.DisputeStatus;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.domain.id.OrderId;
import dev.countersign.reconcile.domain.id.WalletTokenId;
import dev.countersign.reconcile.domain.order.OrderStatus;
import dev.countersign.reconcile.domain.provider.ProviderMove;
import dev.countersign.reconcile.domain.provider.ProviderMove.DisputeMove;
import dev.countersign.reconcile.domain.provider.ProviderMove.OrderMove;
import dev.countersign.reconcile.domain.provider.ProviderMove.TokenMove;
import dev.countersign.reconcile.store.sql.Rows;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.generic.GenericType;
import org.jspecify.annotations.Nullable;

/** Orders, wallet tokens and disputes, as those outside move them. */
public final class ProviderMoveStore {

    /** The current standing of a thing of a card, and the mode that both are of. */
    public record SubjectState(CardId card, Mode mode, String status) {}

    /**
     * A move of a thing of a card.
     *
     * @param status the state of the card for which it was decided; a dispute moves whatever it is
     */
    public record CardMove(CardId card, @Nullable CardStatus status, ProviderMove move) {}

    private static final String STANDINGS =
            """
            select thing.id, card_id, card.mode, thing.status
              from (select id, card_id, status from physical_order where id = any(:ids)
                    union all
                    select id, card_id, status from wallet_token where id = any(:ids)) thing
              join card on card.id = thing.card_id
            union all
            select dispute.id, transaction.card_id, dispute.mode, dispute.status
              from dispute
              join transaction on transaction.id = dispute.transaction_id
             where dispute.id = any(:ids)
            """;

    /**
     * Returns the standings of these things, by their ids as they are written; unknown ids are left
     * out.
     */
    public Map<String, SubjectState> states(Handle handle, Collection<String> subjects) {
        Map<UUID, String> ids = new HashMap<>();
        for (String subject : subjects) {
            idOf(subject).ifPresent(id -> ids.put(id, subject));
        }
        return handle.createQuery(STANDINGS)
                .bindArray("ids", UUID.class, ids.keySet())
                .map(
                        (row, context) ->
                                Map.entry(
                                        Objects.requireNonNull(ids.get(Rows.uuid(row, "id"))),
                                        new SubjectState(
                                                new CardId(Rows.uuid(row, "card_id")),
                                                Rows.wire(row, "mode", Mode.class),
                                                row.getString("status"))))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static Optional<UUID> idOf(String subject) {
        return Stream.of(
                        OrderId.parse(subject).map(OrderId::value),
                        WalletTokenId.parse(subject).map(WalletTokenId::value),
                        DisputeId.parse(subject).map(DisputeId::value))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /**
     * Writes moves, each from where it was read, and of a card that is what it was. The cards come
     * first, as for those who freeze or end one.
     *
     * @return false when something is no longer there
     */
    public boolean apply(Handle handle, List<CardMove> moves) {
        if (!lockedAsRead(handle, moves)) {
            return false;
        }
        for (CardMove move : moves) {
            boolean asRead =
                    switch (move.move()) {
                        case OrderMove order ->
                                (!order.activatesCard()
                                                || activate(handle, move.card(), order.at()))
                                        && apply(handle, order);
                        case TokenMove token -> apply(handle, token);
                        case DisputeMove dispute -> apply(handle, dispute);
                    };
            if (!asRead) {
                return false;
            }
        }
        return true;
    }

    /**
     * The state of a card is that for which its first move was decided; later ones go on from it.
     */
    private static boolean lockedAsRead(Handle handle, List<CardMove> moves) {
        Map<UUID, String> asRead = new HashMap<>();
        for (CardMove move : moves) {
            if (move.status() != null && !(move.move() instanceof DisputeMove)) {
                asRead.putIfAbsent(move.card().value(), move.status().wire());
            }
        }
        return asRead.isEmpty() || asRead.equals(lockStatuses(handle, asRead.keySet()));
    }

    private static Map<UUID, String> lockStatuses(Handle handle, Collection<UUID> cards) {
        return handle.createQuery(
                        """
                        select id, status
                          from card
                         where id = any(:cards)
                         order by id
                           for no key update
                        """)
                .bindArray("cards", UUID.class, cards)
                .setMapKeyColumn("id")
                .setMapValueColumn("status")
                .collectInto(new GenericType<Map<UUID, String>>() {});
    }

    private static boolean activate(Handle handle, CardId card, Instant at) {
        return handle.execute(
                        """
                                update card
                                   set status = 'active',
                                       updated_at = greatest(updated_at, ?)
                                 where id = ?
                                   and status = 'pending'
                                """,
                        at,
                        card.value())
                == 1;
    }

    private static boolean apply(Handle handle, OrderMove move) {
        boolean onItsWay = move.change().to() != OrderStatus.PROCESSING;
        return handle.createUpdate(
                                """
                                update physical_order
                                   set status = :to,
                                       carrier = coalesce(:carrier, carrier),
                                       tracking_number = coalesce(:trackingNumber, tracking_number),
                                       shipped_at = case when :onItsWay then coalesce(shipped_at, :at)
                                                    else shipped_at end,
                                       updated_at = greatest(updated_at, :at)
                                 where id = :id
                                   and status = :from
                                """)
                        .bind("id", move.id().value())
                        .bind("from", move.change().from().wire())
                        .bind("to", move.change().to().wire())
                        .bind("carrier", move.carrier())
                        .bind("trackingNumber", move.trackingNumber())
                        .bind("onItsWay", onItsWay)
                        .bind("at", move.at())
                        .execute()
                == 1;
    }

    private static boolean apply(Handle handle, TokenMove move) {
        return handle.createUpdate(
                                """
                                update wallet_token
                                   set status = :to,
                                       suspended_by_freeze = :heldByFreeze,
                                       updated_at = greatest(updated_at, :at)
                                 where id = :id
                                   and status = :from
                                """)
                        .bind("id", move.id().value())
                        .bind("from", move.change().from().wire())
                        .bind("to", move.change().to().wire())
                        .bind("heldByFreeze", move.heldByFreeze())
                        .bind("at", move.at())
                        .execute()
                == 1;
    }

    private static boolean apply(Handle handle, DisputeMove move) {
        DisputeStatus to = move.change().to();
        return handle.createUpdate(
                                """
                                update dispute
                                   set status = :to,
                                       submitted = submitted or :submitted,
                                       resolved_at = case when :resolved then :at else resolved_at end,
                                       updated_at = greatest(updated_at, :at)
                                 where id = :id
                                   and status = :from
                                """)
                        .bind("id", move.id().value())
                        .bind("from", move.change().from().wire())
                        .bind("to", to.wire())
                        .bind("submitted", to != DisputeStatus.WITHDRAWN)
                        .bind("resolved", to.resolved())
                        .bind("at", move.at())
                        .execute()
                == 1;
    }
}
