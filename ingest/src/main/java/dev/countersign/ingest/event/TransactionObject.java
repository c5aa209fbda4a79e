package dev.countersign.ingest.event;

import dev.countersign.ingest.codec.JsonTimes;
import dev.countersign.reconcile.domain.authorization.DeclineCode;
import dev.countersign.reconcile.domain.event.StateEvent.PostedTransaction;
import dev.countersign.reconcile.domain.event.TransactionChange.VisibleState;
import dev.countersign.reconcile.domain.feed.Merchant;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * A transaction as the interface shows it, in each of its states. It is written without a tree of
 * objects, since each decision is an event.
 */
final class TransactionObject {

    private final JsonTimes created = new JsonTimes();
    private final JsonTimes settled = new JsonTimes();

    /** The members that change. */
    private record State(
            long amount,
            long merchantAmount,
            TransactionStatus status,
            @Nullable String declineReason,
            @Nullable Instant settledAt) {

        static State of(PostedTransaction posted, VisibleState shown) {
            Long amount = shown.otherMinor();
            Long merchants = shown.otherMerchantMinor();
            DeclineCode code = posted.declineCode();
            return new State(
                    amount == null ? posted.requested().minor() : amount,
                    merchants == null ? posted.claim().amount().minor() : merchants,
                    shown.status(),
                    shown.status() == TransactionStatus.DECLINED && code != null
                            ? code.reason().wire()
                            : null,
                    shown.settledAt());
        }
    }

    /** Writes the members of an event that tell of a transaction: a digest, and what is and was. */
    void write(JsonGenerator json, String card, PostedTransaction posted) {
        State now = State.of(posted, posted.change().after());
        VisibleState was = posted.change().before();
        json.writeStringProperty("transaction_id", posted.change().id().toString());
        json.writeStringProperty("transaction_status", now.status().wire());
        json.writeNumberProperty("amount", now.amount());
        json.writeStringProperty("currency", posted.requested().currency().getCurrencyCode());
        json.writeStringProperty("cause", posted.change().cause());
        json.writeName("now");
        whole(json, card, posted, now);
        json.writeName("was");
        if (was == null) {
            json.writeNull();
        } else {
            otherwise(json, State.of(posted, was), now);
        }
    }

    private void whole(JsonGenerator json, String card, PostedTransaction posted, State state) {
        json.writeStartObject();
        json.writeStringProperty("id", posted.change().id().toString());
        json.writeStringProperty("object", "transaction");
        json.writeStringProperty("card_id", card);
        json.writeStringProperty("customer_id", posted.customer().toString());
        json.writeStringProperty("type", posted.type().wire());
        json.writeNumberProperty("amount", state.amount());
        json.writeStringProperty("currency", posted.requested().currency().getCurrencyCode());
        json.writeNumberProperty("merchant_amount", state.merchantAmount());
        json.writeStringProperty(
                "merchant_currency", posted.claim().amount().currency().getCurrencyCode());
        json.writeStringProperty("status", state.status().wire());
        text(json, "decline_reason", state.declineReason());
        json.writeName("merchant");
        merchant(json, posted.claim().merchant());
        json.writeStringProperty("channel", posted.claim().channel().wire());
        json.writeStringProperty("created_at", created.text(posted.createdAt()));
        text(json, "settled_at", settledAt(state));
        json.writeEndObject();
    }

    private static void merchant(JsonGenerator json, Merchant merchant) {
        json.writeStartObject();
        present(json, "name", merchant.name());
        present(json, "mcc", merchant.mcc());
        present(json, "city", merchant.city());
        present(json, "country", merchant.country());
        json.writeEndObject();
    }

    /** The members that had another value before. */
    private void otherwise(JsonGenerator json, State before, State now) {
        json.writeStartObject();
        if (before.amount() != now.amount()) {
            json.writeNumberProperty("amount", before.amount());
        }
        if (before.merchantAmount() != now.merchantAmount()) {
            json.writeNumberProperty("merchant_amount", before.merchantAmount());
        }
        if (before.status() != now.status()) {
            json.writeStringProperty("status", before.status().wire());
        }
        if (!Objects.equals(before.declineReason(), now.declineReason())) {
            text(json, "decline_reason", before.declineReason());
        }
        if (!Objects.equals(settledAt(before), settledAt(now))) {
            text(json, "settled_at", settledAt(before));
        }
        json.writeEndObject();
    }

    private @Nullable String settledAt(State state) {
        return state.settledAt() == null ? null : settled.text(state.settledAt());
    }

    private static void text(JsonGenerator json, String member, @Nullable String value) {
        if (value == null) {
            json.writeNullProperty(member);
        } else {
            json.writeStringProperty(member, value);
        }
    }

    private static void present(JsonGenerator json, String member, @Nullable String value) {
        if (value != null) {
            json.writeStringProperty(member, value);
        }
    }
}
