package dev.countersign.facade.launch.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Words about the first keys, which a log must not have. */
class FirstKeysNoticeTest {

    private static final Map<String, String> ISSUED =
            Map.of("SANDBOX_KEY", "sk_test_1", "CONSOLE_PASSWORD", "four words of chance");

    @Test
    void showsThemWhereOneProcessIsTheWholeProduct() {
        assertThat(text(ISSUED, EnumSet.allOf(Role.class), true))
                .startsWith("\nFirst start: these are shown only once")
                .contains("\n  SANDBOX_KEY=sk_test_1", "\n  CONSOLE_PASSWORD=four words of chance");
    }

    @ParameterizedTest
    @EnumSource
    void saysOnlyWhereTheyAreInAProcessOfOneRole(Role role) {
        assertThat(text(ISSUED, EnumSet.of(role), true))
                .contains("/data/api-keys.env", "'keys create'", "'operators reset-password admin'")
                .doesNotContain("sk_test_1", "four words of chance");
    }

    @Test
    void saysWhoMakesThemWhereThereAreNone() {
        assertThat(text(Map.of(), EnumSet.of(Role.INGEST), false))
                .contains("There is no account yet.", "role api", "'keys create'");
    }

    @Test
    void saysNothingLater() {
        assertThat(text(Map.of(), EnumSet.allOf(Role.class), true)).isEmpty();
    }

    private static String text(Map<String, String> issued, Set<Role> roles, boolean open) {
        return FirstKeysNotice.of(issued, roles, open, Path.of("/data/api-keys.env")).text();
    }
}
