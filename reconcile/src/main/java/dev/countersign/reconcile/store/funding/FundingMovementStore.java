package dev.countersign.reconcile.store.funding;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.funding.FundingMovement;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.store.funding.FundingStore.Move;
import dev.countersign.reconcile.store.sql.ColumnArrays;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Movements of funding accounts outside the stream. They are added where their journals and holds
 * are written, and move the accounts together, last of all in the same transaction.
 */
public final class FundingMovementStore {

    static final String SELECT =
            """
            select number, funding_id, mode, subject, event, ordinal, business_date, balance_minor,
                   held_minor, card_id, transaction_id
              from funding_movement
            """;

    private final FundingStore accounts = new FundingStore();

    /**
     * A row of the ledger that is about account 2100.
     *
     * @param minor above zero what the owner of the funds got
     */
    public record PostedFunds(
            UUID subject,
            String event,
            int ordinal,
            Mode mode,
            LocalDate businessDate,
            long minor,
            @Nullable CardId card,
            @Nullable TransactionId transaction) {}

    private static final String ADD_POSTED =
            """
            insert into funding_movement (subject, event, ordinal, funding_id, mode, business_date,
                                          balance_minor, held_minor, card_id, transaction_id)
            select posted.subject, posted.event, posted.ordinal, payer.funding_id, posted.mode,
                   posted.business_date, posted.minor, 0, posted.card_id, posted.transaction_id
              from unnest(?::text[]::uuid[], ?::text[], ?::text[]::integer[], ?::text[],
                          ?::text[]::date[], ?::text[]::bigint[], ?::text[]::uuid[], ?::text[]::uuid[])
                   as posted (subject, event, ordinal, mode, business_date, minor, card_id,
                              transaction_id)
              left join transaction on transaction.id = posted.transaction_id
             cross join lateral (
                   select coalesce(transaction.funding_id, funding_of_card(posted.card_id))
                            as funding_id) payer
             where exists (select from funding_account)
               and payer.funding_id is not null
            """;

    /**
     * Adds what was posted for cards that have a funding account: that of the transaction, else
     * that which the card has now.
     */
    public void addPosted(Handle handle, List<PostedFunds> posted) {
        if (posted.isEmpty()) {
            return;
        }
        ColumnArrays.of(posted)
                .add(PostedFunds::subject)
                .add(PostedFunds::event)
                .add(PostedFunds::ordinal)
                .add(row -> row.mode().wire())
                .add(PostedFunds::businessDate)
                .add(PostedFunds::minor)
                .add(row -> row.card() == null ? null : row.card().value())
                .add(row -> row.transaction() == null ? null : row.transaction().value())
                .update(handle, ADD_POSTED);
    }

    private static final String ADD =
            """
            insert into funding_movement (subject, event, ordinal, funding_id, mode, business_date,
                                          balance_minor, held_minor, card_id, transaction_id)
            select *
              from unnest(?::text[]::uuid[], ?::text[], ?::text[]::integer[], ?::text[]::uuid[],
                          ?::text[], ?::text[]::date[], ?::text[]::bigint[], ?::text[]::bigint[],
                          ?::text[]::uuid[], ?::text[]::uuid[])
            """;

    /** Adds movements whose accounts are known. */
    public void add(Handle handle, List<FundingMovement> movements) {
        if (movements.isEmpty()) {
            return;
        }
        ColumnArrays.of(movements)
                .add(FundingMovement::subject)
                .add(FundingMovement::event)
                .add(FundingMovement::ordinal)
                .add(row -> row.funding().value())
                .add(row -> row.mode().wire())
                .add(FundingMovement::businessDate)
                .add(FundingMovement::balanceMinor)
                .add(FundingMovement::heldMinor)
                .add(row -> row.card() == null ? null : row.card().value())
                .add(row -> row.transaction() == null ? null : row.transaction().value())
                .update(handle, ADD);
    }

    /**
     * By the number of the transaction, and the age of the row: a dump that was restored into
     * another cluster brings rows with numbers that transactions there are still to get.
     */
    private static final String OF_THIS_TRANSACTION =
            """
            select funding_id as funding, sum(balance_minor) as balance_minor,
                   sum(held_minor) as held_minor
              from funding_movement
             where recorded_by = pg_current_xact_id_if_assigned()
               and age(xmin) <= 0
             group by funding_id
             order by funding_id
            """;

    /**
     * Moves the accounts by all that this transaction has added: once, as the last thing that it
     * does.
     */
    public void apply(Handle handle) {
        List<Move> moves = handle.createQuery(OF_THIS_TRANSACTION).mapTo(Move.class).list();
        if (!moves.isEmpty()) {
            var unused = accounts.lock(handle, moves.stream().map(Move::funding).toList());
            accounts.move(handle, moves);
        }
    }

    static FundingMovement read(ResultSet row) throws SQLException {
        UUID card = Rows.uuidOrNull(row, "card_id");
        UUID transaction = Rows.uuidOrNull(row, "transaction_id");
        return new FundingMovement(
                new FundingId(Rows.uuid(row, "funding_id")),
                Rows.wire(row, "mode", Mode.class),
                Rows.uuid(row, "subject"),
                row.getString("event"),
                row.getInt("ordinal"),
                row.getObject("business_date", LocalDate.class),
                row.getLong("balance_minor"),
                row.getLong("held_minor"),
                card == null ? null : new CardId(card),
                transaction == null ? null : new TransactionId(transaction));
    }
}
