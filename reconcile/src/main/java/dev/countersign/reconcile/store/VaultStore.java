package dev.countersign.reconcile.store;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.vault.KeyName;
import dev.countersign.reconcile.vault.PinReference;
import dev.countersign.reconcile.vault.SealedPan;
import dev.countersign.reconcile.vault.WrappedKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** What the vault sealed: card numbers, PIN references, and the keys they hang from. */
public final class VaultStore {

    private static final long DATA_KEYS = 4_020_261_002L;

    /** Lets one process at a time look at the data keys and add one. */
    public void lockDataKeys(Handle handle) {
        handle.execute("select pg_advisory_xact_lock(?)", DATA_KEYS);
    }

    /** All data keys, oldest first. */
    public List<WrappedKey> dataKeys(Handle handle) {
        return handle.createQuery(
                        "select id, wrapped_by, wrapped from data_key order by created_at, id")
                .map((row, context) -> wrapped(row))
                .list();
    }

    /** Keeps a new data key. */
    public void insertDataKey(Handle handle, WrappedKey key, Instant at) {
        handle.createUpdate(
                        """
                        insert into data_key (id, wrapped_by, wrapped, created_at)
                        values (:id, :wrappedBy, :wrapped, :at)
                        """)
                .bind("id", key.id())
                .bind("wrappedBy", key.wrappedBy().toString())
                .bind("wrapped", key.bytes())
                .bind("at", at.atOffset(ZoneOffset.UTC))
                .execute();
    }

    /** Keeps a data key under another wrapping. */
    public void updateDataKey(Handle handle, WrappedKey key) {
        handle.createUpdate(
                        "update data_key set wrapped_by = :wrappedBy, wrapped = :wrapped where id = :id")
                .bind("id", key.id())
                .bind("wrappedBy", key.wrappedBy().toString())
                .bind("wrapped", key.bytes())
                .execute();
    }

    /** True when a number with this lookup hash was given to a card. */
    public boolean isTaken(Handle handle, String lookup) {
        return handle.createQuery("select exists (select from card_pan where lookup = :lookup)")
                .bind("lookup", lookup)
                .mapTo(Boolean.class)
                .one();
    }

    /** Keeps the number of a card. */
    public void insertPan(Handle handle, CardId card, SealedPan pan, String lookup) {
        handle.createUpdate(
                        """
                        insert into card_pan (card_id, data_key, sealed, lookup)
                        values (:card, :dataKey, :sealed, :lookup)
                        """)
                .bind("card", card.value())
                .bind("dataKey", pan.keyId())
                .bind("sealed", pan.bytes())
                .bind("lookup", lookup)
                .execute();
    }

    /** The number of a card. */
    public SealedPan pan(Handle handle, CardId card) {
        return handle.createQuery("select data_key, sealed from card_pan where card_id = :card")
                .bind("card", card.value())
                .map(
                        (row, context) ->
                                new SealedPan(row.getString("data_key"), row.getBytes("sealed")))
                .one();
    }

    /** A card whose number is sealed with another key than this one. */
    public record Aged(CardId card, SealedPan pan) {}

    /** Some numbers that are not yet sealed with a key, none of them touched by anybody else. */
    public List<Aged> lockAged(Handle handle, String dataKey, int limit) {
        return handle.createQuery(
                        """
                        select card_id, data_key, sealed
                          from card_pan
                         where data_key <> :dataKey
                         limit :limit
                           for update skip locked
                        """)
                .bind("dataKey", dataKey)
                .bind("limit", limit)
                .map(
                        (row, context) ->
                                new Aged(
                                        new CardId(Rows.uuid(row, "card_id")),
                                        new SealedPan(
                                                row.getString("data_key"), row.getBytes("sealed"))))
                .list();
    }

    /** Keeps the number of a card under another key. */
    public void updatePan(Handle handle, CardId card, SealedPan pan) {
        handle.createUpdate(
                        "update card_pan set data_key = :dataKey, sealed = :sealed where card_id = :card")
                .bind("card", card.value())
                .bind("dataKey", pan.keyId())
                .bind("sealed", pan.bytes())
                .execute();
    }

    /** Keeps what a card's PIN is verified against. */
    public void upsertPin(Handle handle, CardId card, PinReference pin, Instant at) {
        handle.createUpdate(
                        """
                        insert into card_pin (card_id, made_by, reference, set_at)
                        values (:card, :madeBy, :reference, :at)
                            on conflict (card_id) do update
                           set made_by = excluded.made_by,
                               reference = excluded.reference,
                               set_at = excluded.set_at
                        """)
                .bind("card", card.value())
                .bind("madeBy", pin.madeBy().toString())
                .bind("reference", pin.bytes())
                .bind("at", at.atOffset(ZoneOffset.UTC))
                .execute();
    }

    /** What a card's PIN is verified against, once it was set. */
    public Optional<PinReference> findPin(Handle handle, CardId card) {
        return handle.createQuery("select made_by, reference from card_pin where card_id = :card")
                .bind("card", card.value())
                .map(
                        (row, context) ->
                                new PinReference(
                                        KeyName.parse(row.getString("made_by")).orElseThrow(),
                                        row.getBytes("reference")))
                .findOne();
    }

    /** The PIN key of a book, if it has one. */
    public Optional<WrappedKey> findPinKey(Handle handle, Book book) {
        return handle.createQuery(
                        """
                        select id, wrapped_by, wrapped
                          from pin_key
                         where account_id = :account
                           and mode = :mode
                        """)
                .bind("account", book.account().value())
                .bind("mode", book.mode().wire())
                .map((row, context) -> wrapped(row))
                .findOne();
    }

    /** Keeps the PIN key of a book, in the place of an older one. */
    public void upsertPinKey(Handle handle, Book book, WrappedKey key, Instant at) {
        handle.createUpdate(
                        """
                        insert into pin_key (account_id, mode, id, wrapped_by, wrapped, created_at)
                        values (:account, :mode, :id, :wrappedBy, :wrapped, :at)
                            on conflict (account_id, mode) do update
                           set id = excluded.id,
                               wrapped_by = excluded.wrapped_by,
                               wrapped = excluded.wrapped,
                               created_at = excluded.created_at
                        """)
                .bind("account", book.account().value())
                .bind("mode", book.mode().wire())
                .bind("id", key.id())
                .bind("wrappedBy", key.wrappedBy().toString())
                .bind("wrapped", key.bytes())
                .bind("at", at.atOffset(ZoneOffset.UTC))
                .execute();
    }

    private static WrappedKey wrapped(ResultSet row) throws SQLException {
        return new WrappedKey(
                row.getString("id"),
                KeyName.parse(row.getString("wrapped_by")).orElseThrow(),
                row.getBytes("wrapped"));
    }
}
