package dev.countersign.reconcile.service.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The latest message identities, which tell a repetition without a query. */
class LastIdentitiesTest {

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    LastIdentitiesTest() {
        System.out.println("seed " + seed);
    }

    @Test
    void theLastAreKnownAndThoseOfLongAgoAreNot() {
        for (int max : List.of(1, 2, 3, 100, 1_000)) {
            LastIdentities identities = new LastIdentities(max);
            Deque<UUID> last = new ArrayDeque<>();
            List<UUID> old = new ArrayList<>();
            for (int step = 0; step < 10 * max; step++) {
                UUID identity = new UUID(random.nextLong(), random.nextLong());
                assertThat(identities.remember(identity)).as("new, of %d", max).isFalse();
                last.addLast(identity);
                if (last.size() > 2 * max) {
                    old.add(last.removeFirst());
                }
            }
            List<UUID> latest = List.copyOf(last).subList(last.size() - max, last.size());

            assertThat(latest).as("the last %d", max).allMatch(identities::remember);
            assertThat(identities.remember(old.getFirst())).as("of long ago").isFalse();
        }
    }

    @Test
    void anyIdentityIsKnownTheSecondTime() {
        LastIdentities identities = new LastIdentities(10);
        UUID zero = new UUID(0, 0);
        assertThat(identities.remember(zero)).isFalse();
        assertThat(identities.remember(zero)).isTrue();
    }
}
