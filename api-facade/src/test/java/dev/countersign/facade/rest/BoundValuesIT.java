package dev.countersign.facade.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ch.qos.logback.classic.Level;
import dev.countersign.facade.testkit.CapturedLog;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.service.Database;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Statements fail in every way, with a card number bound to them; nothing that is logged has it.
 */
class BoundValuesIT {

    private static final TestProduct PRODUCT = TestProduct.running();
    private static final String PAN = "4000001234567899";

    private final Database database = PRODUCT.book().database();
    private final Logger logger = LoggerFactory.getLogger(getClass());
    private final CapturedLog log = CapturedLog.ofAll(Level.DEBUG);

    @AfterEach
    void logAsBefore() {
        log.close();
    }

    @Test
    void standInNoLogHoweverAStatementFails() {
        fail(handle -> insert(handle, PAN, 1));
        fail(handle -> insert(handle, PAN + "0", 0));
        fail(handle -> insert(handle, PAN + "0", null));
        fail(BoundValuesIT::insertSeveral);
        fail(
                handle ->
                        handle.createQuery("select cast(:value as jsonb)")
                                .bind("value", "{" + PAN)
                                .mapTo(String.class)
                                .one());
        fail(
                handle ->
                        handle.createQuery("select no_such_column from probe where id = :value")
                                .bind("value", PAN)
                                .mapTo(String.class)
                                .one());

        assertThat(log.messages(Level.ERROR)).contains("a statement failed");
        assertThat(log.texts()).noneMatch(text -> text.contains(PAN));
    }

    /** The server that the product brings says no more of a failure either. */
    @Test
    void standInNoLogOfTheServer() {
        List<String> settings = new ArrayList<>();
        for (String each :
                List.of(
                        "log_error_verbosity",
                        "log_min_error_statement",
                        "log_parameter_max_length",
                        "log_parameter_max_length_on_error",
                        "log_statement",
                        "log_min_duration_statement")) {
            settings.add(
                    database.read(
                            handle ->
                                    handle.createQuery("show " + each).mapTo(String.class).one()));
        }

        assertThat(settings).containsExactly("terse", "panic", "0", "0", "none", "-1");
    }

    private void fail(Consumer<Handle> statement) {
        JdbiException failure =
                catchThrowableOfType(
                        JdbiException.class,
                        () ->
                                database.doAtomically(
                                        handle -> {
                                            handle.execute(
                                                    """
                                                    create temporary table probe (
                                                        id text primary key,
                                                        amount integer not null check (amount > 0)
                                                    ) on commit drop
                                                    """);
                                            insert(handle, PAN, 1);
                                            statement.accept(handle);
                                        }));
        assertThat(failure).isNotNull();
        logger.error("a statement failed", failure);
    }

    private static void insert(Handle handle, String id, Integer amount) {
        handle.createUpdate("insert into probe (id, amount) values (:id, :amount)")
                .bind("id", id)
                .bind("amount", amount)
                .execute();
    }

    private static void insertSeveral(Handle handle) {
        PreparedBatch batch =
                handle.prepareBatch("insert into probe (id, amount) values (:id, :amount)");
        batch.bind("id", PAN + "1").bind("amount", 1).add();
        batch.bind("id", PAN).bind("amount", 1).add();
        var unused = batch.execute();
    }
}
