package dev.countersign.facade.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ApiCaller.Reply;
import dev.countersign.reconcile.domain.id.CardId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Jdbi;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** One lifecycle, played by the calls of its script on a card of its own, with what came of it. */
final class PlayedLifecycle {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Pattern ID =
            Pattern.compile("\\b[TD][0-9]+\\b|\\bCARD\\b|\\bCUSTOMER\\b|\\bFUND\\b");

    private final ApiCaller sandbox;
    private final String card;
    private final Map<String, String> ids = new TreeMap<>();
    private final List<String> disputes = new ArrayList<>();
    private final StringBuilder page = new StringBuilder();
    private final Jdbi jdbi;

    /** Breaks and journals of no card that were there before. */
    private final List<String> known;

    PlayedLifecycle(ApiCaller sandbox, Jdbi jdbi) {
        this.jdbi = jdbi;
        this.known =
                jdbi.withHandle(
                        handle -> handle.createQuery(OF_NO_CARD).mapTo(String.class).list());
        this.sandbox = sandbox;
        this.card = sandbox.card("virtual");
        ids.put("CARD", card);
        ids.put("CUSTOMER", sandbox.get("/cards/" + card).text("/customer_id"));
    }

    /**
     * Makes one call, such as {@code POST /test_helpers/refunds amount=2500}: a method, a path and
     * the members of the body.
     */
    void call(String line) {
        String[] words = line.split(" ", -1);
        ObjectNode body = JSON.createObjectNode();
        for (int i = 2; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            put(body, words[i].substring(0, equals), words[i].substring(equals + 1));
        }
        String path = named(words[1]);
        if (words[1].endsWith("authorizations") || words[1].endsWith("refunds")) {
            body.put("card_id", card);
        }
        Reply reply = sandbox.send(words[0], path, body.isEmpty() ? "" : body.toString(), Map.of());
        assertThat(reply.status()).as(line + ": " + reply.body()).isBetween(200, 202);
        if (words[1].endsWith("nightly")) {
            assertThat(reply.text("/status")).as(reply.body().toString()).isEqualTo("completed");
        }
        if (words[1].equals("/disputes")) {
            disputes.add(reply.text("/id"));
            ids.put("D" + disputes.size(), reply.text("/id"));
        }
        if (words[1].endsWith("/funding_accounts")) {
            ids.put("FUND", reply.text("/id"));
        }
        page.append("| `").append(line).append("` | ").append(standing()).append(" |\n");
    }

    private void put(ObjectNode body, String member, String text) {
        int dot = member.indexOf('.');
        if (dot >= 0) {
            put(body.withObject("/" + member.substring(0, dot)), member.substring(dot + 1), text);
        } else if (member.equals("mcc")) {
            body.put(member, text);
        } else {
            String value = named(text);
            body.set(
                    member,
                    value.matches("-?[0-9]+|true|false|null|\".*\"")
                            ? JSON.readTree(value)
                            : JSON.getNodeFactory().stringNode(value));
        }
    }

    private String named(String text) {
        return ID.matcher(text).replaceAll(found -> ids.getOrDefault(found.group(), "unknown"));
    }

    /** The transactions of the card, the oldest first, and its disputes, as they are now. */
    private String standing() {
        List<String> all = new ArrayList<>();
        List<JsonNode> transactions = new ArrayList<>();
        sandbox.get("/transactions?card_id=" + card + "&limit=100")
                .body()
                .path("data")
                .forEach(transactions::addFirst);
        for (int i = 0; i < transactions.size(); i++) {
            JsonNode one = transactions.get(i);
            ids.put("T" + (i + 1), one.path("id").asString());
            all.add("T" + (i + 1) + " " + shown(one));
        }
        for (int i = 0; i < disputes.size(); i++) {
            Reply dispute = sandbox.get("/disputes/" + disputes.get(i));
            all.add("D" + (i + 1) + " " + dispute.text("/status"));
        }
        return String.join(", ", all);
    }

    private static String shown(JsonNode one) {
        String kind = one.path("type").asString();
        String text =
                (kind.equals("purchase") ? "" : kind + " ")
                        + one.path("status").asString()
                        + " "
                        + one.path("amount").asString();
        if (!one.path("merchant_currency").equals(one.path("currency"))) {
            text +=
                    " (%s %s)"
                            .formatted(
                                    one.path("merchant_currency").asString(),
                                    one.path("merchant_amount").asString());
        }
        return one.path("decline_reason").isNull()
                ? text
                : text + " `" + one.path("decline_reason").asString() + "`";
    }

    /** The calls with what they did, then the differences, the records and the ledger. */
    String page() {
        return "| Call | Afterwards |\n|-|-|\n"
                + page
                + "\n"
                + list("Breaks", BREAKS)
                + list("Records in the settlement detail", RECORDS)
                + list("Ledger, without the memo of holds", LEDGER);
    }

    private static final String OF_NO_CARD =
            """
            select id::text
              from break
             where card_id is null
            union all
            select subject::text || event
              from ledger_row
             where card_id is null
            """;

    private static final String BREAKS =
            """
            select format('`%s` %s %s', type, amount_minor, state)
              from break
             where card_id = :card
                or (card_id is null and not id::text = any(:known))
             order by type, amount_minor, state
            """;

    private static final String RECORDS =
            """
            select format('%s %s %s%s', record_type, direction, amount_minor,
                          coalesce(' by match level ' || match_level, ''))
              from settlement_line
             where card_id = :card
             order by record_type, direction, amount_minor, match_level
            """;

    private static final String LEDGER =
            """
            select format('%s: debit %s, credit %s %s', replace(event, '_', ' '), debit_account,
                          credit_account, sum(amount_minor))
              from ledger_row
             where (card_id = :card
                    or (card_id is null and not subject::text || event = any(:known)))
               and debit_account < '9000'
             group by event, debit_account, credit_account
             order by event, debit_account, credit_account
            """;

    private String list(String what, String sql) {
        List<String> rows =
                jdbi.withHandle(
                        handle ->
                                handle.createQuery(sql)
                                        .bind("card", CardId.parse(card).orElseThrow().value())
                                        .bindArray("known", String.class, known)
                                        .mapTo(String.class)
                                        .list());
        return rows.isEmpty()
                ? ""
                : what
                        + ":\n"
                        + rows.stream().map(row -> "- " + row + "\n").collect(Collectors.joining())
                        + "\n";
    }
}
