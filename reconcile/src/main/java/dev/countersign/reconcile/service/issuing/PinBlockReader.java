package dev.countersign.reconcile.service.issuing;

import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.audit.ActorKind;
import dev.countersign.reconcile.domain.audit.AuditAction;
import dev.countersign.reconcile.domain.audit.SecurityEvent;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.pin.PinBlockFailures;
import dev.countersign.reconcile.domain.pin.PinBlockFailures.Kind;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.access.ApiKeys.Caller;
import dev.countersign.reconcile.store.console.AuditStore;
import dev.countersign.reconcile.store.issuing.PinBlockFailureStore;
import dev.countersign.reconcile.store.issuing.VaultStore;
import dev.countersign.reconcile.vault.EncryptedPinBlock;
import dev.countersign.reconcile.vault.Pin;
import dev.countersign.reconcile.vault.PinBlocks;
import dev.countersign.reconcile.vault.PinKey;
import dev.countersign.reconcile.vault.PinKeys;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;

/**
 * Reads PIN blocks, and bounds how many invalid ones come in a row. A block is read under locks on
 * the counts of its card and of the API key, and the counts are committed whatever becomes of the
 * request: parallel tries learn no more than tries one after the other.
 */
final class PinBlockReader {

    private static final AuditStore TRAIL = new AuditStore();

    private final Database database;
    private final PinBlockFailureStore failures = new PinBlockFailureStore();
    private final CardNumbers numbers;
    private final VaultStore vault = new VaultStore();
    private final PinBlocks blocks;
    private final PinKeys keys;
    private final InstantSource clock;

    PinBlockReader(
            Database database,
            CardNumbers numbers,
            PinBlocks blocks,
            PinKeys keys,
            InstantSource clock) {
        this.database = database;
        this.numbers = numbers;
        this.blocks = blocks;
        this.keys = keys;
        this.clock = clock;
    }

    /**
     * The PIN of a block; empty when it is none for this card, which counts.
     *
     * @param beforeDecoding refuses what a well-formed block is not even decoded for, and what
     *     counts for nothing
     * @throws RequestRefusedException for now, after too many invalid blocks of the card or of the
     *     key
     */
    Optional<Pin> read(Caller caller, CardId card, String block, Consumer<Handle> beforeDecoding) {
        return database.separately(
                handle -> {
                    Instant now = clock.instant();
                    String subject = card.toString();
                    PinBlockFailures ofCard = failures.lock(handle, Kind.CARD, subject, now);
                    PinBlockFailures ofKey = failures.lock(handle, Kind.KEY, caller.keyId(), now);
                    requireNoWait(ofCard, ofKey, now);
                    Optional<EncryptedPinBlock> parsed = EncryptedPinBlock.parse(block);
                    if (parsed.isPresent()) {
                        beforeDecoding.accept(handle);
                    }
                    Optional<Pin> pin =
                            parsed.flatMap(found -> decode(handle, caller.book(), card, found));
                    if (pin.isPresent()) {
                        failures.delete(handle, Kind.CARD, subject);
                    } else {
                        count(handle, caller, card, ofCard, ofKey, now);
                    }
                    return pin;
                });
    }

    private static void requireNoWait(
            PinBlockFailures ofCard, PinBlockFailures ofKey, Instant now) {
        Duration card = ofCard.remaining(now);
        Duration key = ofKey.remaining(now);
        Duration longer = card.compareTo(key) > 0 ? card : key;
        if (longer.isPositive()) {
            throw RequestRefusedException.forNow(
                    ErrorCode.TOO_MANY_REQUESTS,
                    "Too many PIN blocks in a row were invalid, of the card or of the API key.",
                    longer);
        }
    }

    private Optional<Pin> decode(Handle handle, Book book, CardId card, EncryptedPinBlock block) {
        Optional<PinKey> key =
                vault.findPinKey(handle, book)
                        .map(wrapped -> keys.unwrap(book.account(), book.mode(), wrapped));
        return key.flatMap(found -> blocks.decode(block, numbers.open(handle, card), found));
    }

    private void count(
            Handle handle,
            Caller caller,
            CardId card,
            PinBlockFailures ofCard,
            PinBlockFailures ofKey,
            Instant now) {
        PinBlockFailures cardNow = ofCard.oneMore(Kind.CARD, now);
        PinBlockFailures keyNow = ofKey.oneMore(Kind.KEY, now);
        failures.update(handle, Kind.CARD, card.toString(), cardNow);
        failures.update(handle, Kind.KEY, caller.keyId(), keyNow);
        String remark =
                "in a row: "
                        + cardNow.consecutive()
                        + " of the card, "
                        + keyNow.consecutive()
                        + " of the key";
        TRAIL.insert(
                handle,
                new AuditAction(
                        ActorKind.KEY,
                        caller.keyId(),
                        SecurityEvent.PIN_BLOCKS_REFUSED.text(),
                        card.toString(),
                        remark),
                now);
    }
}
