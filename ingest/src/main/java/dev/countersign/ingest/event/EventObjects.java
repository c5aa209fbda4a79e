package dev.countersign.ingest.event;

import dev.countersign.ingest.codec.JsonTimes;
import dev.countersign.reconcile.domain.event.EventKind;
import dev.countersign.reconcile.domain.event.StateEvent.Images;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.domain.id.IdText;
import dev.countersign.reconcile.domain.id.OrderId;
import dev.countersign.reconcile.domain.id.ProgramId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.id.WalletTokenId;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/**
 * Things as the interface shows them: the same members, with the same values, as GET answers. What
 * it shows is written there from the domain, and here from rows as they were.
 */
final class EventObjects {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final JsonTimes times = new JsonTimes();

    /** The thing as it is. */
    ObjectNode after(EventKind kind, Images images) {
        return subject(kind, images, images.after(), images.rulesAfter(), 3);
    }

    /** The thing as it was; null where it is new. */
    @Nullable ObjectNode before(EventKind kind, Images images) {
        if (kind == EventKind.FUNDING_ACCOUNT) {
            return JSON.readTree(images.after()).path("moved").path(1).isNull()
                    ? null
                    : subject(kind, images, images.after(), null, 1);
        }
        return images.before() == null
                ? null
                : subject(kind, images, images.before(), images.rulesBefore(), 1);
    }

    /**
     * Shows a row.
     *
     * @param moved where what a funding account has stands in its movement
     */
    private ObjectNode subject(
            EventKind kind, Images images, String image, @Nullable String rules, int moved) {
        JsonNode row = JSON.readTree(image);
        return switch (kind) {
            case PROGRAM -> program(row);
            case CUSTOMER -> customer(row);
            case CARD -> card(row, rules(rules), images.brand());
            case AUTHORIZATION_CONTROLS -> controls(row, rules(rules));
            case THREE_DS -> threeDs(row, rules(rules));
            case PIN_STATUS -> pin(row, "virtual".equals(images.cardType()));
            case WALLET_TOKEN -> token(row);
            case PHYSICAL_CARD_ORDER -> order(row);
            case DISPUTE -> dispute(row);
            case FUNDING_ACCOUNT -> funding(row, moved);
            case BREAK -> breakObject(row);
            case NIGHT -> night(row);
            case REPORT -> report(row);
            case TRANSACTION -> throw new IllegalArgumentException("no row: " + kind);
        };
    }

    private static JsonNode rules(@Nullable String rules) {
        return rules == null ? JSON.createObjectNode() : JSON.readTree(rules);
    }

    private ObjectNode program(JsonNode row) {
        ObjectNode shown = begin("program", row, ProgramId.PREFIX);
        copy(shown, row, "name", "status", "network", "supported_card_types");
        copy(shown, row, "supported_currencies");
        time(shown, row, "created_at");
        return shown;
    }

    private ObjectNode customer(JsonNode row) {
        ObjectNode shown = begin("customer", row, CustomerId.PREFIX);
        copy(shown, row, "type");
        copyPresent(shown, row, "external_id", "external_id");
        ObjectNode name = JSON.createObjectNode();
        copyPresent(name, row, "first_name", "first");
        copyPresent(name, row, "last_name", "last");
        if (!name.isEmpty()) {
            shown.set("name", name);
        }
        copyPresent(shown, row, "email", "email");
        copyPresent(shown, row, "phone", "phone");
        copy(shown, row, "status", "metadata");
        time(shown, row, "created_at");
        time(shown, row, "updated_at");
        return shown;
    }

    private ObjectNode card(JsonNode row, JsonNode rules, @Nullable String brand) {
        ObjectNode shown = begin("card", row, CardId.PREFIX);
        id(shown, row, "customer_id", CustomerId.PREFIX);
        id(shown, row, "program_id", ProgramId.PREFIX);
        copy(shown, row, "type", "status", "currency");
        if (!row.path("cardholder_name").isNull()) {
            shown.set(
                    "cardholder", JSON.createObjectNode().set("name", row.path("cardholder_name")));
        }
        shown.put("brand", brand);
        copy(shown, row, "last4");
        ObjectNode expiry = JSON.createObjectNode();
        expiry.set("month", row.get("expiry_month"));
        expiry.set("year", row.get("expiry_year"));
        shown.set("expiry", expiry);
        ObjectNode limits = JSON.createObjectNode();
        copy(limits, rules, "single_transaction_limit", "daily_limit", "monthly_limit");
        shown.set("spending_controls", limits);
        id(shown, row, "replaced_card_id", CardId.PREFIX);
        copy(shown, row, "metadata");
        time(shown, row, "created_at");
        time(shown, row, "updated_at");
        return shown;
    }

    private static ObjectNode controls(JsonNode card, JsonNode rules) {
        ObjectNode shown = ofCard(card);
        copy(shown, rules, "allowed_mccs", "blocked_mccs", "allowed_countries");
        copy(shown, rules, "blocked_countries", "allow_online", "allow_contactless");
        copy(shown, rules, "allow_cash_withdrawal");
        return shown;
    }

    private static ObjectNode threeDs(JsonNode card, JsonNode rules) {
        ObjectNode shown = ofCard(card);
        shown.set("enabled", rules.get("three_ds_enabled"));
        shown.set("challenge_preference", rules.get("challenge_preference"));
        shown.set("exemptions", rules.get("sca_exemptions"));
        return shown;
    }

