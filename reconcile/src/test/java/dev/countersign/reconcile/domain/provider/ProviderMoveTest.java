package dev.countersign.reconcile.domain.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.card.CardStatus;
import dev.countersign.reconcile.domain.feed.Notice;
import dev.countersign.reconcile.domain.provider.ProviderMove.OrderMove;
import dev.countersign.reconcile.domain.provider.ProviderMove.TokenMove;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Notices of a bureau: the state that each moves, and those that it leaves. */
class ProviderMoveTest {

    private static final String ORDER = "ord_01M7YSWECYCR06R43PP11YMKWM";
    private static final String TOKEN = "wlt_01M7YSXXDC0MZ8EY8J5TA8KTR9";
    private static final String DISPUTE = "dsp_01M89G9RR4KBPBGXZTJXBMYW7H";
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    @ParameterizedTest(name = "{0}: {1}, told {2}, is {3}")
    @CsvSource({
        ORDER + ", pending, processing, processing",
        ORDER + ", processing, shipped, shipped",
        ORDER + ", shipped, delivered, delivered",
        ORDER + ", pending, delivered, delivered",
        ORDER + ", shipped, processing, shipped",
        ORDER + ", delivered, shipped, delivered",
        ORDER + ", cancelled, shipped, cancelled",
        ORDER + ", shipped, shipped, shipped",
        TOKEN + ", pending, active, active",
        TOKEN + ", active, suspended, suspended",
        TOKEN + ", suspended, active, active",
        TOKEN + ", pending, removed, removed",
        TOKEN + ", removed, active, removed",
        DISPUTE + ", open, under_review, under_review",
        DISPUTE + ", under_review, won, won",
        DISPUTE + ", under_review, lost, lost",
        DISPUTE + ", open, withdrawn, withdrawn",
        DISPUTE + ", under_review, withdrawn, withdrawn",
        DISPUTE + ", open, lost, lost",
        DISPUTE + ", won, lost, won",
        DISPUTE + ", withdrawn, won, withdrawn",
    })
    void goesForwardAndNeverBack(String subject, String from, String reported, String after) {
        String now =
                move(subject, from, reported, CardStatus.ACTIVE)
                        .map(move -> move.change().to().wire())
                        .orElse(from);

        assertThat(now).isEqualTo(after);
    }

    @ParameterizedTest(name = "{1} on a card that is {0}: {2}")
    @CsvSource({
        "PENDING, delivered, true",
        "PENDING, shipped, false",
        "TERMINATED, delivered, false",
        "ACTIVE, delivered, false"
    })
    void activatesAPendingCardByItsDelivery(CardStatus card, String reported, boolean activates) {
        assertThat(move(ORDER, "processing", reported, card))
                .get()
                .isInstanceOfSatisfying(
                        OrderMove.class,
                        move -> assertThat(move.activatesCard()).isEqualTo(activates));
    }

    @Test
    void holdsATokenThatIsConfirmedOnAFrozenCard() {
        ProviderMove move = move(TOKEN, "pending", "active", CardStatus.FROZEN).orElseThrow();

        assertThat(move.change().to().wire()).isEqualTo("suspended");
        assertThat(((TokenMove) move).heldByFreeze()).isTrue();
    }

    @Test
    void movesNothingOfACardThatTheMessageDoesNotName() {
        assertThat(move(ORDER, "pending", "shipped", null)).isEmpty();
        assertThat(move(TOKEN, "pending", "active", null)).isEmpty();
        assertThat(move(DISPUTE, "open", "won", null))
                .as("a network names the case, not always the card")
                .isPresent();
    }

    private static Optional<ProviderMove> move(
            String subject, String from, String reported, @Nullable CardStatus card) {
        return ProviderMove.of(new Notice(subject, reported, null, null), from, card, NOON);
    }
}
