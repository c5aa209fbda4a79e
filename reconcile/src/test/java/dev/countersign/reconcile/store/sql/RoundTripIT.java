package dev.countersign.reconcile.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.store.sql.RoundTrip.TripAnswer;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Statements that are sent together. */
class RoundTripIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final UUID CARD = new UUID(1, 1);

    private Jdbi jdbi;

    @BeforeEach
    void open() {
        POSTGRES.empty();
        jdbi = JdbiSetup.over(POSTGRES.dataSource());
    }

    @Test
    void runInTheirOrderAndEachIsAnswered() {
        RoundTrip trip = new RoundTrip();
        TripAnswer<UUID> before = cards(trip);
        trip.execute("select pg_advisory_xact_lock_shared(1)");
        TripAnswer<Void> written =
                trip.execute("insert into card_change (card_id) values (?)", CARD);
        TripAnswer<UUID> after = cards(trip);
        TripAnswer<Void> nothing =
                trip.execute("delete from card_change where card_id = ?", new UUID(0, 0));

        jdbi.useTransaction(trip::run);

        assertThat(before.rows()).isEmpty();
        assertThat(written.count()).isEqualTo(1);
        assertThat(after.rows()).containsExactly(CARD);
        assertThat(nothing.count()).isZero();
    }

    @Test
    void leaveNothingWhereOneOfThemFails() {
        RoundTrip trip = new RoundTrip();
        trip.execute("insert into card_change (card_id) values (?)", CARD);
        trip.execute("insert into card_change (card_id) values (?)", CARD);

        assertThatThrownBy(() -> jdbi.useTransaction(trip::run))
                .isInstanceOf(JdbiException.class)
                .hasMessageContaining("card_change_pkey");
        RoundTrip look = new RoundTrip();
        TripAnswer<UUID> left = cards(look);
        jdbi.useHandle(look::run);
        assertThat(left.rows()).isEmpty();
    }

    private static TripAnswer<UUID> cards(RoundTrip trip) {
        return trip.query(
                row -> Rows.uuid(row, "card_id"),
                "select card_id from card_change where card_id = ?",
                CARD);
    }
}
