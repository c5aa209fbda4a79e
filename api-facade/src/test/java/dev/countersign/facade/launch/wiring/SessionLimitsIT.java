package dev.countersign.facade.launch.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import dev.countersign.facade.local.BookSource;
import dev.countersign.facade.local.SessionLimits;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.testkit.PostgresExtension;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Time limits of the product's database sessions, so that none keeps others waiting. */
class SessionLimitsIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final SessionLimits LIMITS =
            new SessionLimits(
                    Duration.ofMillis(300),
                    Duration.ofMillis(200),
                    Duration.ofMillis(400),
                    Duration.ofSeconds(7));

    private static final List<String> NAMES =
            List.of(
                    "statement_timeout",
                    "lock_timeout",
                    "idle_in_transaction_session_timeout",
                    "tcp_user_timeout");

    @Test
    void holdForTheInterfaceAndTheStreamAndNotForNights() {
        try (HikariDataSource product = product();
                BookSource book = book(product);
                StreamConnections stream =
                        StreamConnections.open(product, LIMITS, 1, new SimpleMeterRegistry())) {
            Function<Handle, List<String>> limits =
                    handle ->
                            NAMES.stream()
                                    .map(
                                            name ->
                                                    handle.createQuery("show " + name)
                                                            .mapTo(String.class)
                                                            .one())
                                    .toList();

            assertThat(JdbiSetup.over(book.dataSource()).withHandle(limits::apply))
                    .containsExactly("300ms", "200ms", "400ms", "7000");
            assertThat(stream.database().database().read(limits))
                    .containsExactly("300ms", "200ms", "400ms", "7000");
            assertThat(JdbiSetup.over(product).withHandle(limits::apply))
                    .containsExactly("0", "0", "0", "0");
            assertThat(product.getDataSourceProperties())
                    .as("what the driver is told of the product's own connections")
                    .isEmpty();
        }
    }

    @Test
    void giveUpAStatementThatTakesTooLongAndASessionThatDoesNothing() {
        try (HikariDataSource product = product();
                BookSource book = book(product)) {
            Jdbi limited = JdbiSetup.over(book.dataSource());

            assertThatExceptionOfType(JdbiException.class)
                    .isThrownBy(
                            () -> limited.useHandle(handle -> handle.execute("select pg_sleep(9)")))
                    .withMessageContaining("statement timeout");
            assertThatExceptionOfType(JdbiException.class)
                    .isThrownBy(
                            () ->
                                    limited.useTransaction(
                                            handle -> {
                                                handle.execute("select 1");
                                                JdbiSetup.over(product)
                                                        .useHandle(
                                                                other ->
                                                                        other.execute(
                                                                                "select pg_sleep(1)"));
                                                handle.execute("select 2");
                                            }));
            int next =
                    limited.withHandle(
                            handle -> handle.createQuery("select 3").mapTo(Integer.class).one());
            assertThat(next).isEqualTo(3);
        }
    }

    private static HikariDataSource product() {
        HikariDataSource product = new HikariDataSource();
        product.setJdbcUrl(POSTGRES.url());
        product.setMaximumPoolSize(3);
        return product;
    }

    private static BookSource book(HikariDataSource product) {
        return BookSource.beside(product, LIMITS, new SimpleMeterRegistry());
    }
}
