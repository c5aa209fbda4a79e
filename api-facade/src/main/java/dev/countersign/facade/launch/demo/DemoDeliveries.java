package dev.countersign.facade.launch.demo;

import dev.countersign.facade.launch.demo.DemoCards.IssuedCards;
import dev.countersign.ingest.simulate.Envelope;
import dev.countersign.ingest.simulate.SimulatedCard;
import dev.countersign.ingest.simulate.SimulatedMessage;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.id.NamedId;
import dev.countersign.reconcile.domain.order.OrderStatus;
import dev.countersign.reconcile.domain.order.PhysicalOrder;
import dev.countersign.reconcile.domain.wallet.WalletToken;
import dev.countersign.reconcile.domain.wallet.WalletTokenStatus;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * Messages of the card bureau and the wallets on the first morning of a demo: plastic is delivered,
 * and tokens are active. A delivery is what makes a plastic card active.
 */
final class DemoDeliveries {

    private static final LocalTime BEGIN = LocalTime.of(7, 0);

    private final Reconcile book;
    private final IssuedCards issued;
    private final Instant begin;
    private final List<SimulatedMessage> messages = new ArrayList<>();

    DemoDeliveries(Reconcile book, IssuedCards issued) {
        this.book = book;
        this.issued = issued;
        this.begin = issued.calendar().firstDay().atTime(BEGIN).toInstant(ZoneOffset.UTC);
    }

    /** All of it, in the order of time; the same each time. */
    List<SimulatedMessage> messages() {
        issued.ordinary().forEach(card -> report(card, OrderStatus.DELIVERED));
        issued.special().forEach((demoCase, card) -> report(card, reached(demoCase)));
        messages.sort((one, other) -> one.at().compareTo(other.at()));
        return messages;
    }

    private static OrderStatus reached(DemoCase demoCase) {
        return switch (demoCase) {
            case ORDER_PENDING -> OrderStatus.PENDING;
            case ORDER_PROCESSING -> OrderStatus.PROCESSING;
            case ORDER_SHIPPED -> OrderStatus.SHIPPED;
            default -> OrderStatus.DELIVERED;
        };
    }

    private void report(SimulatedCard card, OrderStatus upTo) {
        book.physicalOrders().findNewest(card.id()).ifPresent(order -> report(card, order, upTo));
        for (WalletToken token : book.walletTokens().list(card.id(), null, 10).rows()) {
            report(card, token);
        }
    }

    private void report(SimulatedCard card, PhysicalOrder order, OrderStatus upTo) {
        List<OrderStatus> stages =
                List.of(OrderStatus.PROCESSING, OrderStatus.SHIPPED, OrderStatus.DELIVERED);
        for (OrderStatus stage : stages.subList(0, stages.indexOf(upTo) + 1)) {
            String id = order.id().toString();
            Envelope message =
                    about(
                                    card,
                                    "card_order_update",
                                    begin.plusSeconds(600L * stages.indexOf(stage)),
                                    id + stage.wire())
                            .with("order", "id", id)
                            .with("order", "status", stage.wire());
            if (stage != OrderStatus.PROCESSING) {
                message.with("order", "carrier", "Demo Post")
                        .with("order", "tracking_number", "DP" + id.substring(id.length() - 10));
            }
            add(card, message);
        }
    }

    private void report(SimulatedCard card, WalletToken token) {
        String id = token.id().toString();
        add(
                card,
                about(card, "wallet_token_update", begin, id)
                        .with("wallet_token", "id", id)
                        .with("wallet_token", "status", WalletTokenStatus.ACTIVE.wire()));
    }

    private static Envelope about(SimulatedCard card, String kind, Instant at, String name) {
        return Envelope.of(kind, card.network().wire(), NamedId.of("demo", name), at)
                .with("card_id", card.id().toString());
    }

    private void add(SimulatedCard card, Envelope message) {
        messages.add(
                new SimulatedMessage(message.at(), card.id().toString(), message.text(), true));
    }
}
