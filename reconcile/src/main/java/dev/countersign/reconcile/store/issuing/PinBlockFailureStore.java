package dev.countersign.reconcile.store.issuing;

import dev.countersign.reconcile.domain.pin.PinBlockFailures;
import java.time.Instant;
import org.jdbi.v3.core.Handle;

/** Counts of invalid PIN blocks. */
public final class PinBlockFailureStore {

    /** The count of a card or a key, made where there is none, held until the transaction ends. */
    public PinBlockFailures lock(
            Handle handle, PinBlockFailures.Kind kind, String subject, Instant now) {
        return handle.createQuery(
                        """
                        insert into pin_block_failure (kind, subject, consecutive, waits_until)
                        values (:kind, :subject, 0, :now)
                            on conflict (kind, subject) do update
                           set consecutive = pin_block_failure.consecutive
                        returning consecutive, waits_until
                        """)
                .bind("kind", kind.wire())
                .bind("subject", subject)
                .bind("now", now)
                .mapTo(PinBlockFailures.class)
                .one();
    }

    public void update(
            Handle handle, PinBlockFailures.Kind kind, String subject, PinBlockFailures count) {
        handle.createUpdate(
                        """
                        update pin_block_failure
                           set consecutive = :consecutive,
                               waits_until = :waitsUntil
                         where kind = :kind
                           and subject = :subject
                        """)
                .bindMethods(count)
                .bind("kind", kind.wire())
                .bind("subject", subject)
                .execute();
    }

    /** Forgets a count. */
    public void delete(Handle handle, PinBlockFailures.Kind kind, String subject) {
        handle.execute(
                "delete from pin_block_failure where kind = ? and subject = ?",
                kind.wire(),
                subject);
    }
}
