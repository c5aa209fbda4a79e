package dev.countersign.reconcile.store.issuing;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.store.sql.BulkTable;
import dev.countersign.reconcile.store.sql.PgType;
import dev.countersign.reconcile.store.sql.Rows;
import dev.countersign.reconcile.vault.PinReference;
import dev.countersign.reconcile.vault.SealedPan;
import dev.countersign.reconcile.vault.key.KeyName;
import dev.countersign.reconcile.vault.key.WrappedKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.jspecify.annotations.Nullable;

/** Content that the vault sealed: card numbers, PIN references, and the keys they hang from. */
public final class VaultStore {

    private static final long DATA_KEYS = 4_020_261_002L;

    /** True where something hangs from keys of a vault, which no other vault can take over. */
    public boolean isBegun(Handle handle) {
        return handle.createQuery(
                        """
                        select exists (select from data_key)
                            or exists (select from pin_key)
                            or exists (select from card_pin)
                            or exists (select from operator_totp)
                            or exists (select from audit_checkpoint)
                        """)
                .mapTo(Boolean.class)
                .one();
    }

    /** Lets one process at a time look at the keys of the vault and add one. */
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

    /**
     * The data key that numbers are sealed with now. It stays so until the transaction ends: who
     * wants to add one waits.
     */
    public String newestDataKey(Handle handle) {
        String sql =
                "select pg_advisory_xact_lock_shared("
                        + DATA_KEYS
                        + "); select id from data_key order by created_at desc, id desc limit 1";
        try (Statement statement = handle.getConnection().createStatement()) {
            statement.execute(sql);
            statement.getMoreResults();
            try (ResultSet newest = statement.getResultSet()) {
                newest.next();
                return newest.getString("id");
            }
        } catch (SQLException e) {
            throw new UnableToExecuteStatementException(sql, e, null);
        }
    }

    /** Keeps a new data key, which is then the newest whatever the clock says. */
    public void insertDataKey(Handle handle, WrappedKey key, Instant at) {
        handle.createUpdate(
                        """
                        insert into data_key (id, wrapped_by, wrapped, created_at)
                        select :id,
                               :wrappedBy,
                               :bytes,
                               greatest(:at, max(created_at) + interval '1 microsecond')
                          from data_key
                        """)
                .bindMethods(key)
                .bind("at", at)
                .execute();
    }

    /** Keeps a data key under another wrapping. */
    public void updateDataKey(Handle handle, WrappedKey key) {
        handle.createUpdate(
                        "update data_key set wrapped_by = :wrappedBy, wrapped = :bytes where id = :id")
                .bindMethods(key)
                .execute();
    }

    /** Those of these lookup hashes whose numbers were given to cards. */
    public Set<String> taken(Handle handle, Collection<String> lookups) {
        return handle.createQuery("select lookup from card_pan where lookup = any (:lookups)")
                .bindArray("lookups", String.class, lookups.toArray())
                .mapTo(String.class)
                .set();
    }

    /**
     * The number of a card that is new.
     *
     * @param lookup its lookup hash
     */
    public record NewPan(CardId card, SealedPan pan, String lookup) {}

    private static final BulkTable<NewPan> PANS =
            BulkTable.<NewPan>named("card_pan")
                    .column("card_id", PgType.UUID, row -> row.card().value())
                    .column("data_key", PgType.TEXT, row -> row.pan().keyId())
                    .column("sealed", PgType.BYTEA, row -> row.pan().bytes())
                    .column("lookup", PgType.TEXT, NewPan::lookup)
                    .build();

    /** Keeps the numbers of cards. */
    public void insertPans(Handle handle, List<NewPan> pans) {
        PANS.insert(handle, pans);
    }

    public SealedPan pan(Handle handle, CardId card) {
        return handle.select(
                        "select data_key, sealed from card_pan where card_id = ?", card.value())
                .map(
                        (row, context) ->
                                new SealedPan(row.getString("data_key"), row.getBytes("sealed")))
                .one();
    }

