package dev.countersign.facade.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ApiCaller.Reply;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Account;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.service.access.ApiKeys;
import dev.countersign.reconcile.service.access.ApiKeys.CreatedKey;
import dev.countersign.reconcile.service.access.ApiKeys.NewKey;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rights and expiry of an API key. */
class ScopesIT {

    private static final TestProduct PRODUCT = TestProduct.running();
    private static final ApiKeys KEYS = PRODUCT.book().apiKeys();
    private static final ApiCaller SANDBOX = PRODUCT.caller(Mode.SANDBOX);
    private static final String CARD = SANDBOX.card("physical");

    @ParameterizedTest(name = "{0} {1} needs {2}")
    @CsvSource({
        "GET, /programs, programs:read",
        "GET, /programs/prog_1, programs:read",
        "POST, /customers, customers:write",
        "GET, /customers, customers:read",
        "GET, /customers/cus_1, customers:read",
        "PATCH, /customers/cus_1, customers:write",
        "POST, /cards, cards:write",
        "GET, /cards, cards:read",
        "GET, /cards/CARD, cards:read",
        "PATCH, /cards/CARD, cards:write",
        "POST, /cards/CARD/freeze, cards:write",
        "POST, /cards/CARD/unfreeze, cards:write",
        "POST, /cards/CARD/terminate, cards:write",
        "POST, /cards/CARD/replace, cards:write",
        "PUT, /cards/CARD/spending-controls, controls:write",
        "GET, /cards/CARD/authorization-controls, controls:read",
        "PUT, /cards/CARD/authorization-controls, controls:write",
        "GET, /cards/CARD/3ds, controls:read",
        "PUT, /cards/CARD/3ds, controls:write",
        "GET, /cards/CARD/wallet-tokens, wallets:read",
        "POST, /cards/CARD/wallet-tokens, wallets:write",
        "DELETE, /cards/CARD/wallet-tokens/wlt_1, wallets:write",
        "POST, /cards/CARD/physical-order, orders:write",
        "GET, /cards/CARD/physical-order, orders:read",
        "POST, /cards/CARD/physical-order/cancel, orders:write",
        "GET, /cards/CARD/pin, pins:read",
        "PUT, /cards/CARD/pin, pins:write",
        "POST, /cards/CARD/pin/unblock, pins:write",
        "GET, /transactions, transactions:read",
        "GET, /transactions/txn_1, transactions:read",
        "POST, /disputes, disputes:write",
        "GET, /disputes, disputes:read",
        "GET, /disputes/dsp_1, disputes:read"
    })
    void everyOperationNeedsItsScopeAndNoOther(String method, String path, String scope) {
        String target = path.replace("CARD", CARD);
        List<String> others =
                ApiKeys.SCOPES.stream().filter(other -> !other.equals(scope)).toList();

        Reply without = callerWith(others).send(method, target, "", Map.of());
        assertThat(without.status()).isEqualTo(403);
        assertThat(without.text("/error/code")).isEqualTo("scope_missing");
        assertThat(without.text("/error/type")).isEqualTo("permission_error");

        String body = method.equals("GET") ? "" : "{\"surprise\":1}";
        assertThat(callerWith(List.of(scope)).send(method, target, body, Map.of()).status())
                .isNotEqualTo(403);
    }

    @Test
    void whoMayNotAskIsNotToldAboutTheVersion() {
        Map<String, String> old = Map.of("Api-Version", "2020-01");

        assertThat(callerWith(List.of("cards:read")).send("GET", "/programs", "", old).status())
                .isEqualTo(403);
        assertThat(
                        callerWith(List.of("programs:read"))
                                .send("GET", "/programs", "", old)
                                .text("/error/code"))
                .isEqualTo("version_unsupported");
    }

    @Test
    void aRevokedKeyLetsNobodyInAtOnce() {
        CreatedKey key = create(ApiKeys.SCOPES);
        ApiCaller caller = PRODUCT.callerWith(Mode.SANDBOX, key.text());
        assertThat(caller.get("/programs").status()).isEqualTo(200);

        KEYS.revoke(key.key().id());

        Reply refused = caller.get("/programs");
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.text("/error/code")).isEqualTo("api_key_invalid");
    }

    @Test
    void theKeyOfAnotherAccountSeesNothingOfThisOne() {
        Account other = PRODUCT.book().accounts().create("Another issuer", true);
        Book book = new Book(other.id(), Mode.SANDBOX);
        CreatedKey key = KEYS.create(new NewKey(book, "stranger", ApiKeys.SCOPES, null));
        ApiCaller stranger = PRODUCT.callerWith(Mode.SANDBOX, key.text());

        assertThat(stranger.get("/cards/" + CARD).status()).isEqualTo(404);
        assertThat(stranger.post("/cards/" + CARD + "/freeze", "").status()).isEqualTo(404);
        assertThat(stranger.get("/cards").text("/data/0/id")).isEmpty();
        assertThat(stranger.get("/programs").body().at("/data").size()).isEqualTo(2);
    }

    private static ApiCaller callerWith(List<String> scopes) {
        return PRODUCT.callerWith(Mode.SANDBOX, create(scopes).text());
    }

    private static CreatedKey create(List<String> scopes) {
        return KEYS.create(new NewKey(PRODUCT.sandbox(), "a test's", scopes, null));
    }
}
