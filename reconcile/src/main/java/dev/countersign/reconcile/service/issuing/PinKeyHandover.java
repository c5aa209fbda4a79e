package dev.countersign.reconcile.service.issuing;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.audit.SecurityEvent;
import dev.countersign.reconcile.service.AuditContext;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.issuing.VaultStore;
import dev.countersign.reconcile.store.issuing.VaultStore.PinKeyComponent;
import dev.countersign.reconcile.vault.PinKey;
import dev.countersign.reconcile.vault.PinKeys;
import dev.countersign.reconcile.vault.key.WrappedKey;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Handover of the PIN key of a book to its account, so that no person sees the key whole. The key
 * goes as two components, of which each says nothing about the key. Each component is shown once,
 * to a custodian of its own, and is not kept after that. A custodian who loses one asks for a new
 * key.
 */
public final class PinKeyHandover {

    private final Database database;
    private final Pins pins;
    private final VaultStore store = new VaultStore();
    private final PinKeys keys;
    private final InstantSource clock;

    public PinKeyHandover(Database database, Pins pins, PinKeys keys, InstantSource clock) {
        this.database = database;
        this.pins = pins;
        this.keys = keys;
        this.clock = clock;
    }

    /**
     * One of the two components of a key.
     *
     * @param value 64 hexadecimal digits; null when it was shown before
     * @param checkValue that of the component, null when it was shown before
     * @param keyCheckValue that of the key both make
     * @param shownAt when it was shown first: now, or before
     */
    public record Component(
            int number,
            @Nullable String value,
            @Nullable String checkValue,
            String keyCheckValue,
            Instant shownAt) {

        @Override
        public String toString() {
            return "component " + number + " of PIN key " + keyCheckValue;
        }
    }

    /**
     * Shows a component, the first or the second, of a book's PIN key, which is made if need be.
     */
    public Component show(Book book, int number) {
        return database.atomically(handle -> show(handle, book, number));
    }

    private Component show(Handle handle, Book book, int number) {
        store.lockDataKeys(handle);
        PinKey key = pins.keyOf(handle, book);
        PinKeyComponent component =
                components(handle, book, key).stream()
                        .filter(each -> each.number() == number)
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("1 or 2: " + number));
        WrappedKey wrapped = component.wrapped();
        AuditContext.alsoWrite(
                handle,
                SecurityEvent.KEY_COMPONENT_DRAWN,
                book.account().toString(),
                "component %s of the %s PIN key %s%s"
                        .formatted(
                                number,
                                book.mode().wire(),
                                key.checkValue(),
                                wrapped == null ? ", which was drawn before" : ""),
                clock.instant());
        if (wrapped == null) {
            Instant before = component.shownAt();
            return new Component(
                    number,
                    null,
                    null,
                    key.checkValue(),
                    before == null ? clock.instant() : before);
        }
        PinKey value = keys.unwrapComponent(book.account(), book.mode(), number, wrapped);
        Instant now = clock.instant();
        store.wipePinKeyComponent(handle, book, number, now);
        return new Component(number, value.hex(), value.checkValue(), key.checkValue(), now);
    }

    private List<PinKeyComponent> components(Handle handle, Book book, PinKey key) {
        if (store.pinKeyComponents(handle, book).isEmpty()) {
            PinKey first = keys.newPinKey();
            keep(handle, book, 1, first);
            keep(handle, book, 2, key.xor(first));
        }
        return store.pinKeyComponents(handle, book);
    }

    private void keep(Handle handle, Book book, int number, PinKey component) {
        store.insertPinKeyComponent(
                handle,
                book,
                number,
                keys.wrapComponent(book.account(), book.mode(), number, component));
    }

    /**
     * Gives a book a new PIN key. PIN blocks under the old one are refused from then on; PINs that
     * are set stay as they are.
     */
    public PinKey renew(Book book) {
        return database.atomically(handle -> renew(handle, book));
    }

    private PinKey renew(Handle handle, Book book) {
        store.lockDataKeys(handle);
        store.deletePinKeyComponents(handle, book);
        PinKey key = pins.newKeyOf(handle, book);
        AuditContext.alsoWrite(
                handle,
                SecurityEvent.PIN_KEY_RENEWED,
                book.account().toString(),
                "the " + book.mode().wire() + " PIN key is " + key.checkValue() + " now",
                clock.instant());
        return key;
    }
}
