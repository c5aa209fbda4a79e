package dev.countersign.reconcile.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PostgresExtensionIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @Test
    void givesTheClassADatabaseOfItsOwn() throws SQLException {
        try (var connection = POSTGRES.dataSource().getConnection()) {
            assertThat(connection.getCatalog()).startsWith("test_postgresextensionit_");
        }
    }
}
