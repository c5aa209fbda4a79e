package dev.countersign.reconcile.store.issuing;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.WalletTokenId;
import dev.countersign.reconcile.domain.list.ListPage;
import dev.countersign.reconcile.domain.wallet.Wallet;
import dev.countersign.reconcile.domain.wallet.WalletToken;
import dev.countersign.reconcile.domain.wallet.WalletTokenStatus;
import dev.countersign.reconcile.store.sql.BoundedScan;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Wallet tokens of cards. */
public final class WalletTokenStore {

    private static final String COLUMNS =
            """
            wallet_token.id, wallet_token.card_id, wallet_token.wallet, wallet_token.status,
            wallet_token.device_id, wallet_token.device_name, wallet_token.created_at
            """;

    private final BoundedScan<WalletToken> scan;

    public WalletTokenStore(int rowsScannedMax) {
        this.scan =
                new BoundedScan<>(
                        "wallet_token",
                        COLUMNS,
                        "",
                        WalletTokenStore::read,
                        token -> token.id().value(),
                        rowsScannedMax);
    }

    /** The tokens of a card, removed ones too, newest first. */
    public ListPage<WalletToken> list(Handle handle, CardId card, @Nullable UUID after, int limit) {
        return scan.page(
                handle,
                new BoundedScan.Scan().indexed("card_id = :card", "card", card.value()),
                after,
                limit);
    }

    public Optional<WalletToken> find(Handle handle, Book book, WalletTokenId id) {
        return handle.createQuery(
                        "select "
                                + COLUMNS
                                + " from wallet_token join card on card.id = wallet_token.card_id"
                                + " where wallet_token.id = :id"
                                + " and card.account_id = :account and card.mode = :mode")
                .bind("id", id.value())
                .bindMethods(book)
                .map((row, context) -> read(row))
                .findOne();
    }

    /** A token of a card that nobody else changes meanwhile. */
    public Optional<WalletToken> lock(Handle handle, CardId card, WalletTokenId id) {
        return handle.select(
                        "select "
                                + COLUMNS
                                + " from wallet_token where id = ? and card_id = ? for update",
                        id.value(),
                        card.value())
                .map((row, context) -> read(row))
                .findOne();
    }

    /**
     * Inserts a token.
     *
     * @return false when the card is in this wallet on this device already
     */
    public boolean insert(Handle handle, WalletToken token) {
        return handle.createUpdate(
                                """
                                insert into wallet_token (id, card_id, wallet, status, device_id, device_name,
                                                          created_at, updated_at)
                                values (:id, :cardId, :wallet, :status, :deviceId, :deviceName,
                                        :createdAt, :createdAt)
                                    on conflict (card_id, wallet, coalesce(device_id, ''))
                                 where status <> 'removed'
                                    do nothing
                                """)
                        .bindMethods(token)
                        .execute()
                == 1;
    }

    /** Moves a token to another state. */
    public void updateStatus(
            Handle handle, WalletTokenId token, WalletTokenStatus status, Instant at) {
        handle.createUpdate(
                        "update wallet_token set status = :status, updated_at = :at where id = :id")
                .bind("id", token.value())
                .bind("status", status.wire())
                .bind("at", at)
                .execute();
    }

    /** Suspends the active tokens of a card that is frozen, and marks them to be resumed. */
    public void suspendActive(Handle handle, CardId card, Instant at) {
        handle.execute(
                """
                        update wallet_token
                           set status = 'suspended',
                               suspended_by_freeze = true,
                               updated_at = ?
                         where card_id = ?
                           and status = 'active'
                        """,
                at,
                card.value());
    }

    /** Resumes exactly those tokens of a card that its freeze suspended. */
    public void resumeSuspended(Handle handle, CardId card, Instant at) {
        handle.execute(
                """
                        update wallet_token
                           set status = case status when 'suspended' then 'active' else status end,
                               suspended_by_freeze = false,
                               updated_at = ?
                         where card_id = ?
                           and suspended_by_freeze
                        """,
                at,
                card.value());
    }

    /** Removes the oldest pending tokens from before a time; gives the card of each. */
    public List<CardId> removeUnconfirmed(Handle handle, Instant before, Instant at, int max) {
        return handle.createQuery(
                        """
                        update wallet_token
                           set status = 'removed',
                               updated_at = :at
                         where id = any(array(select id
                                                from wallet_token
                                               where status = 'pending'
                                                 and created_at <= :before
                                               order by created_at
                                               limit :max
                                                 for update skip locked))
                        returning card_id
                        """)
                .bind("before", before)
                .bind("at", at)
                .bind("max", max)
                .mapTo(CardId.class)
                .list();
    }

    public void removeAll(Handle handle, CardId card, Instant at) {
        handle.execute(
                """
                        update wallet_token
                           set status = 'removed',
                               updated_at = ?
                         where card_id = ?
                           and status <> 'removed'
                        """,
                at,
                card.value());
    }

    private static WalletToken read(ResultSet row) throws SQLException {
        return new WalletToken(
                new WalletTokenId(Rows.uuid(row, "id")),
                new CardId(Rows.uuid(row, "card_id")),
                Rows.wire(row, "wallet", Wallet.class),
                Rows.wire(row, "status", WalletTokenStatus.class),
                row.getString("device_id"),
                row.getString("device_name"),
                Rows.instant(row, "created_at"));
    }
}
