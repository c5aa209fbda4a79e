package dev.countersign.reconcile.domain.provider;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.card.CardStatus;
import dev.countersign.reconcile.domain.dispute.DisputeStatus;
import dev.countersign.reconcile.domain.feed.Notice;
import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.domain.id.OrderId;
import dev.countersign.reconcile.domain.id.WalletTokenId;
import dev.countersign.reconcile.domain.lifecycle.Lifecycle;
import dev.countersign.reconcile.domain.order.OrderStatus;
import dev.countersign.reconcile.domain.wallet.WalletTokenStatus;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A move of a card's order or token, as its provider stated it. A notice that says nothing new or
 * leads back is no move: what comes late changes nothing. One that leaves a state out is: the thing
 * is where it is said to be.
 */
public sealed interface ProviderMove {

    Function<String, Optional<OrderStatus>> ORDERS = Wire.reader(OrderStatus.class);
    Function<String, Optional<WalletTokenStatus>> TOKENS = Wire.reader(WalletTokenStatus.class);
    Function<String, Optional<DisputeStatus>> DISPUTES = Wire.reader(DisputeStatus.class);

    /** From where to where. */
    Change<? extends Wire> change();

    /** Returns the time of the move, by the clock of the party that sent the notice. */
    Instant at();

    /** From one state to another. */
    record Change<S>(S from, S to) {}

    /**
     * An order moves.
     *
     * @param activatesCard true when its delivery makes the card active
     */
    record OrderMove(
            OrderId id,
            Change<OrderStatus> change,
            @Nullable String carrier,
            @Nullable String trackingNumber,
            boolean activatesCard,
            Instant at)
            implements ProviderMove {}

    /**
     * A wallet token moves.
     *
     * @param heldByFreeze true when it would be active, were its card not frozen
     */
    record TokenMove(
            WalletTokenId id, Change<WalletTokenStatus> change, boolean heldByFreeze, Instant at)
            implements ProviderMove {}

    /** A dispute moves. */
    record DisputeMove(DisputeId id, Change<DisputeStatus> change, Instant at)
            implements ProviderMove {}

    /**
     * The move that a notice makes of a thing.
     *
     * @param status where it is
     * @param card the state of its card; null where the message does not name that card, which
     *     moves no thing but a dispute
     */
    static Optional<ProviderMove> of(
            Notice notice, String status, @Nullable CardStatus card, Instant at) {
        var dispute = DisputeId.parse(notice.subject());
        if (dispute.isPresent()) {
            return change(DisputeStatus.TABLE, DISPUTES, status, notice)
                    .map(change -> new DisputeMove(dispute.get(), change, at));
        }
        if (card == null) {
            return Optional.empty();
        }
        var order = OrderId.parse(notice.subject());
        if (order.isPresent()) {
            return change(OrderStatus.TABLE, ORDERS, status, notice)
                    .map(change -> order(order.get(), change, notice, card, at));
        }
        return WalletTokenId.parse(notice.subject())
                .flatMap(
                        token ->
                                change(WalletTokenStatus.TABLE, TOKENS, status, notice)
                                        .map(change -> token(token, change, card, at)));
    }

    private static OrderMove order(
            OrderId id, Change<OrderStatus> change, Notice notice, CardStatus card, Instant at) {
        return new OrderMove(
                id,
                change,
                notice.carrier(),
                notice.trackingNumber(),
                change.to() == OrderStatus.DELIVERED && card == CardStatus.PENDING,
                at);
    }

    private static TokenMove token(
            WalletTokenId id, Change<WalletTokenStatus> change, CardStatus card, Instant at) {
        boolean held = change.to() == WalletTokenStatus.ACTIVE && card == CardStatus.FROZEN;
        return held
                ? new TokenMove(
                        id, new Change<>(change.from(), WalletTokenStatus.SUSPENDED), true, at)
                : new TokenMove(id, change, false, at);
    }

    private static <S extends Enum<S>> Optional<Change<S>> change(
            Lifecycle<S> table,
            Function<String, Optional<S>> states,
            String status,
            Notice notice) {
        S from = states.apply(status).orElseThrow();
        return states.apply(notice.status())
                .filter(to -> table.reaches(from, to))
                .map(to -> new Change<>(from, to));
    }
}
