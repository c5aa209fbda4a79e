package dev.countersign.reconcile.vault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.countersign.reconcile.vault.key.FixedKeys;
import dev.countersign.reconcile.vault.key.KeyName;
import dev.countersign.reconcile.vault.key.KeyUse;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PanLookupTest {

    private static final Pan PAN = Pan.parse("4000001234567899").orElseThrow();

    private final SecureRandom random = new SecureRandom();
    private final FixedKeys keys = FixedKeys.random(random);
    private final PanVault vault = new PanVault(keys, random);

    /** Computed with another implementation. */
    @Test
    void theLookupHashIsHmacSha256OfAllDigits() {
        keys.with(
                KeyName.first(KeyUse.PAN_LOOKUP),
                HexFormat.of().parseHex("000102030405060708090a0b0c0d0e0f"));

        assertThat(vault.lookup(PAN))
                .isEqualTo(
                        new PanLookup(
                                "c2d39c8c4c6373a466d67481b13aa202fc4b093d9ad514593e15c3a80b1ecea6"));
    }

    @Test
    void aNumberIsFoundUnderItsOwnHashAlone() {
        Pan other = Pan.parse("4000001234567881").orElseThrow();

        assertThat(vault.lookup(PAN))
                .isEqualTo(vault.lookup(PAN))
                .isNotEqualTo(vault.lookup(other));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "4000001234567899", "G", "AB"})
    void aLookupHashIsNothingElse(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PanLookup(text))
                .withMessage("a lookup hash is 64 hexadecimal characters");
    }
}