    /** Deletes the data keys that seal no number, but for one; gives their number. */
    public int deleteUnusedDataKeys(Handle handle, String except) {
        return handle.execute(
                """
                        delete from data_key
                         where id <> ?
                           and not exists (select
                                             from card_pan
                                            where card_pan.data_key = data_key.id)
                        """,
                except);
    }

    /** The number of a card, and what it is sealed with. */
    public record SealedNumber(CardId card, SealedPan pan) {}

    /** Returns when a data key was made. */
    public Instant madeAt(Handle handle, String dataKey) {
        return handle.select("select created_at from data_key where id = ?", dataKey)
                .map((row, context) -> Rows.instant(row, "created_at"))
                .one();
    }

    /** Counts the card numbers that are kept. */
    public long countPans(Handle handle) {
        return handle.createQuery("select count(*) from card_pan").mapTo(Long.class).one();
    }

    /** Counts the card numbers that are sealed with another key than this one. */
    public long countAged(Handle handle, String dataKey) {
        return handle.select("select count(*) from card_pan where data_key <> ?", dataKey)
                .mapTo(Long.class)
                .one();
    }

    /**
     * The next numbers that are sealed with another key than this one, in the order of their cards;
     * nobody else changes them until the transaction ends.
     *
     * @param after a card that they come after
     */
    public List<SealedNumber> lockAged(Handle handle, String dataKey, CardId after, int limit) {
        return handle.createQuery(
                        """
                        select card_id, data_key, sealed
                          from card_pan
                         where card_id > :after
                           and data_key <> :dataKey
                         order by card_id
                         limit :limit
                           for update
                        """)
                .bind("after", after.value())
                .bind("dataKey", dataKey)
                .bind("limit", limit)
                .map(
                        (row, context) ->
                                new SealedNumber(
                                        new CardId(Rows.uuid(row, "card_id")),
                                        new SealedPan(
                                                row.getString("data_key"), row.getBytes("sealed"))))
                .list();
    }

    /** Keeps numbers under another key. */
    public void updatePans(Handle handle, List<SealedNumber> pans) {
        PreparedBatch batch =
                handle.prepareBatch(
                        """
                        update card_pan
                           set data_key = :dataKey,
                               sealed = :sealed
                         where card_id = :card
                        """);
        for (SealedNumber each : pans) {
            batch.bind("card", each.card().value())
                    .bind("dataKey", each.pan().keyId())
                    .bind("sealed", each.pan().bytes())
                    .add();
        }
        batch.execute();
    }

    /** Keeps what a card's PIN is verified against. */
    public void upsertPin(Handle handle, CardId card, PinReference pin, Instant at) {
        handle.createUpdate(
                        """
                        insert into card_pin (card_id, made_by, reference, set_at)
                        values (:card, :madeBy, :bytes, :at)
                            on conflict (card_id) do update
                           set made_by = excluded.made_by,
                               reference = excluded.reference,
                               set_at = excluded.set_at
                        """)
                .bind("card", card.value())
                .bindMethods(pin)
                .bind("at", at)
                .execute();
    }

    /** Finds the reference that a card's PIN is verified against, once the PIN was set. */
    public Optional<PinReference> findPin(Handle handle, CardId card) {
        return handle.select(
                        "select made_by, reference from card_pin where card_id = ?", card.value())
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
                .bindMethods(book)
                .map((row, context) -> wrapped(row))
                .findOne();
    }

    /** Keeps the PIN key of a book, in the place of an older one. */
    public void upsertPinKey(Handle handle, Book book, WrappedKey key, Instant at) {
        handle.createUpdate(
                        """
                        insert into pin_key (account_id, mode, id, wrapped_by, wrapped, created_at)
                        values (:account, :mode, :id, :wrappedBy, :bytes, :at)
                            on conflict (account_id, mode) do update
                           set id = excluded.id,
                               wrapped_by = excluded.wrapped_by,
                               wrapped = excluded.wrapped,
                               created_at = excluded.created_at
                        """)
                .bindMethods(book)
                .bindMethods(key)
                .bind("at", at)
                .execute();
    }

