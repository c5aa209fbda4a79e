package dev.countersign.facade.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hashes of passwords, and texts that are no password. */
class BcryptPasswordsTest {

    private final BcryptPasswords passwords = new BcryptPasswords(4);

    @Test
    void keepsAPasswordAsAHashThatSaysHow() {
        String hash = passwords.hash("lamp river quiet forty");

        assertThat(hash).startsWith("{bcrypt}$2").doesNotContain("lamp");
        assertThat(passwords.matches("lamp river quiet forty", hash)).isTrue();
        assertThat(passwords.matches("lamp river quiet fifty", hash)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "password1234",
                "Passw0rd!Passw0rd!",
                "qwertyuiop123",
                "123456789012",
                "aaaaaaaaaaaaaaaa",
                "countersign2026",
                "graceada1234",
                "iloveyouiloveyou"
            })
    void knowsWhatAGuesserTriesEarly(String password) {
        assertThat(passwords.guessable(password, "graceada")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "lamp river quiet forty",
                "correct horse battery",
                "another horse battery",
                "hk4v9-2mzxw-8pqd3"
            })
    void takesWhatAGuesserComesToLate(String password) {
        assertThat(passwords.guessable(password, "graceada")).isFalse();
    }
}
