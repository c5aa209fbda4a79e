package dev.countersign.facade.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ApiCaller.Reply;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.testkit.Patience;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;

/** Answers to a caller when the fault is the product's. */
class TroubleIT {

    private static final TestProduct PRODUCT = TestProduct.running();
    private static final ApiCaller SANDBOX = PRODUCT.caller(Mode.SANDBOX);

    private final Jdbi database = Jdbi.create(PRODUCT.databaseUrl());
    private final CustomerId customer =
            CustomerId.parse(SANDBOX.create("/customers", "{\"type\":\"individual\"}"))
                    .orElseThrow();

    @Test
    void saysThatTheServiceIsTemporarilyUnavailableWhenItsDatabaseGoesAwayAndChangesNothing()
            throws Exception {
        Reply before = SANDBOX.get("/customers/" + customer);

        Reply cut = renameWhileTheDatabaseGoesAway();

        assertThat(cut.status()).isEqualTo(503);
        assertThat(cut.text("/error/type")).isEqualTo("api_error");
        assertThat(cut.text("/error/code")).isEqualTo("temporarily_unavailable");
        assertThat(SANDBOX.get("/customers/" + customer).body()).isEqualTo(before.body());
        assertThat(rename().status()).isEqualTo(200);
    }

    private Reply renameWhileTheDatabaseGoesAway() throws Exception {
        try (ExecutorService other = Executors.newSingleThreadExecutor()) {
            return database.inTransaction(
                    handle -> {
                        handle.execute(
                                "select 1 from customer where id = ? for update", customer.value());
                        int holder =
                                handle.createQuery("select pg_backend_pid()")
                                        .mapTo(int.class)
                                        .one();
                        Future<Reply> rename = other.submit(this::rename);
                        Patience.until(() -> endThoseWhoWaitFor(holder) > 0);
                        return rename.get();
                    });
        }
    }

    private long endThoseWhoWaitFor(int holder) {
        return database.withHandle(
                handle ->
                        handle.createQuery(
                                        """
                                        select count(*) filter (where pg_terminate_backend(pid))
                                          from pg_stat_activity
                                         where :holder = any (pg_blocking_pids(pid))
                                        """)
                                .bind("holder", holder)
                                .mapTo(long.class)
                                .one());
    }

    private Reply rename() {
        return SANDBOX.patch("/customers/" + customer, "{\"name\":{\"first\":\"Ada\"}}");
    }

    @Test
    void saysNoMoreThanThatTheFaultIsOursWhenARowIsNotAsItShouldBe() {
        writeMetadata("[]");
        try {
            Reply broken = SANDBOX.get("/customers/" + customer);

            assertThat(broken.status()).isEqualTo(500);
            assertThat(broken.text("/error/type")).isEqualTo("api_error");
            assertThat(broken.text("/error/code")).isEqualTo("internal_error");
            assertThat(broken.text("/error/message")).doesNotContain("jsonb", "SQL", "select");
            assertThat(broken.text("/error/request_id")).isEqualTo(broken.header("Request-Id"));
        } finally {
            writeMetadata("{}");
        }
        assertThat(SANDBOX.get("/customers/" + customer).status()).isEqualTo(200);
    }

    private void writeMetadata(String metadata) {
        database.useHandle(
                handle ->
                        handle.execute(
                                "update customer set metadata = cast(? as jsonb) where id = ?",
                                metadata,
                                customer.value()));
    }
}
