package dev.countersign.reconcile.domain.transaction.post;

import dev.countersign.reconcile.domain.authorization.CardPosition;
import dev.countersign.reconcile.domain.breaks.Break;
import dev.countersign.reconcile.domain.transaction.CardHistory;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.domain.transaction.EarlyArrival;
import dev.countersign.reconcile.domain.transaction.RecordedClearing;
import dev.countersign.reconcile.domain.transaction.RecordedMessage;
import dev.countersign.reconcile.domain.transaction.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one message did: what has to be recorded, what is answered, and the card as the
 * next message meets it.
 *
 * @param after null for a card that nobody knows
 * @param removedEarly identities of early arrivals that found their original, or never will
 */
public record Posting(
        @Nullable CardHistory after,
        List<Change> changes,
        List<RecordedMessage> messages,
        List<RecordedClearing> clearings,
        List<Decision> answers,
        List<Break> breaks,
        List<EarlyArrival> addedEarly,
        List<UUID> removedEarly) {

    /** A transaction that was made ({@code before} is null) or changed. */
    public record Change(@Nullable Transaction before, Transaction after) {

        /** The position of a card of the same lineage after this change. */
        public CardPosition countIn(CardPosition position) {
            return SpendAllocation.move(position, before, after);
        }
    }

    /** Collects what a message does, step by step, beside the history that moves with it. */
    public static final class Builder {

        private @Nullable CardHistory history;
        private final List<Change> changes = new ArrayList<>(2);
        private final List<RecordedMessage> messages = new ArrayList<>(1);
        private final List<RecordedClearing> clearings = new ArrayList<>(1);
        private final List<Decision> answers = new ArrayList<>(1);
        private final List<Break> breaks = new ArrayList<>(0);
        private final List<EarlyArrival> addedEarly = new ArrayList<>(0);
        private final List<UUID> removedEarly = new ArrayList<>(0);

        Builder(@Nullable CardHistory history) {
            this.history = history;
        }

        /** The card's history so far; only for a card that is known. */
        CardHistory history() {
            if (history == null) {
                throw new IllegalStateException("the card is unknown");
            }
            return history;
        }

        boolean known() {
            return history != null;
        }

        void history(CardHistory changed) {
            history = changed;
        }

        /** Makes or changes a transaction; what it counts moves with it. */
        Transaction change(@Nullable Transaction before, Transaction after) {
            changes.add(new Change(before, after));
            CardHistory moved = history();
            history =
                    moved.withPosition(SpendAllocation.move(moved.position(), before, after))
                            .with(after);
            return after;
        }

        void message(RecordedMessage message) {
            messages.add(message);
            if (message.answer() != null) {
                answers.add(message.answer());
            }
        }

        void clearing(RecordedClearing clearing) {
            clearings.add(clearing);
        }

        void answer(Decision answer) {
            answers.add(answer);
        }

        void raiseBreak(Break found) {
            breaks.add(found);
        }

        void await(EarlyArrival arrival) {
            addedEarly.add(arrival);
            history = history().plusEarly(arrival);
        }

        void found(EarlyArrival arrival) {
            removedEarly.add(arrival.identity());
            history = history().minusEarly(arrival);
        }

        public Posting build() {
            return new Posting(
                    history,
                    changes,
                    messages,
                    clearings,
                    answers,
                    breaks,
                    addedEarly,
                    removedEarly);
        }
    }
}
