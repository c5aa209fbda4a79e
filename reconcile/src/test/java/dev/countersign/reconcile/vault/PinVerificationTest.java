package dev.countersign.reconcile.vault;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.vault.key.FixedKeys;
import dev.countersign.reconcile.vault.key.KeyName;
import dev.countersign.reconcile.vault.key.KeyUse;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PinVerificationTest {

    private static final CardId CARD = new CardId(new UUID(1, 2));
    private static final Pan PAN = Pan.parse("4000001234567899").orElseThrow();
    private static final KeyName KEY = KeyName.first(KeyUse.PIN_VERIFICATION);

    private final FixedKeys keys = FixedKeys.random(new SecureRandom());
    private final PinVerification verification = new PinVerification(keys);

    static LongStream seeds() {
        return Seeds.seeds();
    }

    @Test
    void theExampleOfSection64Holds() {
        keys.with(
                KEY,
                HexFormat.of()
                        .parseHex(
                                "0F0E0D0C0B0A090807060504030201001F1E1D1C1B1A19181716151413121110"));

        byte[] message = PinVerification.message("card_abc", PAN, pin("1234"));

        assertThat(new String(message, US_ASCII))
                .isEqualTo("PINVV1|card_abc|4000001234567899|1234");
        assertThat(keys.mac(KEY, message))
                .asHexString()
                .isEqualTo("F493032B7C96114BBBC0719DCAB71DF6F6FCD1C5A58573873A85D2186D1DF9BB");
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void itsOwnPinMatchesAndNoOther(long seed) {
        Random random = new Random(seed);
        Pan pan = Seeds.pan(random);
        Pin pin = Seeds.pin(random);
        Pin other = Seeds.pin(random);

        PinReference reference = verification.reference(CARD, pan, pin);

        PinReference stored = new PinReference(reference.madeBy(), reference.bytes());
        assertThat(verification.matches(stored, CARD, pan, pin)).isTrue();
        assertThat(verification.matches(stored, CARD, pan, other))
                .isEqualTo(Arrays.equals(pin.digits(), other.digits()));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void noOtherPinOfFourDigitsMatches(long seed) {
        Random random = new Random(seed);
        int right = random.nextInt(10_000);
        PinReference reference =
                verification.reference(CARD, PAN, pin(String.format(Locale.ROOT, "%04d", right)));

        for (int i = 0; i < 100; i++) {
            int guess = random.nextInt(10_000);
            assertThat(
                            verification.matches(
                                    reference,
                                    CARD,
                                    PAN,
                                    pin(String.format(Locale.ROOT, "%04d", guess))))
                    .isEqualTo(guess == right);
        }
    }

    @Test
    void aReferenceHoldsForOneCardAndOneNumber() {
        PinReference reference = verification.reference(CARD, PAN, pin("1234"));
        CardId otherCard = new CardId(new UUID(1, 3));
        Pan otherPan = Pan.parse("4000001234567881").orElseThrow();

        assertThat(verification.matches(reference, otherCard, PAN, pin("1234"))).isFalse();
        assertThat(verification.matches(reference, CARD, otherPan, pin("1234"))).isFalse();
    }

    @Test
    void aChangedReferenceDoesNotMatch() {
        PinReference reference = verification.reference(CARD, PAN, pin("1234"));

        for (int i = 0; i < reference.bytes().length; i++) {
            byte[] changed = reference.bytes();
            changed[i] ^= 1;
            PinReference other = new PinReference(reference.madeBy(), changed);
            assertThat(verification.matches(other, CARD, PAN, pin("1234"))).isFalse();
        }
    }

    @Test
    void anOlderReferenceStillMatchesWhenTheKeyHasASuccessor() {
        PinReference old = verification.reference(CARD, PAN, pin("1234"));

        keys.add(KeyUse.PIN_VERIFICATION);

        assertThat(verification.matches(old, CARD, PAN, pin("1234"))).isTrue();
        assertThat(verification.reference(CARD, PAN, pin("1234")).madeBy())
                .hasToString("pin-verification-2");
    }

    @Test
    void aReferenceShowsOnlyWhatMadeIt() {
        assertThat(verification.reference(CARD, PAN, pin("1234")))
                .hasToString("PIN reference made by pin-verification-1");
    }

    @Test
    void aReferenceIsThirtyTwoBytesMadeByAKeyForPins() {
        assertThatIllegalArgumentException().isThrownBy(() -> new PinReference(KEY, new byte[31]));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PinReference(KeyName.first(KeyUse.PAN_LOOKUP), new byte[32]));
    }

    private static Pin pin(String digits) {
        return Pin.parse(digits).orElseThrow();
    }
}
