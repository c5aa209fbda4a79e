package dev.countersign.facade.sandbox;

import dev.countersign.facade.rest.input.AllowedValues;
import dev.countersign.facade.rest.input.Body;
import dev.countersign.facade.rest.input.Call;
import dev.countersign.facade.rest.input.CardInPath;
import dev.countersign.facade.rest.input.ObjectShape;
import dev.countersign.facade.rest.input.PropertyType;
import dev.countersign.facade.rest.json.DisputeJson;
import dev.countersign.facade.rest.json.PhysicalOrderJson;
import dev.countersign.facade.rest.json.WalletTokenJson;
import dev.countersign.ingest.simulate.Envelope;
import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.card.Card;
import dev.countersign.reconcile.domain.dispute.Dispute;
import dev.countersign.reconcile.domain.dispute.DisputeStatus;
import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.domain.id.WalletTokenId;
import dev.countersign.reconcile.domain.order.OrderStatus;
import dev.countersign.reconcile.domain.order.PhysicalOrder;
import dev.countersign.reconcile.domain.wallet.WalletToken;
import dev.countersign.reconcile.domain.wallet.WalletTokenStatus;
import dev.countersign.reconcile.service.NotFound;
import dev.countersign.reconcile.service.SandboxClock;
import dev.countersign.reconcile.service.issuing.PhysicalOrders;
import dev.countersign.reconcile.service.issuing.WalletTokens;
import dev.countersign.reconcile.service.operations.Disputes;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.function.Predicate;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The sandbox resource for what card bureaus, wallets and networks do with orders, tokens and
 * disputes.
 */
@RestController
@RequestMapping("/sandbox/v1/test_helpers")
record TestProvidersResource(
        SandboxBook sandbox,
        SandboxFeed feed,
        SandboxMessages messages,
        PhysicalOrders orders,
        WalletTokens tokens,
        Disputes disputes,
        SandboxClock clock) {

    private static final ObjectShape ADVANCE = new ObjectShape().required(PropertyType.TEXT, "to");
    private static final AllowedValues<OrderStatus> ORDERS = AllowedValues.of(OrderStatus.class);
    private static final AllowedValues<WalletTokenStatus> TOKENS =
            AllowedValues.of(WalletTokenStatus.class);
    private static final AllowedValues<DisputeStatus> DISPUTES =
            AllowedValues.of(DisputeStatus.class);

    @PostMapping("/cards/{card_id}/physical-order/advance")
    PhysicalOrderJson advanceOrder(@PathVariable("card_id") String id, HttpServletRequest request) {
        Book book = Call.book(request, "orders:write");
        Card card = CardInPath.find(sandbox.cards(), book, id);
        PhysicalOrder order = newest(card);
        OrderStatus to =
                to(request, ORDERS, next -> OrderStatus.TABLE.reaches(order.status(), next));
        if (to == OrderStatus.CANCELLED) {
            throw notFound();
        }
        Envelope message =
                messages.about(card, "card_order_update", clock.now())
                        .with("order", "id", order.id().toString())
                        .with("order", "status", to.wire());
        if (to != OrderStatus.PROCESSING && order.carrier() == null) {
            message.with("order", "carrier", "SANDBOX POST")
                    .with("order", "tracking_number", "SBX" + messages.number(10));
        }
        feed.post(card.id(), message);
        return PhysicalOrderJson.of(newest(card));
    }

    private PhysicalOrder newest(Card card) {
        return orders.findNewest(card.id())
                .orElseThrow(() -> NotFound.of("physical card order", "card_id"));
    }

    @PostMapping("/wallet-tokens/{wallet_token_id}/advance")
    WalletTokenJson advanceToken(
            @PathVariable("wallet_token_id") String id, HttpServletRequest request) {
        Book book = Call.book(request, "wallets:write");
        WalletToken token = token(book, id);
        WalletTokenStatus to =
                to(request, TOKENS, next -> WalletTokenStatus.TABLE.reaches(token.status(), next));
        Card card = sandbox.card(book, token.cardId().toString());
        feed.post(
                card.id(),
                messages.about(card, "wallet_token_update", clock.now())
                        .with("wallet_token", "id", token.id().toString())
                        .with("wallet_token", "status", to.wire()));
        return WalletTokenJson.of(token(book, id));
    }

    private WalletToken token(Book book, String id) {
        return WalletTokenId.parse(id)
                .flatMap(known -> tokens.find(book, known))
                .orElseThrow(() -> NotFound.of("wallet token", "wallet_token_id"));
    }

    @PostMapping("/disputes/{dispute_id}/advance")
    DisputeJson advanceDispute(@PathVariable("dispute_id") String id, HttpServletRequest request) {
        Book book = Call.book(request, "disputes:write");
        Dispute dispute = dispute(book, id);
        DisputeStatus to =
                to(request, DISPUTES, next -> DisputeStatus.TABLE.leads(dispute.status(), next));
        Card card =
                sandbox.cardOf(
                        book,
                        sandbox.transaction(
                                book, dispute.transactionId().toString(), "dispute_id"));
        Stage stage = Stage.of(dispute, to);
        Instant now = clock.now();
        Envelope message =
                messages.about(card, stage.kind(), now)
                        .with("refs", "case_id", dispute.id().toString())
                        .with("dispute", "stage", stage.name());
        feed.post(card.id(), settled(message, dispute, stage, now));
        return DisputeJson.of(dispute(book, id));
    }

    /** Settles the network's payment or claim the day after, in the first cycle. */
    private static Envelope settled(Envelope message, Dispute dispute, Stage stage, Instant now) {
        if (stage.settles() == 0) {
            return message;
        }
        return TestSettlementResource.settled(
                        message, TestSettlementResource.settlementDate(now), 1, dispute.currency())
                .with("settlement", "amount", stage.settles());
    }

    /**
     * The kind and stage by which a network tells what becomes of a case.
     *
     * @param settles below zero what it pays, above zero what it takes back
     */
    private record Stage(String kind, String name, long settles) {

        static Stage of(Dispute dispute, DisputeStatus to) {
            long amount = dispute.amountMinor();
            return switch (to) {
                case UNDER_REVIEW -> new Stage("chargeback", "accepted", -amount);
                case WITHDRAWN ->
                        new Stage(
                                "chargeback",
                                "withdrawn",
                                dispute.status() == DisputeStatus.OPEN ? 0 : amount);
                case WON -> new Stage("arbitration", "won", 0);
                case LOST -> new Stage("arbitration", "lost", amount);
                case OPEN -> throw notFound();
            };
        }
    }

    private Dispute dispute(Book book, String id) {
        return DisputeId.parse(id)
                .flatMap(known -> disputes.find(book, known))
                .orElseThrow(() -> NotFound.of("dispute", "dispute_id"));
    }

    private static <S extends Enum<S>> S to(
            HttpServletRequest request, AllowedValues<S> states, Predicate<S> follows) {
        S to = Body.read(request, ADVANCE).requiredChoice("to", states);
        if (!follows.test(to)) {
            throw notFound();
        }
        return to;
    }

    private static RequestRefusedException notFound() {
        return new RequestRefusedException(
                ErrorCode.VALUE_INVALID, "It does not go there from where it is.", "to");
    }
}
