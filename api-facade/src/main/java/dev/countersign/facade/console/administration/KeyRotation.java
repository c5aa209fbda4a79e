package dev.countersign.facade.console.administration;

import dev.countersign.reconcile.service.issuing.PanKeys;
import dev.countersign.reconcile.service.issuing.PanKeys.Rotation;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves card numbers to a new key in the background, a chunk at a time. How far it is stands in the
 * database: what a process leaves unfinished, another may go on with.
 */
public final class KeyRotation {

    private static final Logger log = LoggerFactory.getLogger(KeyRotation.class);
    private static final int NUMBERS_PER_PIECE = 1_000;

    private final PanKeys keys;
    private final AtomicBoolean running = new AtomicBoolean();
    private volatile @Nullable String failure;

    public KeyRotation(PanKeys keys) {
        this.keys = keys;
    }

    /** True while this process moves numbers. */
    boolean running() {
        return running.get();
    }

    /** Returns the last failure since the last rotation began; null if there was none. */
    @Nullable String failure() {
        return failure;
    }

    /** Moves what is not under the newest key; does nothing where all is, or while it runs. */
    void resume() {
        if (running.compareAndSet(false, true)) {
            failure = null;
            Thread.ofPlatform().daemon().name("key-rotation").start(this::run);
        }
    }

    private void run() {
        try {
            moveAll(keys.resume());
        } catch (RuntimeException e) {
            log.warn("a rotation of card number keys stopped", e);
            failure =
                    "It stopped before its end; the log tells why. Nothing is lost: go on with it.";
        } finally {
            running.set(false);
        }
    }

    private void moveAll(Rotation begun) {
        log.info(
                "card number keys: rotating data_key={} numbers={}", begun.dataKey(), begun.left());
        Rotation rotation = begun;
        for (Rotation next = keys.move(rotation, NUMBERS_PER_PIECE);
                !next.equals(rotation);
                next = keys.move(rotation, NUMBERS_PER_PIECE)) {
            rotation = next;
        }
        long behind = keys.end(rotation);
        log.info("card number keys: rotated data_key={} left={}", begun.dataKey(), behind);
    }
}
