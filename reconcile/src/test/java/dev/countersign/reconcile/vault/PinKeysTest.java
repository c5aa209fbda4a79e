package dev.countersign.reconcile.vault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.vault.key.DataKeys;
import dev.countersign.reconcile.vault.key.FixedKeys;
import dev.countersign.reconcile.vault.key.KeyUse;
import dev.countersign.reconcile.vault.key.KeysRefusedException;
import dev.countersign.reconcile.vault.key.WrappedKey;
import java.security.SecureRandom;
import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PinKeysTest {

    private static final AccountId ACCOUNT = new AccountId(new UUID(1, 2));
    private static final AccountId OTHER_ACCOUNT = new AccountId(new UUID(1, 3));

    private final SecureRandom random = new SecureRandom();
    private final FixedKeys keys = FixedKeys.random(random);
    private final PinKeys pinKeys = new PinKeys(keys, random);

    static LongStream seeds() {
        return Seeds.seeds();
    }

    @Test
    void aNewKeyHas256BitsAndIsLikeNoOther() {
        PinKey key = pinKeys.newPinKey();

        assertThat(key.hex()).matches("[0-9A-F]{64}");
        assertThat(key.hex()).isNotEqualTo(pinKeys.newPinKey().hex());
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void aWrappedKeyUnwrapsForItsAccountAndMode(long seed) {
        PinKey key = Seeds.pinKey(new Random(seed));

        WrappedKey wrapped = pinKeys.wrap(ACCOUNT, Mode.LIVE, key);

        WrappedKey stored = new WrappedKey(wrapped.id(), wrapped.wrappedBy(), wrapped.bytes());
        assertThat(pinKeys.unwrap(ACCOUNT, Mode.LIVE, stored).hex()).isEqualTo(key.hex());
    }

    @Test
    void theKeyOfAnotherAccountOrModeDoesNotUnwrap() {
        WrappedKey wrapped = pinKeys.wrap(ACCOUNT, Mode.LIVE, pinKeys.newPinKey());

        assertThatExceptionOfType(KeysRefusedException.class)
                .isThrownBy(() -> pinKeys.unwrap(OTHER_ACCOUNT, Mode.LIVE, wrapped));
        assertThatExceptionOfType(KeysRefusedException.class)
                .isThrownBy(() -> pinKeys.unwrap(ACCOUNT, Mode.SANDBOX, wrapped));
    }

    @Test
    void aComponentUnwrapsAsItselfAlone() {
        PinKey component = pinKeys.newPinKey();
        WrappedKey wrapped = pinKeys.wrapComponent(ACCOUNT, Mode.LIVE, 1, component);

        assertThat(pinKeys.unwrapComponent(ACCOUNT, Mode.LIVE, 1, wrapped).hex())
                .isEqualTo(component.hex());
        assertThatExceptionOfType(KeysRefusedException.class)
                .isThrownBy(() -> pinKeys.unwrapComponent(ACCOUNT, Mode.LIVE, 2, wrapped));
        assertThatExceptionOfType(KeysRefusedException.class)
                .isThrownBy(() -> pinKeys.unwrapComponent(ACCOUNT, Mode.SANDBOX, 1, wrapped));
        assertThatExceptionOfType(KeysRefusedException.class)
                .isThrownBy(() -> pinKeys.unwrapComponent(OTHER_ACCOUNT, Mode.LIVE, 1, wrapped));
        assertThatExceptionOfType(KeysRefusedException.class)
                .isThrownBy(() -> pinKeys.unwrap(ACCOUNT, Mode.LIVE, wrapped));
    }

    @Test
    void aDataKeyDoesNotStandInForAPinKey() {
        WrappedKey dataKey = new DataKeys(keys, random).make();

        assertThatExceptionOfType(KeysRefusedException.class)
                .isThrownBy(() -> pinKeys.unwrap(ACCOUNT, Mode.LIVE, dataKey));
    }

    @Test
    void nothingUnwrapsWithAByteChanged() {
        WrappedKey wrapped = pinKeys.wrap(ACCOUNT, Mode.LIVE, pinKeys.newPinKey());

        for (int i = 0; i < wrapped.bytes().length; i++) {
            byte[] changed = wrapped.bytes();
            changed[i] ^= 1;
            assertThatExceptionOfType(KeysRefusedException.class)
                    .isThrownBy(
                            () ->
                                    pinKeys.unwrap(
                                            ACCOUNT,
                                            Mode.LIVE,
                                            new WrappedKey(
                                                    wrapped.id(), wrapped.wrappedBy(), changed)));
        }
    }

    @Test
    void aKeyOutlivesTheOneThatWrappedIt() {
        PinKey key = pinKeys.newPinKey();
        WrappedKey old = pinKeys.wrap(ACCOUNT, Mode.LIVE, key);
        keys.add(KeyUse.KEY_ENCRYPTION);

        WrappedKey rewrapped = pinKeys.rewrap(ACCOUNT, Mode.LIVE, old);

        assertThat(rewrapped.id()).isEqualTo(old.id());
        assertThat(rewrapped.wrappedBy()).hasToString("kek-2");
        assertThat(pinKeys.unwrap(ACCOUNT, Mode.LIVE, rewrapped).hex()).isEqualTo(key.hex());
        assertThat(pinKeys.unwrap(ACCOUNT, Mode.LIVE, old).hex()).isEqualTo(key.hex());
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void twoComponentsMakeTheKeyAndNoneSaysAnythingOfIt(long seed) {
        PinKey key = new PinKey(Seeds.bytes(new Random(seed), 32));

        PinKey first = pinKeys.newPinKey();
        PinKey second = key.xor(first);

        PinKey joined =
                PinKey.parse(first.hex())
                        .orElseThrow()
                        .xor(PinKey.parse(second.hex()).orElseThrow());
        assertThat(joined.hex()).isEqualTo(key.hex());
        assertThat(joined.checkValue())
                .isEqualTo(key.checkValue())
                .isNotEqualTo(first.checkValue())
                .isNotEqualTo(second.checkValue());
    }

    @Test
    void componentsOfAnotherLengthDoNotJoin() {
        PinKey half = new PinKey(new byte[16]);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> half.xor(new PinKey(new byte[32])))
                .withMessage("components of a key are as long as the key");
    }

    /** Those of section 6.2, T1 and T2, and the key of NIST SP 800-38B, D.1. */
    @ParameterizedTest
    @CsvSource({
        "000102030405060708090A0B0C0D0E0F, BE7ED6",
        "000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F, 377822",
        "2B7E151628AED2A6ABF7158809CF4F3C, 7AD386"
    })
    void theCheckValueIsOfCmac(String key, String checkValue) {
        assertThat(PinKey.parse(key).orElseThrow().checkValue()).isEqualTo(checkValue);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00",
                "000102030405060708090A0B0C0D0E",
                "000102030405060708090A0B0C0D0E0",
                "000102030405060708090A0B0C0D0E0G",
                "000102030405060708090A0B0C0D0E0F10"
            })
    void whatIsNoKeyIsNotRead(String text) {
        assertThat(PinKey.parse(text)).isEmpty();
    }

    @Test
    void showsItsCheckValueAndNothingElse() {
        assertThat(PinKey.parse("000102030405060708090A0B0C0D0E0F"))
                .hasValueSatisfying(key -> assertThat(key).hasToString("PIN key BE7ED6"));
    }
}
