package dev.countersign.facade.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ApiCaller.Reply;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Mode;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All that can be created can be asked for twice, and comes once. */
class IdempotencyIT {

    private static final ApiCaller SANDBOX = TestProduct.running().caller(Mode.SANDBOX);
    private static final int CALLERS = 6;

    /** Everything that takes a key, with what it needs. */
    enum Create {
        CUSTOMER {
            @Override
            Call call() {
                return new Call("/customers", "{\"type\":\"individual\"}", "{\"type\":1}");
            }
        },
        CARD {
            @Override
            Call call() {
                String customer = SANDBOX.customer();
                return new Call(
                        "/cards",
                        "{\"customer_id\":\"%s\",\"type\":\"virtual\",\"currency\":\"EUR\"}"
                                .formatted(customer),
                        "{\"customer_id\":\"%s\",\"type\":\"virtual\",\"currency\":\"ZZZ\"}"
                                .formatted(customer));
            }
        },
        REPLACEMENT {
            @Override
            Call call() {
                return new Call(
                        "/cards/" + SANDBOX.card("virtual") + "/replace",
                        "{\"reason\":\"damaged\"}",
                        "{\"reason\":\"boredom\"}");
            }
        },
        WALLET_TOKEN {
            @Override
            Call call() {
                return new Call(
                        "/cards/" + SANDBOX.card("virtual") + "/wallet-tokens",
                        "{\"wallet\":\"apple_pay\"}",
                        "{\"wallet\":\"purse\"}");
            }
        },
        ORDER {
            @Override
            Call call() {
                String address =
                        "{\"shipping_address\":{\"line1\":\"1 Rue X\",\"city\":\"Paris\","
                                + "\"postal_code\":\"75001\",\"country\":\"%s\"}}";
                return new Call(
                        "/cards/" + SANDBOX.card("physical") + "/physical-order",
                        address.formatted("FR"),
                        address.formatted("France"));
            }
        },
        DISPUTE {
            @Override
            Call call() {
                String card = SANDBOX.card("virtual");
                String transaction = SANDBOX.buy(card, 900);
                SANDBOX.clear(transaction, 900);
                SANDBOX.post("/test_helpers/jobs/nightly", "{}");
                String body = "{\"transaction_id\":\"%s\",\"reason\":\"%s\"}";
                return new Call(
                        "/disputes",
                        body.formatted(transaction, "fraud"),
                        body.formatted(transaction, "boredom"));
            }
        };

        abstract Call call();
    }

    /** A create that works, and one that is refused. */
    record Call(String path, String body, String wrong) {}

    @ParameterizedTest(name = "{0}")
    @EnumSource
    void givesTheFirstAnswerAgainAndCreatesNothing(Create create) {
        Call call = create.call();
        String key = UUID.randomUUID().toString();

        Reply refused = SANDBOX.post(call.path(), call.wrong(), key);
        Reply first = SANDBOX.post(call.path(), call.body(), key);
        Reply again = SANDBOX.post(call.path(), call.body(), key);
        Reply other = SANDBOX.post(call.path(), call.wrong(), key);

        assertThat(refused.status()).as(refused.body().toString()).isBetween(400, 422);
        assertThat(first.status())
                .as("what was refused does not use up its key: " + first.body())
                .isEqualTo(201);
        assertThat(first.header("Idempotent-Replayed")).isEmpty();
        assertThat(again.status()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(other.status()).isIn(400, 409, 422);
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    void createsOneForAllWhoAskAtOnce(Create create) throws Exception {
        Call call = create.call();
        String key = UUID.randomUUID().toString();

        List<Reply> replies =
                CustomersIT.simultaneously(
                        CALLERS, () -> SANDBOX.post(call.path(), call.body(), key));

        Stream<Reply> created = replies.stream().filter(reply -> reply.status() == 201);
        assertThat(created.map(reply -> reply.text("/id")).distinct()).hasSize(1);
        assertThat(replies)
                .filteredOn(reply -> reply.status() != 201)
                .allSatisfy(
                        reply -> {
                            assertThat(reply.status()).isEqualTo(409);
                            assertThat(reply.text("/error/code"))
                                    .isEqualTo("idempotency_key_in_use");
                        });
    }
}