    /** The PIN key of a book. */
    public record StoredPinKey(Book book, WrappedKey wrapped) {}

    /** The PIN keys of all books. */
    public List<StoredPinKey> pinKeys(Handle handle) {
        return handle.createQuery("select account_id, mode, id, wrapped_by, wrapped from pin_key")
                .map((row, context) -> new StoredPinKey(Rows.book(row), wrapped(row)))
                .list();
    }

    /** Keeps the PIN key of a book under another wrapping. */
    public void updatePinKey(Handle handle, Book book, WrappedKey key) {
        handle.createUpdate(
                        """
                        update pin_key
                           set wrapped_by = :wrappedBy,
                               wrapped = :bytes
                         where account_id = :account
                           and mode = :mode
                        """)
                .bindMethods(book)
                .bindMethods(key)
                .execute();
    }

    /** Keeps a component of a PIN key under another wrapping. */
    public void updatePinKeyComponent(Handle handle, Book book, int number, WrappedKey key) {
        handle.createUpdate(
                        """
                        update pin_key_component
                           set wrapped_by = :wrappedBy,
                               wrapped = :bytes
                         where account_id = :account
                           and mode = :mode
                           and number = :number
                        """)
                .bindMethods(book)
                .bind("number", number)
                .bindMethods(key)
                .execute();
    }

    /**
     * One of the two components of a PIN key.
     *
     * @param wrapped null when it was shown
     */
    public record PinKeyComponent(
            int number, @Nullable WrappedKey wrapped, @Nullable Instant shownAt) {}

    /** Keeps a component of a PIN key that waits to be shown. */
    public void insertPinKeyComponent(Handle handle, Book book, int number, WrappedKey wrapped) {
        handle.createUpdate(
                        """
                        insert into pin_key_component (account_id, mode, number, id, wrapped_by, wrapped)
                        values (:account, :mode, :number, :id, :wrappedBy, :bytes)
                        """)
                .bindMethods(book)
                .bind("number", number)
                .bindMethods(wrapped)
                .execute();
    }

    /** The components of a book's PIN key, none where it was not taken apart. */
    public List<PinKeyComponent> pinKeyComponents(Handle handle, Book book) {
        return handle.createQuery(
                        """
                        select number, id, wrapped_by, wrapped, shown_at
                          from pin_key_component
                         where account_id = :account
                           and mode = :mode
                         order by number
                        """)
                .bindMethods(book)
                .map(
                        (row, context) ->
                                new PinKeyComponent(
                                        row.getInt("number"),
                                        row.getBytes("wrapped") == null ? null : wrapped(row),
                                        Rows.instantOrNull(row, "shown_at")))
                .list();
    }

    /** Forgets a component that is being shown; when that was stays. */
    public void wipePinKeyComponent(Handle handle, Book book, int number, Instant at) {
        handle.createUpdate(
                        """
                        update pin_key_component
                           set wrapped = null,
                               wrapped_by = null,
                               shown_at = :at
                         where account_id = :account
                           and mode = :mode
                           and number = :number
                        """)
                .bindMethods(book)
                .bind("number", number)
                .bind("at", at)
                .execute();
    }

    /** Forgets the components of a key that is replaced. */
    public void deletePinKeyComponents(Handle handle, Book book) {
        handle.createUpdate(
                        """
                        delete from pin_key_component
                         where account_id = :account
                           and mode = :mode
                        """)
                .bindMethods(book)
                .execute();
    }

    private static WrappedKey wrapped(ResultSet row) throws SQLException {
        return new WrappedKey(
                row.getString("id"),
                KeyName.parse(row.getString("wrapped_by")).orElseThrow(),
                row.getBytes("wrapped"));
    }
}
