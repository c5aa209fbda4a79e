package dev.countersign.reconcile.service.issuing;

import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.card.Card;
import dev.countersign.reconcile.domain.card.CardSecurity;
import dev.countersign.reconcile.domain.card.CardStatus;
import dev.countersign.reconcile.domain.card.CardType;
import dev.countersign.reconcile.domain.feed.evidence.PinEvidence;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.pin.PinState;
import dev.countersign.reconcile.domain.pin.PinStatus;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.access.ApiKeys.Caller;
import dev.countersign.reconcile.store.feed.CardPositionStore;
import dev.countersign.reconcile.store.issuing.CardChangeStore;
import dev.countersign.reconcile.store.issuing.VaultStore;
import dev.countersign.reconcile.vault.Pan;
import dev.countersign.reconcile.vault.Pin;
import dev.countersign.reconcile.vault.PinBlocks;
import dev.countersign.reconcile.vault.PinKey;
import dev.countersign.reconcile.vault.PinKeys;
import dev.countersign.reconcile.vault.PinReference;
import dev.countersign.reconcile.vault.PinVerification;
import dev.countersign.reconcile.vault.key.WrappedKey;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** PINs of physical cards: set and verified, never kept and never shown. */
public final class Pins {

    private final Database database;
    private final Cards cards;
    private final CardNumbers numbers;
    private final CardPositionStore positions = new CardPositionStore();
    private final CardChangeStore changes;
    private final VaultStore store = new VaultStore();
    private final PinBlocks blocks;
    private final PinKeys keys;
    private final PinVerification verification;
    private final PinBlockReader reader;
    private final InstantSource clock;

    public Pins(
            Database database,
            Cards cards,
            CardNumbers numbers,
            CardChangeStore changes,
            PinBlocks blocks,
            PinKeys keys,
            PinVerification verification,
            InstantSource clock) {
        this.database = database;
        this.cards = cards;
        this.numbers = numbers;
        this.changes = changes;
        this.blocks = blocks;
        this.keys = keys;
        this.verification = verification;
        this.reader = new PinBlockReader(database, numbers, blocks, keys, clock);
        this.clock = clock;
    }

    /** The state of a card's PIN. */
    public PinState state(CardId card) {
        return database.read(handle -> security(handle, card).pin());
    }

    /**
     * Reads the PIN block that a caller sends to set the PIN of a card; the caller wipes the PIN. A
     * text that is no PIN block is refused whatever the card is; one that was made for another card
     * only where this card takes a PIN.
     *
     * @throws RequestRefusedException for an invalid block, each of which counts; for now, where
     *     too many came in a row
     */
    public Pin read(Caller caller, CardId id, String block) {
        return reader.read(
                        caller,
                        id,
                        block,
                        handle -> requireTakesPin(cards.load(handle, caller.book(), id)))
                .orElseThrow(Pins::invalidBlock);
    }

    /** Sets the PIN of a physical card, from any state of it: all tries again. */
    public PinState set(Book book, CardId id, Pin pin) {
        return database.atomically(handle -> set(handle, book, id, pin));
    }

    private PinState set(Handle handle, Book book, CardId id, Pin pin) {
        requireTakesPin(cards.lock(handle, book, id));
        Pan pan = numbers.open(handle, id);
        store.upsertPin(handle, id, verification.reference(id, pan, pin), clock.instant());
        cards.keepRowsBriefly(handle);
        return write(handle, id);
    }

    private static RequestRefusedException invalidBlock() {
        return RequestRefusedException.at(ErrorCode.PIN_BLOCK_INVALID, "encrypted_pin_block");
    }

    private static void requireTakesPin(Card card) {
        if (card.type() != CardType.PHYSICAL) {
            throw RequestRefusedException.at(ErrorCode.CARD_NOT_PHYSICAL, "card_id");
        }
        if (card.status() != CardStatus.PENDING && card.status() != CardStatus.ACTIVE) {
            throw RequestRefusedException.at(ErrorCode.CARD_NOT_ACTIVE, "card_id");
        }
    }

    /** Gives a blocked PIN all its tries again. */
    public PinState unblock(Book book, CardId id) {
        return database.atomically(handle -> unblock(handle, book, id));
    }

    private PinState unblock(Handle handle, Book book, CardId id) {
        Card card = cards.lockForDecisions(handle, book, id);
        if (card.status() != CardStatus.ACTIVE) {
            throw RequestRefusedException.at(ErrorCode.CARD_NOT_ACTIVE, "card_id");
        }
        if (!positions.lockPin(handle, id).blocked()) {
            throw RequestRefusedException.at(ErrorCode.PIN_NOT_BLOCKED, "card_id");
        }
        return write(handle, id);
    }

    /**
     * Checks a PIN that a cardholder entered, for an ingress edge. Returns the word that goes on
     * the feed in the place of the PIN. An invalid block counts here, too.
     */
    public PinEvidence check(Caller caller, CardId id, String block) {
        Optional<PinReference> reference = database.read(handle -> store.findPin(handle, id));
        if (reference.isEmpty()) {
            return PinEvidence.NOT_SET;
        }
        Optional<Pin> pin = reader.read(caller, id, block, handle -> {});
        if (pin.isEmpty()) {
            return PinEvidence.ERROR;
        }
        Pan pan = database.read(handle -> numbers.open(handle, id));
        boolean same = verification.matches(reference.get(), id, pan, pin.get());
        pin.get().wipe();
        return same ? PinEvidence.MATCH : PinEvidence.MISMATCH;
    }

    /** A PIN block as a device would make it, for the sandbox, where no device is. */
    public String encrypt(Book book, CardId id, Pin pin) {
        return database.read(
                handle -> blocks.encode(pin, numbers.open(handle, id), key(handle, book)).hex());
    }

    /** The PIN key of a book, made when it has none; to be shown to its owner once. */
    public PinKey keyOf(Book book) {
        return database.atomically(handle -> keyOf(handle, book));
    }

    PinKey keyOf(Handle handle, Book book) {
        Optional<WrappedKey> wrapped = store.findPinKey(handle, book);
        if (wrapped.isPresent()) {
            return keys.unwrap(book.account(), book.mode(), wrapped.get());
        }
        store.lockDataKeys(handle);
        return store.findPinKey(handle, book)
                .map(stored -> keys.unwrap(book.account(), book.mode(), stored))
                .orElseGet(() -> newKeyOf(handle, book));
    }

    /** A new PIN key of a book, in the place of the old one. */
    PinKey newKeyOf(Handle handle, Book book) {
        PinKey made = keys.newPinKey();
        store.upsertPinKey(
                handle, book, keys.wrap(book.account(), book.mode(), made), clock.instant());
        return made;
    }

    private PinKey key(Handle handle, Book book) {
        return store.findPinKey(handle, book)
                .map(wrapped -> keys.unwrap(book.account(), book.mode(), wrapped))
                .orElseThrow(Pins::invalidBlock);
    }

    /** All tries again, whatever messages counted meanwhile; exemptions stay as they are. */
    private PinState write(Handle handle, CardId id) {
        PinState state = new PinState(PinStatus.SET, PinState.TRIES);
        positions.updatePin(handle, id, state);
        changes.insertFacts(handle, List.of(id));
        return state;
    }

    private CardSecurity security(Handle handle, CardId id) {
        return positions.load(handle, List.of(id)).getFirst().position().security();
    }
}
