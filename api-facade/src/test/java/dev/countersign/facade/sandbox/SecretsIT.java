package dev.countersign.facade.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ApiCaller.Reply;
import dev.countersign.facade.testkit.CapturedLog;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.reconcile.domain.account.Mode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Cards are issued, PINs set and used, everything logged; afterwards none of the secrets stands in
 * a log, an answer, a topic or a table.
 */
class SecretsIT {

    private static final TestProduct PRODUCT = TestProduct.running();
    private static final ApiCaller SANDBOX = PRODUCT.caller(Mode.SANDBOX);
    private static final String PIN = "407193528614";

    /** The first digits of the cards of the first Visa program. */
    private static final String BIN = "400000";

    private static final Pattern NUMBER = Pattern.compile("(?<![0-9])[0-9]{13,19}(?![0-9])");

    private final CapturedLog log = CapturedLog.ofAll(Level.DEBUG);
    private final List<String> answers = new ArrayList<>();
    private final Set<String> lastFour = new TreeSet<>();
    private final Set<String> blocks = new TreeSet<>();

    @AfterEach
    void logAsBefore() {
        log.close();
    }

    @Test
    void stayWhereTheyBelong() throws Exception {
        for (int i = 0; i < 10; i++) {
            useACard();
        }
        log.close();

        List<String> everything = new ArrayList<>(answers);
        everything.addAll(log.texts());
        for (String topic : List.of(Topics.FEED, Topics.DECISIONS, Topics.DEAD_LETTERS)) {
            PRODUCT.feed()
                    .all(topic)
                    .forEach(
                            message ->
                                    everything.add(
                                            new String(message.value(), StandardCharsets.UTF_8)));
        }
        everything.addAll(PRODUCT.dump());

        assertThat(everything).as("there is much to search").hasSizeGreaterThan(1_000);
        for (String text : everything) {
            assertThat(found(text)).as(text).isEmpty();
        }
    }

    @Test
    void areFoundWhereTheyDoNotBelong() {
        lastFour.add("7899");
        blocks.add("513DF2C473B9E8220874210EA27ABF46");

        assertThat(found("the card 4000001234567899 was used")).hasSize(1);
        assertThat(found("the block 513df2c473b9e8220874210ea27abf46")).hasSize(1);
        assertThat(found("the PIN " + PIN)).hasSize(1);
        assertThat(found("an ARN 74000004000001234567899, a moment 1795255200000")).isEmpty();
    }

    private void useACard() {
        String id = keep(SANDBOX.post("/cards", card())).text("/id");
        lastFour.add(SANDBOX.get("/cards/" + id).text("/last4"));
        keep(
                SANDBOX.post(
                        "/cards/" + id + "/physical-order",
                        """
                        {"shipping_address":{"line1":"Via Roma 1","city":"Roma","postal_code":"00100","country":"IT"}}
                        """));
        keep(
                SANDBOX.post(
                        "/test_helpers/cards/" + id + "/physical-order/advance",
                        "{\"to\":\"delivered\"}"));
        String block = SANDBOX.pinBlock(id, PIN);
        blocks.add(block.toUpperCase(Locale.ROOT));
        keep(SANDBOX.put("/cards/" + id + "/pin", "{\"encrypted_pin_block\":\"" + block + "\"}"));
        keep(
                SANDBOX.post(
                        "/test_helpers/authorizations",
                        "{\"card_id\":\"%s\",\"amount\":100,\"encrypted_pin_block\":\"%s\"}"
                                .formatted(id, block)));
        keep(
                PRODUCT.callerWithNewKey(Mode.SANDBOX)
                        .put(
                                "/cards/" + id + "/pin",
                                "{\"encrypted_pin_block\":\"" + block + "0\"}"));
        keep(SANDBOX.post("/cards/" + id + "/replace", "{\"reason\":\"stolen\"}"));
    }

    private static String card() {
        return "{\"customer_id\":\"%s\",\"type\":\"physical\",\"currency\":\"EUR\"}"
                .formatted(SANDBOX.customer());
    }

    private Reply keep(Reply reply) {
        answers.add(reply.body().toString());
        return reply;
    }

    private List<String> found(String text) {
        List<String> found = new ArrayList<>();
        NUMBER.matcher(text)
                .results()
                .map(match -> match.group())
                .filter(number -> lastFour.contains(number.substring(number.length() - 4)))
                .filter(number -> number.startsWith(BIN))
                .filter(SecretsIT::passesLuhn)
                .forEach(found::add);
        String upper = text.toUpperCase(Locale.ROOT);
        blocks.stream().filter(upper::contains).forEach(found::add);
        if (text.contains(PIN)) {
            found.add(PIN);
        }
        return found;
    }

    private static boolean passesLuhn(String number) {
        int sum = 0;
        for (int i = 0; i < number.length(); i++) {
            int digit = number.charAt(number.length() - 1 - i) - '0';
            int doubled = i % 2 == 0 ? digit : 2 * digit;
            sum += doubled > 9 ? doubled - 9 : doubled;
        }
        return sum % 10 == 0;
    }
}
