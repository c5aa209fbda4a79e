package dev.countersign.reconcile.vault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.vault.key.FixedKeys;
import dev.countersign.reconcile.vault.key.KeyUse;
import dev.countersign.reconcile.vault.key.KeysRefusedException;
import dev.countersign.reconcile.vault.key.WrappedKey;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PanVaultTest {

    private static final CardId CARD = new CardId(new UUID(1, 2));
    private static final CardId OTHER_CARD = new CardId(new UUID(1, 3));
    private static final Pan PAN = Pan.parse("4000001234567899").orElseThrow();

    private final SecureRandom random = new SecureRandom();
    private final FixedKeys keys = FixedKeys.random(random);
    private final List<WrappedKey> stored = new ArrayList<>();
    private final PanVault vault = new PanVault(keys, random);

    static LongStream seeds() {
        return Seeds.seeds();
    }

    @BeforeEach
    void storeADataKey() {
        store(vault.newDataKey());
    }

    private void store(WrappedKey dataKey) {
        stored.add(dataKey);
        vault.take(stored);
    }

    private SealedPan seal(CardId card, Pan pan) {
        return vault.seal(stored.getLast().id(), card, pan);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void whatIsSealedOpensForItsCard(long seed) {
        Random seeded = new Random(seed);
        Pan pan = Seeds.pan(seeded);
        CardId card = new CardId(new UUID(seeded.nextLong(), seeded.nextLong()));

        SealedPan sealed = seal(card, pan);

        assertThat(vault.open(card, new SealedPan(sealed.keyId(), sealed.bytes()))).isEqualTo(pan);
    }

    @Test
    void theNumberOfAnotherCardDoesNotOpen() {
        SealedPan sealed = seal(CARD, PAN);

        assertThatExceptionOfType(SealBrokenException.class)
                .isThrownBy(() -> vault.open(OTHER_CARD, sealed))
                .withMessage(
                        "The card number of %s does not open with %s: its row was changed or"
                                + " belongs to another card.",
                        OTHER_CARD, sealed.keyId());
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void nothingOpensWithAByteChanged(long seed) {
        Random seeded = new Random(seed);
        SealedPan sealed = seal(CARD, Seeds.pan(seeded));

        for (int i = 0; i < sealed.bytes().length; i++) {
            byte[] changed = sealed.bytes();
            changed[i] ^= (byte) (1 + seeded.nextInt(255));
            assertBroken(new SealedPan(sealed.keyId(), changed));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 12, 27, 43})
    void nothingOpensThatIsCutShort(int length) {
        SealedPan sealed = seal(CARD, PAN);

        assertBroken(new SealedPan(sealed.keyId(), Arrays.copyOf(sealed.bytes(), length)));
    }

    @Test
    void nothingOpensUnderAnotherDataKey() {
        SealedPan sealed = seal(CARD, PAN);
        store(vault.newDataKey());

        assertBroken(new SealedPan(stored.getLast().id(), sealed.bytes()));
    }

    @Test
    void theSameNumberSealedTwiceLooksDifferent() {
        assertThat(seal(CARD, PAN)).isNotEqualTo(seal(CARD, PAN));
    }

    @Test
    void afterRotationOldAndNewAreRead() {
        SealedPan old = seal(CARD, PAN);
        store(vault.newDataKey());

        SealedPan resealed = seal(CARD, vault.open(CARD, old));

        assertThat(resealed.keyId()).isEqualTo(stored.getLast().id()).isNotEqualTo(old.keyId());
        assertThat(vault.open(CARD, old)).isEqualTo(PAN);
        assertThat(vault.open(CARD, resealed)).isEqualTo(PAN);
    }

    @Test
    void aDataKeyOfAnotherProcessIsHeldOnceItWasTaken() {
        WrappedKey made = new PanVault(keys, random).newDataKey();
        assertThat(vault.holds(made.id())).isFalse();

        store(made);

        assertThat(vault.holds(made.id())).isTrue();
        assertThat(vault.open(CARD, seal(CARD, PAN))).isEqualTo(PAN);
    }

    @Test
    void aDataKeyOutlivesTheKeyThatWrappedIt() {
        SealedPan sealed = seal(CARD, PAN);
        keys.add(KeyUse.KEY_ENCRYPTION);

        WrappedKey rewrapped = vault.rewrap(stored.getFirst());

        assertThat(rewrapped.wrappedBy()).hasToString("kek-2");
        PanVault later = new PanVault(keys, random);
        later.take(List.of(rewrapped));
        assertThat(later.open(CARD, sealed)).isEqualTo(PAN);
    }

    @Test
    void withTheKeysOfAnotherDatabaseOneSentenceSaysSo() {
        PanVault foreign = new PanVault(FixedKeys.random(random), random);

        assertThatExceptionOfType(KeysRefusedException.class)
                .isThrownBy(() -> foreign.take(stored))
                .withMessage(
                        "The key %s does not unwrap with kek-1 of the keys of the test: the keys"
                                + " are not those of this database, or its row was changed.",
                        stored.getFirst().id());
    }

    @Test
    void aWrappedKeyDoesNotStandInForAnother() {
        WrappedKey other = vault.newDataKey();
        WrappedKey posing =
                new WrappedKey(stored.getFirst().id(), other.wrappedBy(), other.bytes());
        PanVault fresh = new PanVault(keys, random);

        assertThatExceptionOfType(KeysRefusedException.class)
                .isThrownBy(() -> fresh.take(List.of(posing)));
    }

    @Test
    void withoutADataKeyOneSentenceSaysSo() {
        SealedPan sealed = seal(CARD, PAN);
        PanVault empty = new PanVault(keys, random);

        assertThatExceptionOfType(KeysRefusedException.class)
                .isThrownBy(() -> empty.open(CARD, sealed))
                .withMessage("There is no data key %s in the database.", sealed.keyId());
    }

    @Test
    void nothingShowsWhatItHolds() {
        SealedPan sealed = seal(CARD, PAN);

        assertThat(sealed).hasToString("card number under " + sealed.keyId());
        assertThat(stored.getFirst()).hasToString(stored.getFirst().id() + " wrapped by kek-1");
        assertThat(keys).hasToString("the keys of the test");
    }

    private void assertBroken(SealedPan sealed) {
        assertThatExceptionOfType(SealBrokenException.class)
                .isThrownBy(() -> vault.open(CARD, sealed));
    }
}
