package dev.countersign.ingest.codec;

import static java.util.Map.entry;

import dev.countersign.reconcile.domain.text.ReferenceMask;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.sym.PropertyNameMatcher;
import tools.jackson.core.util.Named;

/**
 * The names that an object of a message may have, as the published schema has them. Each name has a
 * number, so that what was read of an object lies in a row; numbers go by the order of the names,
 * in which a message is hashed.
 */
final class MessageShape {

    private static final List<String> MONEY = List.of("value", "currency");

    /** The objects of a message by their path, and the names of their members. */
    private static final Map<String, List<String>> OBJECTS =
            Map.ofEntries(
                    entry(
                            "",
                            List.of(
                                    "schema_version",
                                    "message_id",
                                    "kind",
                                    "repeat",
                                    "network",
                                    "source",
                                    "transmitted_at",
                                    "local_time",
                                    "card_id",
                                    "pan_hmac",
                                    "token_id",
                                    "expiry",
                                    "refs",
                                    "processing_code",
                                    "pos_entry_mode",
                                    "direction",
                                    "amount",
                                    "merchant_amount",
                                    "replacement_amount",
                                    "cashback_amount",
                                    "fx_rate",
                                    "merchant",
                                    "flags",
                                    "advice",
                                    "cvm",
                                    "three_ds",
                                    "interchange",
                                    "settlement",
                                    "total",
                                    "dispute",
                                    "order",
                                    "wallet_token",
                                    "account_id",
                                    "mode")),
                    entry("source", List.of("system", "file_id", "file_seq", "record_no")),
                    entry(
                            "refs",
                            List.of(
                                    "network_txn_id",
                                    "original_network_txn_id",
                                    "stan",
                                    "original_stan",
                                    "original_transmitted_at",
                                    "rrn",
                                    "arn",
                                    "approval_code",
                                    "acquirer_id",
                                    "clearing_sequence",
                                    "clearing_count",
                                    "usage_code",
                                    "case_id")),
                    entry("amount", MONEY),
                    entry("merchant_amount", MONEY),
                    entry("replacement_amount", MONEY),
                    entry("cashback_amount", MONEY),
                    entry(
                            "merchant",
                            List.of("id", "terminal_id", "name", "mcc", "city", "country")),
                    entry(
                            "flags",
                            List.of(
                                    "partial_approval_supported",
                                    "estimated",
                                    "extended_auth",
                                    "mit",
                                    "moto",
                                    "recurring",
                                    "stand_in",
                                    "final_clearing")),
                    entry("advice", List.of("response_code", "approved_amount")),
                    entry("advice.approved_amount", MONEY),
                    entry("cvm", List.of("pin", "cvc", "cryptogram")),
                    entry("three_ds", List.of("eci", "trans_status", "exemption")),
                    entry("interchange", List.of("amount", "currency")),
                    entry(
                            "settlement",
                            List.of(
                                    "settlement_date",
                                    "cycle",
                                    "service",
                                    "institution_id",
                                    "currency",
                                    "amount")),
                    entry(
                            "total",
                            List.of(
                                    "debit_count",
                                    "debit_amount",
                                    "credit_count",
                                    "credit_amount",
                                    "interchange_net",
                                    "fees",
                                    "net_amount",
                                    "is_complete",
                                    "version")),
                    entry("dispute", List.of("reason_code", "stage", "amount")),
                    entry("dispute.amount", MONEY),
                    entry("order", List.of("id", "status", "carrier", "tracking_number")),
                    entry("wallet_token", List.of("id", "status")));

    private static final Set<String> ALL_NAMES =
            OBJECTS.values().stream().flatMap(List::stream).collect(Collectors.toSet());

    /** A message. */
    static final MessageShape MESSAGE = new MessageShape("");

    private final String path;
    private final String[] names;
    private final byte[][] hashed;
    private final @Nullable MessageShape[] parts;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final PropertyNameMatcher matcher;
    private final JsonFields absent;

    private MessageShape(String path) {
        this.path = path;
        this.names =
                Objects.requireNonNull(OBJECTS.get(path)).stream().sorted().toArray(String[]::new);
        this.hashed = Stream.of(names).map(MessageShape::hashed).toArray(byte[][]::new);
        this.parts = new MessageShape[names.length];
        for (int number = 0; number < names.length; number++) {
            numbers.put(names[number], number);
            String inside = at(names[number]);
            parts[number] = OBJECTS.containsKey(inside) ? new MessageShape(inside) : null;
        }
        this.matcher =
                new JsonFactory()
                        .constructNameMatcher(
                                Stream.of(names).map(Named::fromString).toList(), false);
        this.absent =
                new JsonFields(this, new Object[names.length], false, ReferenceMask.LAST_FOUR);
    }

    /** Tells whether any object of a message has a member of this name. */
    static boolean knows(String name) {
        return ALL_NAMES.contains(name);
    }

    /** Returns the number of members that there can be. */
    int size() {
        return names.length;
    }

    /** The number of a name; negative for one that the schema does not know. */
    int number(String name) {
        Integer number = numbers.get(name);
        return number == null ? -1 : number;
    }

    /** Finds the number of a name while it is read, from its bytes. */
    PropertyNameMatcher matcher() {
        return matcher;
    }

    String name(int number) {
        return names[number];
    }

    /** The bytes that a hash takes of a name: its characters in UTF-16, then how many there are. */
    byte[] hashed(int number) {
        return hashed[number];
    }

    private static byte[] hashed(String name) {
        ByteBuffer bytes =
                ByteBuffer.allocate(name.length() * Character.BYTES + Integer.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN);
        name.chars().forEach(each -> bytes.putChar((char) each));
        return bytes.putInt(name.length()).array();
    }

    /** The shape of a member that is an object; null for any other. */
    @Nullable MessageShape part(int number) {
        return parts[number];
    }

    /** An object that is not there: one without members. */
    JsonFields absent() {
        return absent;
    }

    /** Returns the place of a member in the message. */
    String at(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    /** Returns the words that a refusal uses for the object. */
    String described() {
        return path.isEmpty() ? "the message" : path;
    }
}