    private static ObjectNode ofCard(JsonNode card) {
        ObjectNode shown = JSON.createObjectNode();
        id(shown, "card_id", card.get("id"), CardId.PREFIX);
        return shown;
    }

    private static ObjectNode pin(JsonNode row, boolean virtual) {
        ObjectNode shown = JSON.createObjectNode();
        shown.put("object", "pin_status");
        id(shown, row, "card_id", CardId.PREFIX);
        shown.set("status", row.get("pin_status"));
        if (!virtual) {
            shown.set("remaining_attempts", row.get("pin_tries_left"));
        }
        return shown;
    }

    private ObjectNode token(JsonNode row) {
        ObjectNode shown = begin("wallet_token", row, WalletTokenId.PREFIX);
        id(shown, row, "card_id", CardId.PREFIX);
        copy(shown, row, "wallet", "status", "device_name");
        time(shown, row, "created_at");
        return shown;
    }

    private ObjectNode order(JsonNode row) {
        ObjectNode shown = begin("physical_card_order", row, OrderId.PREFIX);
        id(shown, row, "card_id", CardId.PREFIX);
        copy(shown, row, "status", "shipping_method");
        ObjectNode address = JSON.createObjectNode();
        for (String line :
                new String[] {"line1", "line2", "city", "postal_code", "state", "country"}) {
            copyPresent(address, row, line, line);
        }
        shown.set("shipping_address", address);
        copy(shown, row, "carrier", "tracking_number");
        time(shown, row, "created_at");
        time(shown, row, "shipped_at");
        return shown;
    }

    private ObjectNode dispute(JsonNode row) {
        ObjectNode shown = begin("dispute", row, DisputeId.PREFIX);
        id(shown, row, "transaction_id", TransactionId.PREFIX);
        shown.set("amount", row.get("amount_minor"));
        copy(shown, row, "currency", "reason", "status");
        JsonNode evidence = row.path("evidence");
        if (evidence.isString()) {
            // As it was given: a number that is read and written again may be another one.
            shown.putRawValue("evidence", new RawValue(evidence.stringValue()));
        }
        time(shown, row, "created_at");
        time(shown, row, "resolved_at");
        return shown;
    }

    /** As the sandbox's helpers show it. */
    private static ObjectNode funding(JsonNode row, int moved) {
        JsonNode balance = row.path("moved").path(moved);
        JsonNode held = row.path("moved").path(moved + 1);
        ObjectNode shown = JSON.createObjectNode();
        shown.put("object", "funding_account");
        id(shown, row, "id", FundingId.PREFIX);
        copy(shown, row, "currency");
        shown.set("balance", balance);
        shown.put("available", balance.bigIntegerValue().subtract(held.bigIntegerValue()));
        id(shown, row, "program_id", ProgramId.PREFIX);
        id(shown, row, "customer_id", CustomerId.PREFIX);
        return shown;
    }

    /** As the command lists it, without its age. */
    private static ObjectNode breakObject(JsonNode row) {
        ObjectNode shown = begin("break", row, BreakId.PREFIX);
        copy(shown, row, "type", "severity");
        shown.set("amount", row.get("amount_minor"));
        copy(shown, row, "currency");
        id(shown, row, "card_id", CardId.PREFIX);
        id(shown, row, "transaction_id", TransactionId.PREFIX);
        copy(shown, row, "clearing_id", "state", "origin_date");
        return shown;
    }

    private ObjectNode night(JsonNode row) {
        ObjectNode shown = JSON.createObjectNode();
        copy(shown, row, "id");
        shown.put("object", "night");
        copy(shown, row, "business_date", "number", "closes");
        shown.set("status", row.get("state"));
        time(shown, row, "started_at");
        time(shown, row, "ended_at");
        return shown;
    }

    private static ObjectNode report(JsonNode row) {
        ObjectNode shown = JSON.createObjectNode();
        shown.put("object", "report");
        copy(shown, row, "name", "business_date", "version", "night_id", "sha256");
        shown.set("rows", row.get("row_count"));
        return shown;
    }

    private static void copy(ObjectNode shown, JsonNode row, String... members) {
        for (String member : members) {
            shown.set(member, row.has(member) ? row.get(member) : JSON.nullNode());
        }
    }

    private static void copyPresent(ObjectNode shown, JsonNode row, String column, String member) {
        if (row.has(column) && !row.get(column).isNull()) {
            shown.set(member, row.get(column));
        }
    }

    /** A thing that has an identifier of its own. */
    private static ObjectNode begin(String object, JsonNode row, String prefix) {
        ObjectNode shown = JSON.createObjectNode();
        id(shown, row, "id", prefix);
        return shown.put("object", object);
    }

    private static void id(ObjectNode shown, JsonNode row, String member, String prefix) {
        id(shown, member, row.get(member), prefix);
    }

    private static void id(ObjectNode shown, String member, JsonNode value, String prefix) {
        if (value.isNull()) {
            shown.putNull(member);
        } else {
            shown.put(member, IdText.write(prefix, UUID.fromString(value.stringValue())));
        }
    }

    private void time(ObjectNode shown, JsonNode row, String member) {
        JsonNode value = row.path(member);
        if (value.isString()) {
            shown.put(member, times.text(OffsetDateTime.parse(value.stringValue()).toInstant()));
        } else {
            shown.putNull(member);
        }
    }
}
