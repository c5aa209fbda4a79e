package dev.countersign.reconcile.store.funding;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.funding.AvailableFunds;
import dev.countersign.reconcile.domain.funding.FundingAccount;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.domain.id.ProgramId;
import dev.countersign.reconcile.store.sql.ColumnArrays;
import dev.countersign.reconcile.store.sql.Rows;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Funding accounts, and what they have left. */
public final class FundingStore {

    private static final String COLUMNS =
            """
            select id, account_id, mode, program_id, customer_id, currency, balance_minor, held_minor,
                   created_at
              from funding_account
            """;

    /**
     * Opens an account that has nothing yet.
     *
     * @return false where its owner has one in this currency
     */
    public boolean insert(Handle handle, FundingAccount account) {
        return handle.createUpdate(
                                """
                                insert into funding_account (id, account_id, mode, program_id, customer_id,
                                                             currency, balance_minor, held_minor, created_at)
                                values (:id, :account, :mode, cast(:program as uuid), cast(:customer as uuid), :currency, 0, 0, :createdAt)
                                    on conflict do nothing
                                """)
                        .bindMethods(account)
                        .bindMethods(account.book())
                        .bind("currency", account.currency().getCurrencyCode())
                        .execute()
                == 1;
    }

    public Optional<FundingAccount> find(Handle handle, Book book, FundingId id) {
        return handle.createQuery(
                        COLUMNS + " where id = :id and account_id = :account and mode = :mode")
                .bind("id", id.value())
                .bindMethods(book)
                .map((row, context) -> read(row))
                .findOne();
    }

    /** One account of any book, if it is there. */
    public Optional<FundingAccount> find(Handle handle, FundingId id) {
        return handle.select(COLUMNS + " where id = ?", id.value())
                .map((row, context) -> read(row))
                .findOne();
    }

    /** The accounts of a book from one on, in the order they were opened. */
    public List<FundingAccount> list(
            Handle handle, Book book, @Nullable FundingId after, int limit) {
        return handle.createQuery(
                        COLUMNS
                                + """
                                   where account_id = :account
                                     and mode = :mode
                                     and id > :after
                                   order by id
                                   limit :limit
                                  """)
                .bindMethods(book)
                .bind("after", after == null ? new UUID(0, 0) : after.value())
                .bind("limit", limit)
                .map((row, context) -> read(row))
                .list();
    }

    /** Returns what each of these accounts has left just now. */
    public Map<FundingId, Long> available(Handle handle, Collection<FundingId> accounts) {
        return available(handle, accounts, "");
    }

    /**
     * The same, and nobody else moves them until the transaction ends. They are locked in the order
     * of their ids, which keeps those who do so from waiting for each other crosswise.
     */
    public Map<FundingId, Long> lock(Handle handle, Collection<FundingId> accounts) {
        return available(handle, accounts, " order by id for no key update");
    }

    private static Map<FundingId, Long> available(
            Handle handle, Collection<FundingId> accounts, String locking) {
        Map<FundingId, Long> available = HashMap.newHashMap(accounts.size());
        handle.createQuery(
                        "select id, balance_minor, held_minor from funding_account"
                                + " where id = any(:ids)"
                                + locking)
                .bindArray("ids", UUID.class, accounts.stream().map(FundingId::value).toList())
                .map((row, context) -> readAvailable(row))
                .forEach(entry -> available.put(entry.getKey(), entry.getValue()));
        return available;
    }

    /**
     * An amount to be held on an account.
     *
     * @param needed what the account must have left before; null where it may have nothing
     */
    public record FundsHold(FundingId funding, BigInteger heldMinor, @Nullable BigInteger needed) {}

    /** In the order of their ids, so that batches seldom wait for each other crosswise. */
    private static final String HOLD =
            """
            update funding_account
               set held_minor = funding_account.held_minor + wanted.held_minor
              from (select *
                      from unnest(?::text[]::uuid[], ?::text[]::numeric[], ?::text[]::numeric[])
                           as drawn (funding_id, held_minor, needed_minor)
                     order by funding_id) wanted
             where funding_account.id = wanted.funding_id
               and (wanted.needed_minor is null
                    or funding_account.balance_minor - funding_account.held_minor >= wanted.needed_minor)
            returning id, balance_minor, funding_account.held_minor
            """;

    /**
     * Holds amounts on accounts, each once, where they have what is needed left.
     *
     * @return what each of them has left; without those that had too little, or are not there
     */
    public Map<FundingId, Long> hold(Handle handle, List<FundsHold> holds) {
        Map<FundingId, Long> left = HashMap.newHashMap(holds.size());
        ColumnArrays.of(holds)
                .add(hold -> hold.funding().value())
                .add(FundsHold::heldMinor)
                .add(FundsHold::needed)
                .query(handle, HOLD, FundingStore::readAvailable)
                .forEach(entry -> left.put(entry.getKey(), entry.getValue()));
        return left;
    }

    /** The change of an account: what its owner got, and what is held in addition. */
    public record Move(FundingId funding, BigInteger balanceMinor, BigInteger heldMinor) {}

    private static final String MOVE =
            """
            update funding_account
               set balance_minor = funding_account.balance_minor + move.balance_minor,
                   held_minor = funding_account.held_minor + move.held_minor
              from unnest(?::text[]::uuid[], ?::text[]::numeric[], ?::text[]::numeric[])
                   as move (funding_id, balance_minor, held_minor)
             where funding_account.id = move.funding_id
            """;

    /** Moves accounts that this transaction has locked, each once. */
    public void move(Handle handle, List<Move> moves) {
        if (moves.isEmpty()) {
            return;
        }
        int moved =
                ColumnArrays.of(moves)
                        .add(move -> move.funding().value())
                        .add(Move::balanceMinor)
                        .add(Move::heldMinor)
                        .update(handle, MOVE);
        if (moved != moves.size()) {
            throw new IllegalStateException("a funding account is missing: " + moves);
        }
    }

    private static Map.Entry<FundingId, Long> readAvailable(ResultSet row) throws SQLException {
        return Map.entry(
                new FundingId(Rows.uuid(row, "id")),
                AvailableFunds.of(
                        integer(row, "balance_minor").subtract(integer(row, "held_minor"))));
    }

    static FundingAccount read(ResultSet row) throws SQLException {
        UUID program = Rows.uuidOrNull(row, "program_id");
        UUID customer = Rows.uuidOrNull(row, "customer_id");
        return new FundingAccount(
                new FundingId(Rows.uuid(row, "id")),
                Rows.book(row),
                program == null ? null : new ProgramId(program),
                customer == null ? null : new CustomerId(customer),
                Rows.currency(row, "currency"),
                integer(row, "balance_minor"),
                integer(row, "held_minor"),
                Rows.instant(row, "created_at"));
    }

    private static BigInteger integer(ResultSet row, String column) throws SQLException {
        return row.getBigDecimal(column).toBigIntegerExact();
    }
}
