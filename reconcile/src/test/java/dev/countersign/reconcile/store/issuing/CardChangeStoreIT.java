package dev.countersign.reconcile.store.issuing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.SeededBook;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The log of changed cards: it stays short, and nobody misses a change for it. */
class CardChangeStoreIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final CardId FIRST = new CardId(new UUID(1, 1));
    private static final CardId SECOND = new CardId(new UUID(1, 2));

    private final CardChangeStore brief = new CardChangeStore(10, 1_000, 1);
    private Jdbi jdbi;

    @BeforeEach
    void beginLog() {
        POSTGRES.empty();
        jdbi = JdbiSetup.over(POSTGRES.dataSource());
    }

    @Test
    void tellsEachReaderEachChangeOnce() {
        CardChangeStore log = new CardChangeStore();
        CardChangeStore.ChangeCursor begun = jdbi.withHandle(log::begin);
        change(log, FIRST);
        CardChangeStore.ChangeSet first = since(log, begun);
        change(log, SECOND);
        CardChangeStore.ChangeSet second = since(log, first.seen());

        assertThat(first.spending()).containsExactly(FIRST);
        assertThat(second.spending()).containsExactly(SECOND);
        assertThat(since(log, second.seen()).spending()).isEmpty();
        assertThat(since(log, begun).everything()).isFalse();
    }

    @Test
    void tellsOfAllCardsThatShareLimitsWithOneThatSpentThoseThatCameMeanwhileToo() {
        SeededBook book = new SeededBook(jdbi);
        CardId card = book.card(null, 1_000L, null);
        CardId other = book.card(null, 1_000L, null);
        CardChangeStore log = new CardChangeStore();
        CardChangeStore.ChangeCursor begun = jdbi.withHandle(log::begin);
        change(log, card);
        change(log, other);
        CardId replacement = book.replacementOf(card, 1_000L);

        assertThat(since(log, begun).spending())
                .containsExactlyInAnyOrder(card, other, replacement);
    }

    @Test
    void tellsCardsThatSpentAsMuchAsBeforeFromTheOthers() {
        CardChangeStore log = new CardChangeStore();
        CardChangeStore.ChangeCursor begun = jdbi.withHandle(log::begin);
        jdbi.useTransaction(handle -> log.insertFacts(handle, List.of(FIRST, SECOND)));
        jdbi.useTransaction(
                handle -> {
                    log.insert(handle, List.of(SECOND));
                    log.insertFacts(handle, List.of(SECOND));
                });

        CardChangeStore.ChangeSet changes = since(log, begun);

        assertThat(changes.facts()).containsExactly(FIRST);
        assertThat(changes.spending()).containsExactly(SECOND);
        assertThat(changes.movesSpendingOf(Set.of(FIRST))).isFalse();
        assertThat(changes.movesSpendingOf(Set.of(SECOND))).isTrue();
    }

    /** The cluster that was dumped had seen more transactions than the new one has. */
    @Test
    void readsOnlyWhatChangesAfterADumpWasRestored() {
        CardChangeStore log = new CardChangeStore();
        jdbi.useHandle(
                handle ->
                        handle.execute(
                                "insert into card_change (changed_by, card_id) values ('9000000000', ?)",
                                FIRST.value()));
        CardChangeStore.ChangeCursor begun = jdbi.withHandle(log::begin);
        change(log, SECOND);

        assertThat(since(log, begun).spending()).containsExactly(SECOND);
    }

    @Test
    void staysShortHoweverMuchIsWritten() {
        for (int i = 0; i < 100; i++) {
            change(brief, new CardId(new UUID(2, i)));
        }
        // The server's own work, such as an analysis, may hold up the horizon for a while.
        for (int i = 100; i < 5_000 && rows() >= 20; i++) {
            change(brief, new CardId(new UUID(2, i)));
        }

        assertThat(rows()).isLessThan(20);
    }

    @Test
    void tellsAReaderWhoCameTooLateThatAnyCardMayHaveChanged() {
        CardChangeStore.ChangeCursor late = jdbi.withHandle(brief::begin);
        for (int i = 0; i < 50; i++) {
            change(brief, FIRST);
        }
        CardChangeStore.ChangeCursor inTime = jdbi.withHandle(brief::begin);
        change(brief, SECOND);

        assertThat(since(brief, late).movesSpendingOf(Set.of(new CardId(new UUID(9, 9))))).isTrue();
        CardChangeStore.ChangeSet changes = since(brief, inTime);
        assertThat(changes.movesSpendingOf(Set.of(SECOND))).isTrue();
        assertThat(changes.movesSpendingOf(Set.of(FIRST))).isFalse();
        assertThat(since(brief, since(brief, late).seen()).everything()).isFalse();
    }

    @Test
    void letsOneOfTwoChangesAtOnceDeleteWhatIsOldAndLeaveTheOnlyMark() {
        for (int i = 0; i < 50; i++) {
            jdbi.useTransaction(handle -> brief.insert(handle, List.of(FIRST)));
        }
        change(new CardChangeStore(), FIRST);
        try (Handle other = jdbi.open()) {
            other.begin();
            brief.insert(other, List.of(SECOND));
            change(brief, FIRST);
            other.commit();
        }

        assertThat(rows()).isLessThan(50);
        assertThat(
                        jdbi.<Integer, RuntimeException>withHandle(
                                handle ->
                                        handle.createQuery(
                                                        """
                                                        select count(*)
                                                          from card_change
                                                         where card_id = :any
                                                        """)
                                                .bind("any", new UUID(0, 0))
                                                .mapTo(Integer.class)
                                                .one()))
                .isEqualTo(1);
    }

    @Test
    void tellsAReaderWhoFellFarBehindThatAnyCardMayHaveChanged() {
        CardChangeStore log = new CardChangeStore(1_000_000, 5, 1);
        CardChangeStore.ChangeCursor behind = jdbi.withHandle(log::begin);
        for (int i = 0; i < 5; i++) {
            change(log, new CardId(new UUID(2, i)));
        }
        assertThat(since(log, behind).spending()).hasSize(5);
        change(log, FIRST);

        CardChangeStore.ChangeSet changes = since(log, behind);

        assertThat(changes.everything()).isTrue();
        assertThat(changes.spending()).isEmpty();
        assertThat(since(log, changes.seen()).movesSpendingOf(Set.of(FIRST))).isFalse();
    }

    @Test
    void tellsEachChangeOnceHoweverLongAnotherTransactionRuns() {
        CardChangeStore log = new CardChangeStore();
        try (Handle other = jdbi.open()) {
            other.begin();
            log.insert(other, List.of(SECOND));
            CardChangeStore.ChangeCursor begun = jdbi.withHandle(log::begin);
            change(log, FIRST);
            CardChangeStore.ChangeSet first = since(log, begun);
            assertThat(first.spending()).containsExactly(FIRST);
            assertThat(since(log, first.seen()).spending()).isEmpty();

            other.commit();
            assertThat(since(log, first.seen()).spending()).containsExactly(SECOND);
        }
    }

    private void change(CardChangeStore log, CardId card) {
        jdbi.useTransaction(handle -> log.insert(handle, List.of(card)));
    }

    private CardChangeStore.ChangeSet since(
            CardChangeStore log, CardChangeStore.ChangeCursor seen) {
        return jdbi.withHandle(handle -> log.since(handle, seen));
    }

    private long rows() {
        return jdbi.withHandle(
                handle ->
                        handle.createQuery("select count(*) from card_change")
                                .mapTo(Long.class)
                                .one());
    }
}
