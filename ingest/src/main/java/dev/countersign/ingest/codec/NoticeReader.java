package dev.countersign.ingest.codec;

import dev.countersign.ingest.codec.DecodedMessage.Reason;
import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.dispute.DisputeStatus;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.feed.Notice;
import dev.countersign.reconcile.domain.id.OrderId;
import dev.countersign.reconcile.domain.id.WalletTokenId;
import dev.countersign.reconcile.domain.order.OrderStatus;
import dev.countersign.reconcile.domain.wallet.WalletTokenStatus;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads what a bureau, a wallet or a network tells about an order, a token or a dispute. */
final class NoticeReader {

    private static final Function<String, Optional<OrderStatus>> ORDERS =
            Wire.reader(OrderStatus.class);
    private static final Function<String, Optional<WalletTokenStatus>> TOKENS =
            Wire.reader(WalletTokenStatus.class);

    /**
     * The stages of a case that say where our dispute is; any other stage is kept for the record.
     */
    private static final Map<MessageKind, Map<String, DisputeStatus>> STAGES =
            Map.of(
                    MessageKind.CHARGEBACK,
                    Map.of(
                            "accepted", DisputeStatus.UNDER_REVIEW,
                            "won", DisputeStatus.WON,
                            "withdrawn", DisputeStatus.WITHDRAWN),
                    MessageKind.REPRESENTMENT,
                    Map.of(
                            "received", DisputeStatus.UNDER_REVIEW,
                            "accepted", DisputeStatus.LOST),
                    MessageKind.ARBITRATION,
                    Map.of("won", DisputeStatus.WON, "lost", DisputeStatus.LOST));

    private NoticeReader() {}

    /** Reads what a message tells; null where it tells nothing that moves anything. */
    static @Nullable Notice read(JsonFields message, MessageKind kind) {
        return switch (kind) {
            case CARD_ORDER_UPDATE -> order(message);
            case WALLET_TOKEN_UPDATE -> token(message);
            case CHARGEBACK, REPRESENTMENT, ARBITRATION -> dispute(message, kind);
            default -> null;
        };
    }

    private static Notice order(JsonFields message) {
        requireCard(message);
        JsonFields order = message.part("order");
        String id = order.required(order.identifier("id"), "id");
        if (OrderId.parse(id).isEmpty()) {
            throw new MalformedMessageException(Reason.BAD_FORMAT, "order.id is not an order's id");
        }
        return new Notice(
                id,
                order.required(order.value("status", ORDERS), "status").wire(),
                order.text("carrier"),
                order.reference("tracking_number"));
    }

    private static Notice token(JsonFields message) {
        requireCard(message);
        JsonFields token = message.part("wallet_token");
        String id = token.required(token.identifier("id"), "id");
        if (WalletTokenId.parse(id).isEmpty()) {
            throw new MalformedMessageException(
                    Reason.BAD_FORMAT, "wallet_token.id is not a wallet token's id");
        }
        return new Notice(
                id, token.required(token.value("status", TOKENS), "status").wire(), null, null);
    }

    private static @Nullable Notice dispute(JsonFields message, MessageKind kind) {
        String caseId = ActivityReader.refs(message).caseId();
        String stage = message.part("dispute").reference("stage");
        DisputeStatus status =
                stage == null ? null : STAGES.getOrDefault(kind, Map.of()).get(stage);
        return caseId == null || status == null
                ? null
                : new Notice(caseId, status.wire(), null, null);
    }

    private static void requireCard(JsonFields message) {
        message.required(message.identifier("card_id"), "card_id");
    }

    /**
     * Returns the text that two notices share if they are the same notice. A thing may come into a
     * state more than once.
     */
    static String identity(JsonFields message, MessageKind kind) {
        return switch (kind) {
            case CARD_ORDER_UPDATE -> identity(order(message), message);
            case WALLET_TOKEN_UPDATE -> identity(token(message), message);
            default -> throw new IllegalArgumentException(kind + " is no notice");
        };
    }

    private static String identity(Notice notice, JsonFields message) {
        return String.join(
                "|",
                notice.subject(),
                notice.status(),
                String.valueOf(message.instant("transmitted_at")));
    }

    // ---- parts, each member checked

    static void checkOrder(JsonFields message) {
        JsonFields order = message.part("order");
        order.identifier("id");
        order.value("status", ORDERS);
        order.text("carrier");
        order.reference("tracking_number");
    }

    static void checkToken(JsonFields message) {
        JsonFields token = message.part("wallet_token");
        token.identifier("id");
        token.value("status", TOKENS);
    }
}
