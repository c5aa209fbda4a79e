package dev.countersign.reconcile.vault.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeldKeysTest {

    private static final byte[] MESSAGE = {1, 2, 3};

    private final FixedKeys keys = FixedKeys.random(new SecureRandom());

    @Test
    void theLookupKeyHasNoSuccessor() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> keys.add(KeyUse.PAN_LOOKUP))
                .withMessage("the lookup key has no successor");
    }

    @Test
    void aKeyDoesNotServeAnotherUse() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> keys.mac(KeyName.first(KeyUse.KEY_ENCRYPTION), MESSAGE));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> keys.encrypt(KeyName.first(KeyUse.PAN_LOOKUP), MESSAGE, MESSAGE));
    }

    @Test
    void aKeyThatIsNotThereGivesOneSentence() {
        KeyName unknown = new KeyName(KeyUse.KEY_ENCRYPTION, 7);

        assertThatExceptionOfType(KeysRefusedException.class)
                .isThrownBy(() -> keys.encrypt(unknown, MESSAGE, MESSAGE))
                .withMessage("There is no key kek-7 in the keys of the test.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"kek-1", "kek-22", "pan-lookup-1", "pin-verification-3"})
    void namesOfKeysAreReadAsTheyAreWritten(String text) {
        assertThat(KeyName.parse(text))
                .hasValueSatisfying(name -> assertThat(name).hasToString(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "kek", "kek-", "kek-0", "kek-01", "kek-x", "-1", "dek-1", "kek-1 "})
    void otherNamesAreNotRead(String text) {
        assertThat(KeyName.parse(text)).isEmpty();
    }
}
