package dev.countersign.reconcile.service.issuing;

import static dev.countersign.reconcile.testkit.domain.MessageExample.aRequest;
import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.ProgramId;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.service.feed.PostedFeed;
import dev.countersign.reconcile.store.issuing.CardChangeStore;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Changes of many cards, told to the stream chunk by chunk. */
class BulkCardChangesIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final int CARDS = 5;

    private final List<CardId> cards = new ArrayList<>();
    private PostedFeed posted;
    private BulkCardChanges sweeps;

    @BeforeEach
    void beginBook() {
        POSTGRES.empty();
        posted = new PostedFeed(POSTGRES.dataSource());
        sweeps = sweeps();
        cards.add(posted.card);
        while (cards.size() < CARDS) {
            cards.add(posted.book.card(null, null, null));
        }
        assertThat(approved("before")).isEqualTo(CARDS);
    }

    private BulkCardChanges sweeps() {
        return new BulkCardChanges(posted.database, new CardChangeStore(), 2);
    }

    @Test
    void tellOfTheCardsOfAProgramInTransactionsOfTheirOwn() {
        endProgram();

        assertThat(sweeps.processNext()).isTrue();
        assertThat(approved("first")).isEqualTo(CARDS - 2);
        assertThat(sweeps.processNext()).isTrue();
        assertThat(approved("second")).isEqualTo(CARDS - 4);
        assertThat(sweeps.processNext()).isTrue();
        assertThat(approved("third")).isZero();
        assertThat(sweeps.processNext()).isFalse();
        assertThat(posted.texts("select distinct changed_by::text from card_change")).hasSize(3);
    }

    @Test
    void areFinishedByAnotherProcessWhereOneEndedHalfWay() {
        endProgram();
        assertThat(sweeps.processNext()).isTrue();

        sweeps().finish();

        assertThat(approved("after")).isZero();
        assertThat(posted.texts("select card_id::text from card_change")).hasSize(CARDS);
        assertThat(posted.texts("select id::text from bulk_card_change")).isEmpty();
    }

    @Test
    void tellOfTheCardsOfACustomerAlone() {
        CustomerId customer = posted.book.customerWith(cards.subList(0, 3));
        posted.database.doAtomically(
                handle -> {
                    handle.execute(
                            "update customer set status = 'inactive' where id = ?",
                            customer.value());
                    sweeps.begin(handle, customer);
                });

        sweeps.finish();

        assertThat(posted.texts("select card_id::text from card_change")).hasSize(3);
        assertThat(approved("after")).isEqualTo(CARDS - 3);
    }

    private void endProgram() {
        UUID program = UUID.fromString(posted.texts("select id::text from program").getFirst());
        posted.database.doAtomically(
                handle -> {
                    handle.execute("update program set status = 'inactive' where id = ?", program);
                    sweeps.begin(handle, new ProgramId(program));
                });
    }

    private long approved(String lifecycle) {
        for (int i = 0; i < CARDS; i++) {
            posted.feed.add(cards.get(i), aRequest().ofLifecycle(lifecycle + i));
        }
        return posted.owner.post(posted.feed.batch()).stream().filter(Decision::approved).count();
    }
}
