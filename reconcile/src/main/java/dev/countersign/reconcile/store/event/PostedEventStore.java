package dev.countersign.reconcile.store.event;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.authorization.DeclineCode;
import dev.countersign.reconcile.domain.card.CardStatus;
import dev.countersign.reconcile.domain.event.EventKind;
import dev.countersign.reconcile.domain.event.StateEvent;
import dev.countersign.reconcile.domain.event.StateEvent.CardState;
import dev.countersign.reconcile.domain.event.StateEvent.PostedTransaction;
import dev.countersign.reconcile.domain.event.TransactionChange;
import dev.countersign.reconcile.domain.feed.MerchantClaim;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Packed changes of transactions as events: each beside what never changes of its transaction. */
final class PostedEventStore {

    /** The part of a transaction that never changes, and its card. */
    record Facts(
            Book book,
            CardState card,
            CustomerId customer,
            TransactionType type,
            Money requested,
            MerchantClaim claim,
            @Nullable DeclineCode declineCode,
            Instant createdAt) {}

    /** By key, however few rows the planner believes there are: "offset 0" keeps it a look-up. */
    private static final String LOAD =
            """
            select posted.*, card.status as card_status
              from unnest(:ids) as wanted (id)
             cross join lateral (
                      select id, account_id, mode, card_id, customer_id, type, currency,
                             requested_minor, merchant_amount_minor, merchant_currency, merchant_id,
                             terminal_id, merchant_name, merchant_mcc, merchant_city,
                             merchant_country, channel, decline_code, created_at
                        from transaction
                       where transaction.id = wanted.id
                      offset 0) posted
             cross join lateral (
                      select status
                        from card
                       where card.id = posted.card_id
                      offset 0) card
            """;

    /** Reads what never changes of the transactions of changes, by their ids. */
    Map<UUID, Facts> load(Handle handle, List<TransactionChange> changes) {
        Set<UUID> ids = new LinkedHashSet<>();
        changes.forEach(change -> ids.add(change.id().value()));
        Map<UUID, Facts> facts = HashMap.newHashMap(ids.size());
        if (!ids.isEmpty()) {
            handle.createQuery(LOAD)
                    .bindArray("ids", UUID.class, ids)
                    .map((row, context) -> Map.entry(Rows.uuid(row, "id"), facts(row)))
                    .forEach(entry -> facts.put(entry.getKey(), entry.getValue()));
        }
        return facts;
    }

    private static Facts facts(ResultSet row) throws SQLException {
        return new Facts(
                Rows.book(row),
                new CardState(
                        new CardId(Rows.uuid(row, "card_id")),
                        Rows.wire(row, "card_status", CardStatus.class)),
                new CustomerId(Rows.uuid(row, "customer_id")),
                Rows.wire(row, "type", TransactionType.class),
                Rows.money(row, "requested_minor", "currency"),
                Rows.merchantClaim(row),
                Rows.wireOrNull(row, "decline_code", DeclineCode.class),
                Rows.instant(row, "created_at"));
    }

    /**
     * The events of the changes of one row.
     *
     * @param name of the row, to which each event adds its place
     */
    List<StateEvent> events(
            String name,
            Instant recordedAt,
            List<TransactionChange> changes,
            Map<UUID, Facts> known) {
        List<StateEvent> events = new ArrayList<>();
        for (TransactionChange change : changes) {
            Facts facts = known.get(change.id().value());
            if (facts == null) {
                throw new IllegalStateException("a transaction is missing: " + change.id());
            }
            events.add(
                    new StateEvent(
                            name + "_" + (events.size() + 1),
                            facts.card().id().toString(),
                            0,
                            recordedAt,
                            EventKind.TRANSACTION,
                            facts.book(),
                            facts.book().mode(),
                            facts.card(),
                            new PostedTransaction(
                                    change,
                                    facts.customer(),
                                    facts.type(),
                                    facts.requested(),
                                    facts.claim(),
                                    facts.declineCode(),
                                    facts.createdAt())));
        }
        return events;
    }
}
