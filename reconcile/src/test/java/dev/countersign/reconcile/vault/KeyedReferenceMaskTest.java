package dev.countersign.reconcile.vault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.text.ReferenceMask;
import dev.countersign.reconcile.testkit.HiddenCardNumbers;
import dev.countersign.reconcile.vault.key.FixedKeys;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyedReferenceMaskTest {

    private final long seed = Long.getLong("test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final FixedKeys keys = FixedKeys.random(new SecureRandom());
    private final ReferenceMask mask = new KeyedReferenceMask(keys);

    @Test
    void keepsReferencesApartAndTellsNoneOfTheirDigits() {
        System.out.println("seed=" + seed + " (repeat with -Dtest.seed=" + seed + ")");
        HiddenCardNumbers hidden = new HiddenCardNumbers(random);
        Map<String, String> before = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            String number = hidden.number();
            String reference = random.nextBoolean() ? number : "INV-" + number + "/x";
            String masked = mask.mask(reference);

            assertThat(masked).doesNotContainPattern("[0-9]").hasSameSizeAs(reference);
            assertThat(mask.mask(reference)).isEqualTo(masked);
            assertThat(mask.mask(masked)).isEqualTo(masked);
            String other = before.put(masked, reference);
            assertThat(other == null || other.equals(reference)).isTrue();
        }
    }

    @Test
    void dependsOnTheKeyOfTheVault() {
        ReferenceMask ofAnother = new KeyedReferenceMask(FixedKeys.random(new SecureRandom()));

        assertThat(mask.mask("4000001234567899"))
                .isNotEqualTo(ofAnother.mask("4000001234567899"))
                .matches("\\*[a-z]{15}");
    }

    @Test
    void leavesReferencesThatHoldNoCardNumber() {
        assertThat(mask.mask("485029514074150")).isEqualTo("485029514074150");
    }
}
