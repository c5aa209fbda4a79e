package dev.countersign.facade.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ApiCaller.Reply;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Mode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Totals, clearing files and bank statements that no network and no bank would send. */
class SettlementHelpersIT {

    private static final ApiCaller SANDBOX = TestProduct.running().caller(Mode.SANDBOX);

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "settlement_totals; {\"cycle\":1}; parameter_missing; currency",
                "settlement_totals; {\"currency\":\"XXX\"}; value_invalid; currency",
                "settlement_totals; {\"currency\":\"EUR\",\"cycle\":100}; value_out_of_range; cycle",
                "settlement_totals; {\"currency\":\"EUR\",\"version\":0}; value_out_of_range; version",
                "settlement_totals; {\"currency\":\"EUR\",\"debit_count\":-1}; value_out_of_range; debit_count",
                "clearing_files; {}; parameter_missing; file_id",
                "clearing_files/a~b/trailer; {}; value_invalid; file_id",
                "bank_statements; {\"currency\":\"EUR\",\"paid\":1,\"received\":1}; value_invalid; received",
                "bank_statements; {\"currency\":\"EUR\",\"paid\":0}; value_out_of_range; paid",
                "bank_statements; {\"currency\":\"EUR\",\"paid\":1,\"remittance\":\"TO fund_01M7YD08D9F8RSVVEE6138GT5T\"}; resource_missing; remittance",
                "authorizations; {\"card_id\":\"card_1\",\"amount\":1,\"currency\":\"eur\"}; format_invalid; currency",
                "authorizations; {\"card_id\":\"card_1\",\"amount\":1,\"three_ds\":{\"eci\":\"x\"}}; format_invalid; three_ds.eci",
                "clearings; {\"card_id\":\"card_1\",\"amount\":1,\"merchant\":{\"mcc\":\"x\"}}; format_invalid; merchant.mcc",
                "clearings; {\"card_id\":\"card_1\",\"amount\":1,\"cycle\":100}; value_out_of_range; cycle",
                "bank_statements; {\"currency\":\"EUR\",\"paid\":100000000000001}; value_out_of_range; paid",
            })
    void sayWhatIsWrong(String path, String body, String code, String param) {
        Reply reply = SANDBOX.post("/test_helpers/" + path, body);

        assertThat(reply.status()).as(reply.body().toString()).isIn(400, 404, 422);
        assertThat(reply.text("/error/code")).isEqualTo(code);
        assertThat(reply.text("/error/param")).isEqualTo(param);
    }
}
