package dev.countersign.facade.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * Calls the REST interface as a user does, over HTTP. Whatever is called, the answer must be one
 * that the contract says.
 */
public final class ApiCaller {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final JsonMapper JSON = JsonMapper.shared();

    private final String base;
    private final String key;

    /** Calls an address with a key. */
    public ApiCaller(String base, String key) {
        this.base = base;
        this.key = key;
    }

    /** A response. */
    public record Reply(int status, HttpResponse<String> response, JsonNode body) {

        /** A header, or nothing. */
        public String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        /** The refusal that it is: its status, code and parameter. */
        public String refusal() {
            return status + " " + text("/error/code") + " " + text("/error/param");
        }

        /** The text of a member, such as {@code /error/code}. */
        public String text(String pointer) {
            return body.at(pointer).asString("");
        }
    }

    public Reply get(String path) {
        return send("GET", path, "", Map.of());
    }

    public Reply post(String path, String body) {
        return send("POST", path, body, Map.of());
    }

    /** Posts with an idempotency key. */
    public Reply post(String path, String body, String key) {
        return send("POST", path, body, Map.of("Idempotency-Key", key));
    }

    public Reply put(String path, String body) {
        return send("PUT", path, body, Map.of());
    }

    public Reply patch(String path, String body) {
        return send("PATCH", path, body, Map.of());
    }

    public Reply delete(String path) {
        return send("DELETE", path, "", Map.of());
    }

    /** Creates something that must be created, and gives its id. */
    public String create(String path, String body) {
        return idOf(path, post(path, body));
    }

    private static String idOf(String path, Reply reply) {
        if (reply.status() != 201) {
            throw new AssertionError(path + " answered " + reply.status() + " " + reply.body());
        }
        return reply.text("/id");
    }

    /** An active customer with a phone. */
    public String customer() {
        return create("/customers", "{\"type\":\"individual\",\"phone\":\"+4930123456\"}");
    }

    /** A card of a new customer. */
    public String card(String type) {
        return create(
                "/cards",
                "{\"customer_id\":\"%s\",\"type\":\"%s\",\"currency\":\"EUR\"}"
                        .formatted(customer(), type));
    }

    /** A purchase with a card of the sandbox, which may be declined. */
    public Reply pay(String card, long amount) {
        return post(
                "/test_helpers/authorizations",
                "{\"card_id\":\"" + card + "\",\"amount\":" + amount + "}");
    }

    /** The id of such a purchase, which must be made. */
    public String buy(String card, long amount) {
        return idOf("/test_helpers/authorizations", pay(card, amount));
    }

    /** Has a purchase of the sandbox cleared for so much. */
    public Reply clear(String transaction, long amount) {
        return post(
                "/test_helpers/clearings",
                "{\"transaction_id\":\"" + transaction + "\",\"amount\":" + amount + "}");
    }

    /** Runs a night of the sandbox, which has to complete. */
    public void night() {
        Reply night = post("/test_helpers/jobs/nightly", "{}");
        if (!night.text("/status").equals("completed")) {
            throw new AssertionError("the night is " + night.body());
        }
    }

    /** The PIN block of a card of the sandbox, as a device would make it. */
    public String pinBlock(String card, String pin) {
        Reply reply =
                post("/test_helpers/cards/" + card + "/pin-block", "{\"pin\":\"" + pin + "\"}");
        if (reply.status() != 200) {
            throw new AssertionError("no PIN block: " + reply.status() + " " + reply.body());
        }
        return reply.text("/encrypted_pin_block");
    }

    /** Sends what no contract says anything of. */
    public Reply sendOutside(String method, String path, String body) {
        return send(method, path, body, Map.of(), false);
    }

    /** Sends a request with a JSON body, or none where it is empty. */
    public Reply send(String method, String path, String body, Map<String, String> headers) {
        return send(method, path, body, headers, true);
    }

    private Reply send(
            String method,
            String path,
            String body,
            Map<String, String> headers,
            boolean byContract) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path));
        if (!key.isEmpty()) {
            request.header("Authorization", "Bearer " + key);
        }
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        headers.forEach(request::setHeader);
        request.method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        try {
            HttpResponse<String> response = HTTP.send(request.build(), BodyHandlers.ofString());
            if (byContract) {
                Contract.check(method, path, response);
            }
            JsonNode parsed =
                    response.body().isEmpty()
                            ? MissingNode.getInstance()
                            : JSON.readTree(response.body());
            return new Reply(response.statusCode(), response, parsed);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
