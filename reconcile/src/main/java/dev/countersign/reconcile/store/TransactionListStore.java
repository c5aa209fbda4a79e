package dev.countersign.reconcile.store;

import dev.countersign.reconcile.domain.card.Mode;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.TimeOrderedId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * Transactions for those who look at them, newest first along a key. One look costs a bounded
 * number of rows, however rare what is looked for: where they are used up, the page ends and says
 * where to go on.
 */
public final class TransactionListStore {

    private final int rowsPerLookMax;

    public TransactionListStore(int rowsPerLookMax) {
        this.rowsPerLookMax = rowsPerLookMax;
    }

    /**
     * Which transactions of a book are wanted; null asks for all.
     *
     * @param createdFrom at or after
     * @param createdBefore before
     */
    public record Filter(
            AccountId account,
            Mode mode,
            @Nullable CardId card,
            @Nullable CustomerId customer,
            @Nullable TransactionStatus status,
            @Nullable String currency,
            @Nullable Instant createdFrom,
            @Nullable Instant createdBefore) {}

    /**
     * What one look found.
     *
     * @param next after which transaction the list goes on, null at its end
     */
    public record Page(List<Transaction> transactions, @Nullable TransactionId next) {}

    /** One transaction of an account's book, if it is there. */
    public Optional<Transaction> find(
            Handle handle, AccountId account, Mode mode, TransactionId id) {
        List<Transaction> found =
                handle.createQuery(
                                "select "
                                        + TransactionRows.COLUMNS
                                        + " from transaction where id = :id and account_id = :account and mode = :mode")
                        .bind("id", id.value())
                        .bind("account", account.value())
                        .bind("mode", mode.wire())
                        .map((row, context) -> TransactionRows.read(row))
                        .list();
        return TransactionRows.withIncrements(handle, found).stream().findFirst();
    }

    /** True when a card has a transaction. */
    public boolean any(Handle handle, CardId card) {
        return handle.createQuery("select exists (select from transaction where card_id = :card)")
                .bind("card", card.value())
                .mapTo(Boolean.class)
                .one();
    }

    /**
     * The newest that fit.
     *
     * @param after older than this one; null begins with the newest
     * @param limit at most as many
     */
    public Page list(Handle handle, Filter filter, @Nullable TransactionId after, int limit) {
        Look look = look(filter, after);
        String fitting =
                "select "
                        + TransactionRows.COLUMNS
                        + " from ("
                        + look.rows("*")
                        + " limit :rowsMax"
                        + ") as transaction where "
                        + look.condition()
                        + " order by id desc limit :limit";
        List<Transaction> found =
                TransactionRows.withIncrements(
                        handle,
                        look.bind(handle.createQuery(fitting))
                                .bind("rowsMax", rowsPerLookMax)
                                .bind("limit", limit + 1)
                                .map((row, context) -> TransactionRows.read(row))
                                .list());
        if (found.size() > limit) {
            return new Page(found.subList(0, limit), found.get(limit - 1).id());
        }
        return new Page(found, endOf(handle, look));
    }

    /** The last row of a look that used up its rows, null where the rows ended before. */
    private @Nullable TransactionId endOf(Handle handle, Look look) {
        return look.bind(handle.createQuery(look.rows("id") + " limit 1 offset :last"))
                .bind("last", rowsPerLookMax - 1)
                .map((row, context) -> new TransactionId(Rows.uuid(row, "id")))
                .findOne()
                .orElse(null);
    }

    /**
     * A list as SQL: the rows along the key, and which of them fit.
     *
     * @param along conditions that the key answers
     * @param fitting conditions that each row is asked for
     */
    private record Look(List<String> along, List<String> fitting, Map<String, Object> values) {

        String rows(String columns) {
            String where = along.isEmpty() ? "" : " where " + String.join(" and ", along);
            return "select " + columns + " from transaction" + where + " order by id desc";
        }

        String condition() {
            return String.join(" and ", fitting);
        }

        Query bind(Query query) {
            return query.bindMap(values);
        }
    }

    private static Look look(Filter filter, @Nullable TransactionId after) {
        Look look = new Look(new ArrayList<>(), new ArrayList<>(), new HashMap<>());
        look.fitting().add("account_id = :account and mode = :mode");
        look.values().put("account", filter.account().value());
        look.values().put("mode", filter.mode().wire());
        if (filter.card() != null) {
            look.along().add("card_id = :card");
            look.values().put("card", filter.card().value());
        }
        if (filter.customer() != null) {
            look.along().add("customer_id = :customer");
            look.values().put("customer", filter.customer().value());
        }
        if (filter.status() != null) {
            look.fitting().add("status = :status");
            look.values().put("status", filter.status().wire());
        }
        if (filter.currency() != null) {
            look.fitting().add("currency = :currency");
            look.values().put("currency", filter.currency());
        }
        if (filter.createdFrom() != null) {
            look.along().add("id >= :fromId");
            look.fitting().add("created_at >= :createdFrom");
            look.values().put("createdFrom", filter.createdFrom().atOffset(ZoneOffset.UTC));
            look.values().put("fromId", TimeOrderedId.floor(filter.createdFrom()));
        }
        if (filter.createdBefore() != null) {
            look.along().add("id < :beforeId");
            look.fitting().add("created_at < :createdBefore");
            look.values().put("createdBefore", filter.createdBefore().atOffset(ZoneOffset.UTC));
            look.values().put("beforeId", floorAfter(filter.createdBefore()));
        }
        if (after != null) {
            look.along().add("id < :after");
            look.values().put("after", after.value());
        }
        return look;
    }

    /** Identifiers know milliseconds, times microseconds. */
    private static UUID floorAfter(Instant before) {
        return TimeOrderedId.floor(before.plusMillis(1));
    }
}
