package dev.countersign.bench.peer;

import dev.countersign.reconcile.domain.id.CardId;
import java.time.Instant;
import java.util.UUID;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The part of a request that a peer reads: as little as its decision and its row need, in one pass.
 */
final class Request {

    private static final JsonFactory JSON = new JsonFactory();

    UUID messageId = new UUID(0, 0);
    UUID card = new UUID(0, 0);
    Instant at = Instant.EPOCH;
    long minor;
    String currency = "";
    long merchantMinor;
    String merchantCurrency = "";
    String networkTxnId = "";
    String stan = "";
    String rrn = "";
    String acquirerId = "";
    String merchantId = "";
    String merchantName = "";
    String mcc = "";
    String city = "";
    String country = "";

    private Request() {}

    static Request read(byte[] value) {
        Request request = new Request();
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), value)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = json.currentName();
                json.nextToken();
                request.member(json, name);
            }
        }
        return request;
    }

    private void member(JsonParser json, String name) {
        switch (name) {
            case "message_id" -> messageId = UUID.fromString(json.getString());
            case "card_id" -> card = CardId.parse(json.getString()).orElseThrow().value();
            case "transmitted_at" -> at = Instant.parse(json.getString());
            case "refs", "amount", "merchant_amount", "merchant" -> {
                while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                    String inner = json.currentName();
                    json.nextToken();
                    part(json, name, inner);
                }
            }
            default -> json.skipChildren();
        }
    }

    private void part(JsonParser json, String part, String name) {
        switch (part) {
            case "refs" -> reference(json, name);
            case "merchant" -> merchant(json, name);
            case "amount" -> {
                if (name.equals("value")) {
                    minor = json.getLongValue();
                } else {
                    currency = json.getString();
                }
            }
            default -> {
                if (name.equals("value")) {
                    merchantMinor = json.getLongValue();
                } else {
                    merchantCurrency = json.getString();
                }
            }
        }
    }

    private void reference(JsonParser json, String name) {
        switch (name) {
            case "network_txn_id" -> networkTxnId = json.getString();
            case "stan" -> stan = json.getString();
            case "rrn" -> rrn = json.getString();
            case "acquirer_id" -> acquirerId = json.getString();
            default -> json.skipChildren();
        }
    }

    private void merchant(JsonParser json, String name) {
        switch (name) {
            case "id" -> merchantId = json.getString();
            case "name" -> merchantName = json.getString();
            case "mcc" -> mcc = json.getString();
            case "city" -> city = json.getString();
            case "country" -> country = json.getString();
            default -> json.skipChildren();
        }
    }
}
