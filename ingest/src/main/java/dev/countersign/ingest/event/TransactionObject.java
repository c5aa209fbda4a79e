package dev.countersign.ingest.event;

import dev.countersign.reconcile.domain.authorization.DeclineCode;
import dev.countersign.reconcile.domain.event.StateEvent;
import dev.countersign.reconcile.domain.event.StateEvent.Posted;
import dev.countersign.reconcile.domain.event.TransactionChange.Shown;
import dev.countersign.reconcile.domain.feed.Merchant;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A transaction as the interface shows it, in one of its states. */
final class TransactionObject {

    private static final JsonMapper JSON = JsonMapper.shared();

    private TransactionObject() {}

    static ObjectNode of(StateEvent event, Posted posted, Shown state) {
        ObjectNode shown = JSON.createObjectNode();
        shown.put("id", posted.change().id().toString());
        shown.put("object", "transaction");
        shown.put("card_id", event.key());
        shown.put("customer_id", posted.customer().toString());
        shown.put("type", posted.type().wire());
        Long amount = state.otherMinor();
        Long merchants = state.otherMerchantMinor();
        shown.put("amount", amount == null ? posted.asked().minor() : amount);
        shown.put("currency", posted.asked().currency().getCurrencyCode());
        shown.put(
                "merchant_amount", merchants == null ? posted.claim().amount().minor() : merchants);
        shown.put("merchant_currency", posted.claim().amount().currency().getCurrencyCode());
        shown.put("status", state.status().wire());
        DeclineCode code = posted.declineCode();
        if (state.status() == TransactionStatus.DECLINED && code != null) {
            shown.put("decline_reason", code.reason().wire());
        } else {
            shown.putNull("decline_reason");
        }
        Merchant merchant = posted.claim().merchant();
        ObjectNode who = JSON.createObjectNode();
        put(who, "name", merchant.name());
        put(who, "mcc", merchant.mcc());
        put(who, "city", merchant.city());
        put(who, "country", merchant.country());
        shown.set("merchant", who);
        shown.put("channel", posted.claim().channel().wire());
        shown.put("created_at", JsonTimes.write(posted.createdAt()));
        shown.put(
                "settled_at",
                state.settledAt() == null ? null : JsonTimes.write(state.settledAt()));
        return shown;
    }

    private static void put(ObjectNode shown, String member, @Nullable String value) {
        if (value != null) {
            shown.put(member, value);
        }
    }
}
