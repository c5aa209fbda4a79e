package dev.countersign.reconcile.store.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

class DataFaultTest {

    @Test
    void isWhatTheDatabaseSaysOfTheData() {
        assertThat(DataFault.of(said("C22003", "Mbigint out of range")))
                .contains("SQL state 22003: bigint out of range");
        assertThat(DataFault.of(said("C23514", "Mviolates \"never\"", "nnever")))
                .contains("SQL state 23514: violates \"never\"");
    }

    @Test
    void isNoTroubleOfAConnectionALockOrATable() {
        assertThat(DataFault.of(new SQLException("gone", "08006"))).isEmpty();
        assertThat(DataFault.of(said("C40P01", "Mdeadlock detected"))).isEmpty();
        assertThat(DataFault.of(said("C53100", "Mdisk full"))).isEmpty();
        assertThat(DataFault.of(said("C23514", "Mno partition of relation found for row")))
                .isEmpty();
        assertThat(DataFault.of(new CancellationException("closed"))).isEmpty();
    }

    @Test
    void isWhatTheRulesCannotCompute() {
        assertThat(DataFault.of(new CompletionException(new ArithmeticException("long overflow"))))
                .contains("ArithmeticException: long overflow");
        assertThat(DataFault.of(new CompletionException(new OutOfMemoryError()))).isEmpty();
    }

    @Test
    void showsNoLongNumber() {
        assertThat(DataFault.of(new IllegalArgumentException("4000001234567899 is odd")))
                .contains("IllegalArgumentException: … is odd");
    }

    private static Throwable said(String... parts) {
        var server = new PSQLException(new ServerErrorMessage(String.join("\0", parts) + "\0"));
        return new CompletionException(new IllegalStateException("a statement failed", server));
    }
}
