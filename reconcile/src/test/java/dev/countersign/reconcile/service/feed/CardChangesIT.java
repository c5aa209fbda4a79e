package dev.countersign.reconcile.service.feed;

import static dev.countersign.reconcile.testkit.domain.MessageExample.aRequest;
import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.authorization.DeclineReason;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.testkit.PostgresExtension;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Changes of cards beside the stream, and that the stream sees each of them once. */
class CardChangesIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private PostedFeed posted;

    @BeforeEach
    void beginBook() {
        POSTGRES.empty();
        posted = new PostedFeed(POSTGRES.dataSource());
    }

    @Test
    void anOwnerThatBeginsUnderALongTransactionGoesOn() {
        try (Handle other = posted.jdbi.open()) {
            other.begin();
            other.execute("update account set name = 'Renamed'");
            posted.book.freeze(posted.card);

            assertThat(posted.post(aRequest()))
                    .singleElement()
                    .extracting(Decision::declineReason)
                    .isEqualTo(DeclineReason.CARD_FROZEN);
            assertThat(posted.post(aRequest().ofLifecycle("T2"))).hasSize(1);
            other.rollback();
        }
    }

    @Test
    void aChangeThatCommitsAfterALaterOneIsSeenAllTheSame() {
        posted.post(aRequest());
        try (Handle slow = posted.jdbi.open()) {
            slow.begin();
            posted.book.freezeIn(slow, posted.card);
            posted.book.freeze(posted.book.card(null, null, null));
            posted.post(aRequest().ofLifecycle("T2"));
            slow.commit();
        }

        assertThat(posted.post(aRequest().ofLifecycle("T3")))
                .singleElement()
                .extracting(Decision::declineReason)
                .isEqualTo(DeclineReason.CARD_FROZEN);
    }
}
