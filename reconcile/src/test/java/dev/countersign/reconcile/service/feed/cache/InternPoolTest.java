package dev.countersign.reconcile.service.feed.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Values that many have in common, and that go with the last who has them. */
class InternPoolTest {

    private static final int MAX = 20;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final InternPool<String> shared = new InternPool<>(MAX);

    InternPoolTest() {
        System.out.println("seed " + seed);
    }

    private record Holder(int number, String value) {}

    @Test
    void areThoseThatSomebodyHasWhoeverComesAndGoes() {
        List<Holder> model = new ArrayList<>();
        for (int step = 0; step < 20_000; step++) {
            if (random.nextBoolean()) {
                String value = "value " + random.nextInt(2 * MAX);
                boolean room = different(model).contains(value) || different(model).size() < MAX;
                int number = shared.take(value);
                assertThat(number != InternPool.NONE).isEqualTo(room);
                if (room) {
                    model.add(new Holder(number, value));
                }
            } else if (!model.isEmpty()) {
                shared.release(model.remove(random.nextInt(model.size())).number());
            }
            assertThat(shared.room()).isEqualTo(MAX - different(model).size());
            assertThat(model).allMatch(one -> shared.get(one.number()).equals(one.value()));
        }
    }

    @Test
    void areKeptOnceForAllWhoHaveThem() {
        int number = shared.take("for all");

        assertThat(shared.take(new String("for all"))).isEqualTo(number);
        assertThat(shared.holders(number)).isEqualTo(2);

        shared.release(number);
        assertThat(shared.get(number)).isEqualTo("for all");
    }

    @Test
    void areGoneWhenAllIsCleared() {
        for (int i = 0; i < MAX; i++) {
            assertThat(shared.take("value " + i)).isNotNegative();
        }

        shared.clear();

        assertThat(shared.room()).isEqualTo(MAX);
        int number = shared.take("another");
        assertThat(shared.get(number)).isEqualTo("another");
        assertThat(shared.holders(number)).isEqualTo(1);
    }

    private static Set<String> different(List<Holder> holders) {
        return holders.stream().map(Holder::value).collect(Collectors.toSet());
    }
}
