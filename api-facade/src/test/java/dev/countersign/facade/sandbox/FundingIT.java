package dev.countersign.facade.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ApiCaller.Reply;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Mode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Funding accounts of the sandbox, and what cards can spend from them. */
class FundingIT {

    private static final ApiCaller SANDBOX = TestProduct.running().caller(Mode.SANDBOX);
    private static final String ACCOUNTS = "/test_helpers/funding_accounts";

    @Test
    void letsCardsSpendWhatIsAvailable() {
        String card = SANDBOX.card("virtual");
        Reply opened = open(card, 10_000);
        assertThat(opened.status()).as(opened.body().toString()).isEqualTo(201);
        assertThat(opened.text("/object")).isEqualTo("funding_account");
        String account = ACCOUNTS + "/" + opened.text("/id");

        Reply paid = SANDBOX.pay(card, 8_000);
        Reply declined = SANDBOX.pay(card, 2_001);

        assertThat(paid.text("/status")).isEqualTo("authorized");
        assertThat(declined.text("/decline_reason")).isEqualTo("insufficient_funds");
        assertThat(standing(SANDBOX.get(account))).isEqualTo("10000 2000");
        Reply tooMuch = SANDBOX.post(account + "/debit", "{\"amount\":2001}");
        assertThat(tooMuch.status()).isEqualTo(409);
        assertThat(tooMuch.text("/error/code")).isEqualTo("funds_insufficient");
        assertThat(standing(SANDBOX.post(account + "/debit", "{\"amount\":500}")))
                .isEqualTo("9500 1500");
        assertThat(standing(SANDBOX.post(account + "/credit", "{\"amount\":501}")))
                .isEqualTo("10001 2001");
        assertThat(SANDBOX.pay(card, 2_001).text("/status")).isEqualTo("authorized");
    }

    @Test
    void opensOneAccountForAnOwnerAndCurrency() {
        String card = SANDBOX.card("virtual");
        assertThat(open(card, 0).status()).isEqualTo(201);

        Reply again = open(card, 0);

        assertThat(again.status()).isEqualTo(409);
        assertThat(again.text("/error/code")).isEqualTo("funding_account_exists");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{\"balance\":1}; 400; parameter_missing; currency",
                "{\"currency\":\"EUR\"}; 422; value_invalid; program_id",
                "{\"currency\":\"XXX\",\"customer_id\":\"cus_1\"}; 422; value_invalid; currency",
                "{\"currency\":\"EUR\",\"balance\":-1,\"customer_id\":\"cus_1\"}; 422; value_out_of_range; balance",
                "{\"currency\":\"EUR\",\"customer_id\":\"cus_1\"}; 404; resource_missing; customer_id",
                "{\"currency\":\"EUR\",\"program_id\":\"prog_1\"}; 404; resource_missing; program_id"
            })
    void saysWhatIsWrong(String body, int status, String code, String param) {
        Reply reply = SANDBOX.post(ACCOUNTS, body);

        assertThat(reply.refusal())
                .as(reply.body().toString())
                .isEqualTo(status + " " + code + " " + param);
    }

    @Test
    void saysThatABalanceIsTooLargeWhereItIsOpenedWithIt() {
        assertThat(open(SANDBOX.card("virtual"), Long.MAX_VALUE).refusal())
                .isEqualTo("422 value_out_of_range balance");
    }

    private static Reply open(String card, long balance) {
        String customer = SANDBOX.get("/cards/" + card).text("/customer_id");
        return SANDBOX.post(
                ACCOUNTS,
                "{\"currency\":\"EUR\",\"balance\":%s,\"customer_id\":\"%s\"}"
                        .formatted(balance, customer));
    }

    private static String standing(Reply account) {
        return account.body().at("/balance") + " " + account.body().at("/available");
    }
}
