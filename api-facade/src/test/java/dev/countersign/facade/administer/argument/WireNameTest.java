package dev.countersign.facade.administer.argument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.countersign.reconcile.domain.account.Mode;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

class WireNameTest {

    private final WireName<Mode> modes = new WireName<>(Mode.class);

    @Test
    void readsTheNamesOfTheInterfaceInAnyCase() {
        assertThat(modes.convert("live")).isEqualTo(Mode.LIVE);
        assertThat(modes.convert("Sandbox")).isEqualTo(Mode.SANDBOX);
    }

    @Test
    void saysWhichNamesThereAre() {
        assertThatExceptionOfType(TypeConversionException.class)
                .isThrownBy(() -> modes.convert("moon"))
                .withMessage("'moon' is none of live, sandbox");
    }
}
