package dev.countersign.reconcile.domain.clearing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class FeedCutTest {

    @Test
    void listsPartitionsInTheirOrderAndSeesNothingOfThoseBetweenThatItDoesNotKnow() {
        assertThat(new FeedCut(Map.of(3, 40L, 0, 10L)).byPartition())
                .containsExactly(10L, 0L, 0L, 40L);
        assertThat(new FeedCut(Map.of()).byPartition()).isEmpty();
    }
}
