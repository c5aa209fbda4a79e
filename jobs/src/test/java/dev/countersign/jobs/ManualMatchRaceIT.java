package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.breaks.ResolutionPolicy;
import dev.countersign.reconcile.domain.dispute.Dispute;
import dev.countersign.reconcile.domain.dispute.DisputeReason;
import dev.countersign.reconcile.domain.dispute.FilingWindows;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.IdGenerator;
import dev.countersign.reconcile.domain.id.TimeOrderedId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.text.ReferenceMask;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.IdempotentResponses;
import dev.countersign.reconcile.service.operations.Disputes;
import dev.countersign.reconcile.service.operations.Disputes.NewDispute;
import dev.countersign.reconcile.store.dispute.DisputeStore;
import dev.countersign.reconcile.store.feed.TransactionStore;
import dev.countersign.reconcile.store.lookup.TransactionListStore;
import dev.countersign.reconcile.store.settlement.IdentificationStore;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A clearing that is matched elsewhere while its transaction is disputed: one of them is done. */
class ManualMatchRaceIT {

    private static final InstantSource CLOCK = () -> Instant.parse("2026-11-25T02:00:00Z");
    private static final IdGenerator IDS = TimeOrderedId::floor;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path reports;

    private NightRun night;
    private Database database;

    /** A purchase that waits, and a clearing that stands alone. */
    @BeforeEach
    void clearWithoutAuthorization() {
        night = new NightRun(POSTGRES, reports);
        database = new Database(night.jdbi);
        CardId card = night.book.card(null, null, null);
        night.request(card, "100", 6_000, "2026-11-21T08:00:00Z");
        night.clearing(card, "999", "A1", 5_000, "2026-11-21T10:00:00Z").decide();
        night.run("2026-11-21");
    }

    @Test
    void matchesNothingThatIsJustBeingDisputed() {
        CompletableFuture<Void> matching =
                database.atomically(
                        handle -> {
                            var unused = dispute(named("999"));
                            CompletableFuture<Void> begun =
                                    CompletableFuture.runAsync(
                                            this::match, Thread::startVirtualThread);
                            awaitThatItWaits(begun);
                            return begun;
                        });

        assertThatThrownBy(matching::join)
                .hasCauseInstanceOf(ActionRefusedException.class)
                .hasMessageContaining("is disputed");
    }

    @Test
    void disputesNothingThatIsJustBeingMatchedElsewhere() {
        CompletableFuture<Dispute> disputing =
                database.atomically(
                        handle -> {
                            new TransactionStore().lock(handle, List.of(named("999")));
                            CompletableFuture<Dispute> begun =
                                    meanwhile(() -> dispute(named("999")));
                            awaitThatItWaits(begun);
                            new IdentificationStore()
                                    .insert(
                                            handle,
                                            clearing(),
                                            named("100"),
                                            "the merchant says so",
                                            "ann",
                                            null,
                                            CLOCK.instant());
                            return begun;
                        });

        assertThatThrownBy(disputing::join)
                .hasCauseInstanceOf(RequestRefusedException.class)
                .hasMessageContaining("disputed");
    }

    @Test
    void takesADisputeAgainWhenTheNightHasPostedTheMatch() {
        match();
        assertThatThrownBy(() -> dispute(named("999"))).isInstanceOf(RequestRefusedException.class);
        night.run("2026-11-22");

        assertThat(dispute(named("100")).transactionId()).isEqualTo(named("100"));
    }

    private Dispute dispute(TransactionId of) {
        return disputes()
                .open(book(), new NewDispute(of.toString(), null, DisputeReason.FRAUD, null));
    }

    private static <T> CompletableFuture<T> meanwhile(Supplier<T> work) {
        return CompletableFuture.supplyAsync(work, Thread::startVirtualThread);
    }

    private void match() {
        Reconcile.openManualMatches(database, database, ResolutionPolicy.DEFAULT, CLOCK)
                .match(clearing(), named("999"), named("100"), "the merchant says so", "ann");
    }

    private Disputes disputes() {
        return new Disputes(
                database,
                new IdempotentResponses(database, CLOCK, ReferenceMask.LAST_FOUR),
                new DisputeStore(10),
                new TransactionListStore(10),
                FilingWindows.DEFAULT,
                CLOCK,
                IDS);
    }

    private void awaitThatItWaits(CompletableFuture<?> other) {
        Instant deadline = Instant.now().plus(PATIENCE);
        while (!other.isDone() && !somebodyWaits()) {
            assertThat(Instant.now()).isBefore(deadline);
            Thread.onSpinWait();
        }
    }

    private boolean somebodyWaits() {
        return !night.rows("select pid::text from pg_locks where not granted").isEmpty();
    }

    private Book book() {
        return new Book(
                new AccountId(
                        UUID.fromString(
                                night.rows("select distinct account_id::text from transaction")
                                        .getFirst())),
                Mode.SANDBOX);
    }

    private UUID clearing() {
        return UUID.fromString(night.rows("select id::text from clearing").getFirst());
    }

    private TransactionId named(String reference) {
        return night.transaction(reference);
    }
}
