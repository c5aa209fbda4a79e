package dev.countersign.reconcile.store.issuing;

import dev.countersign.reconcile.domain.card.CardStatus;
import dev.countersign.reconcile.domain.event.CardEvent;
import dev.countersign.reconcile.domain.event.CardEvent.TransactionState;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The log of changed cards as events, and the position up to which they were published. */
public final class CardEventStore {

    /** A row of the log. */
    public record Position(String changedBy, UUID card) {}

    /**
     * A page of the log.
     *
     * @param last its last row
     * @param whole whether it is as long as was asked for, so that there may be more
     */
    public record EventPage(List<CardEvent> events, Position last, boolean whole) {}

    /**
     * Locks the position to go on from, until the transaction ends; empty while another transaction
     * holds it.
     */
    public Optional<Position> lock(Handle handle) {
        return handle.createQuery(
                        """
                        select changed_by::text as changed_by, card_id
                          from event_position
                           for update skip locked
                        """)
                .map((row, context) -> position(row))
                .findOne();
    }

    /**
     * Only what lies below every transaction that still runs is told, so that none is passed over
     * which ends later. What one transaction wrote has its number: so its changes are told from
     * those that the card's transactions had before and since.
     */
    private static final String AFTER =
            """
            with log as materialized (
                select changed_by, card_id, xmin as written_by
                  from card_change
                 where (changed_by, card_id) > (cast(:changedBy as xid8), :card)
                   and changed_by < pg_snapshot_xmin(pg_current_snapshot())
                 order by changed_by, card_id
                 limit :limit
            )
            select log.changed_by::text as changed_by, log.card_id, card.account_id, card.mode,
                   card.status as card_status, changed.id as transaction_id, changed.status,
                   changed.amount_minor, changed.currency
              from log
              left join card on card.id = log.card_id
              left join lateral (
                       select id, status, amount_minor, currency
                         from transaction
                        where transaction.card_id = log.card_id
                          and transaction.xmin = log.written_by
                       offset 0) changed on true
             order by log.changed_by, log.card_id, changed.id
            """;

    /**
     * Reads the log after a row, up to a maximum number of rows; empty where nothing comes after
     * it.
     */
    public Optional<EventPage> after(Handle handle, Position position, int limit) {
        List<CardEvent> events = new ArrayList<>();
        List<Position> read = new ArrayList<>();
        handle.createQuery(AFTER)
                .bind("changedBy", position.changedBy())
                .bind("card", position.card())
                .bind("limit", limit)
                .map(
                        (row, context) -> {
                            Position at = position(row);
                            if (read.isEmpty() || !read.getLast().equals(at)) {
                                read.add(at);
                            }
                            // The log marks with a card of nobody where old rows were taken out.
                            if (Rows.uuidOrNull(row, "account_id") != null) {
                                events.add(event(row, at));
                            }
                            return at;
                        })
                .list();
        return read.isEmpty()
                ? Optional.empty()
                : Optional.of(new EventPage(events, read.getLast(), read.size() == limit));
    }

    /** Everything up to here was published. */
    public void move(Handle handle, Position position) {
        handle.createUpdate(
                        """
                        update event_position
                           set changed_by = cast(:changedBy as xid8),
                               card_id = :card
                        """)
                .bind("changedBy", position.changedBy())
                .bind("card", position.card())
                .execute();
    }

    private static Position position(ResultSet row) throws SQLException {
        return new Position(row.getString("changed_by"), Rows.uuid(row, "card_id"));
    }

    private static CardEvent event(ResultSet row, Position at) throws SQLException {
        return new CardEvent(
                at.changedBy(),
                new CardId(at.card()),
                Rows.book(row),
                Rows.wire(row, "card_status", CardStatus.class),
                transaction(row));
    }

    private static @Nullable TransactionState transaction(ResultSet row) throws SQLException {
        UUID id = Rows.uuidOrNull(row, "transaction_id");
        return id == null
                ? null
                : new TransactionState(
                        new TransactionId(id),
                        Rows.wire(row, "status", TransactionStatus.class),
                        new Money(row.getLong("amount_minor"), Rows.currency(row, "currency")));
    }
}
