package dev.countersign.facade.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ConsoleCaller;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.service.issuing.PanKeys.Sealing;
import dev.countersign.reconcile.testkit.Patience;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys of the interface and of card numbers, as administrators look after them. */
class ConsoleKeysIT {

    private static final TestProduct PRODUCT = TestProduct.running();
    private static final Pattern KEY = Pattern.compile("sk_test_[0-9a-f]{64}");

    private static ConsoleCaller finance;
    private static ConsoleCaller ada;
    private static ConsoleCaller grace;

    @BeforeAll
    static void open() {
        finance = ConsoleCaller.somebody(PRODUCT, "keys-finance", OperatorRole.FINANCE);
        ada = ConsoleCaller.somebody(PRODUCT, "keys-ada", OperatorRole.ADMINISTRATOR);
        grace = ConsoleCaller.somebody(PRODUCT, "keys-grace", OperatorRole.ADMINISTRATOR);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/console/sandbox/keys",
                "/console/sandbox/keys.csv",
                "/console/sandbox/card-keys"
            })
    void areForAdministratorsAlone(String path) {
        assertThat(finance.get(path).statusCode()).isEqualTo(403);
        assertThat(ada.get(path).statusCode()).isEqualTo(200);
    }

    @Test
    void areShownOnceAndRevoked() {
        Map<String, String> wanted =
                Map.of("name", "for the tests", "mode", "sandbox", "scope", "cards:read");
        assertThat(finance.post("/console/sandbox/keys", wanted).statusCode()).isEqualTo(403);
        assertThat(
                        ada.post("/console/sandbox/keys", Map.of("name", "x", "mode", "live"))
                                .statusCode())
                .isEqualTo(409);

        HttpResponse<String> made = ada.post("/console/sandbox/keys", wanted);

        Matcher shown = KEY.matcher(made.body());
        assertThat(shown.find()).isTrue();
        String key = shown.group();
        assertThat(ada.page("/console/sandbox/keys")).contains("for the tests").doesNotContain(key);
        assertThat(PRODUCT.callerWith(Mode.SANDBOX, key).get("/cards").status()).isEqualTo(200);
        assertThat(PRODUCT.callerWith(Mode.SANDBOX, key).get("/customers").status()).isEqualTo(403);
        String id = idOf("for the tests");
        assertThat(finance.post("/console/sandbox/keys/" + id + "/revoke", Map.of()).statusCode())
                .isEqualTo(403);
        assertThat(ada.post("/console/sandbox/keys/" + id + "/revoke", Map.of()).statusCode())
                .isEqualTo(303);
        assertThat(PRODUCT.callerWith(Mode.SANDBOX, key).get("/cards").status()).isEqualTo(401);
        assertThat(ada.page("/console/sandbox/audit?subject=" + id))
                .contains("key.create", "key.revoke", "sandbox: for the tests")
                .doesNotContain(key);
    }

    private static String idOf(String name) {
        Matcher found =
                Pattern.compile("(key_[0-9a-f]{12})," + name)
                        .matcher(ada.page("/console/sandbox/keys.csv"));
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    @Test
    void ofCardNumbersAreRotatedByTwoAdministrators() throws InterruptedException {
        String path = "/console/sandbox/card-keys";
        String card = PRODUCT.caller(Mode.SANDBOX).card("virtual");
        String before = sealing().dataKey();

        assertThat(finance.post(path + "/rotate", Map.of("reason", "x")).statusCode())
                .isEqualTo(403);
        assertThat(ada.post(path + "/rotate", Map.of()).statusCode()).isEqualTo(409);
        assertThat(ada.post(path + "/rotate", Map.of("reason", "yearly")).statusCode())
                .isEqualTo(303);
        assertThat(ada.post(path + "/rotate/approve", grace.shown(path)).statusCode())
                .isEqualTo(409);
        assertThat(sealing().dataKey()).isEqualTo(before);
        assertThat(grace.page(path)).contains("yearly", "Approve: rotate now");
        assertThat(grace.post(path + "/rotate/approve", Map.of()).statusCode())
                .as("without having read anything")
                .isEqualTo(400);
        assertThat(grace.approve(path, "/rotate").statusCode()).isEqualTo(303);

        Patience.until(() -> !sealing().dataKey().equals(before) && sealing().aged() == 0);
        assertThat(ada.page("/console/sandbox/audit?subject=card-keys"))
                .contains("card_keys.ask_rotation", "yearly", "card_keys.rotate", "keys-grace");
        assertThat(PRODUCT.caller(Mode.SANDBOX).get("/cards/" + card).status()).isEqualTo(200);
        assertThat(ada.post(path + "/resume", Map.of()).statusCode()).isEqualTo(303);
    }

    private static Sealing sealing() {
        return PRODUCT.book().panKeys().sealing();
    }
}
