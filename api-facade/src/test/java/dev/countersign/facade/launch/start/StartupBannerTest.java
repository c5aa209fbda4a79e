package dev.countersign.facade.launch.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.local.DataDirectory;
import dev.countersign.facade.local.KeysFile;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** Next steps that a start suggests. */
class StartupBannerTest {

    @TempDir Path home;

    private final StandardEnvironment settings = new StandardEnvironment();

    @BeforeEach
    void start() {
        settings.getPropertySources()
                .addFirst(
                        new MapPropertySource(
                                "start",
                                Map.of(
                                        "local.server.port",
                                        "8123",
                                        "local.management.port",
                                        "9123")));
        new KeysFile(new DataDirectory(home)).write(Map.of("SANDBOX_KEY", "sk_test_1"));
    }

    @Test
    void isTrafficWhereThereIsNone() {
        assertThat(text(EnumSet.allOf(Role.class), false))
                .contains(
                        "To begin, in another terminal:\n  . " + home.resolve("api-keys.env"),
                        " simulate --cards 200 --messages 5000\n",
                        "/sandbox/v1/transactions?limit=5")
                .doesNotContain("breaks list");
    }

    @Test
    void isALookAtTheConsoleAndTheBreaksOfTheDemo() {
        assertThat(text(EnumSet.allOf(Role.class), true))
                .contains(
                        "To begin, open http://127.0.0.1:8123/console. In another terminal:\n",
                        " breaks list --mode sandbox\n",
                        "/sandbox/v1/transactions?limit=5")
                .doesNotContain("simulate");
    }

    @Test
    void isNoConsoleWhereThisProcessHasNone() {
        assertThat(text(EnumSet.of(Role.INGEST), true))
                .contains(
                        "http://127.0.0.1:9123/actuator/health\n",
                        "http://127.0.0.1:9123/actuator/prometheus\n",
                        "To begin, in another terminal:\n",
                        " breaks list --mode sandbox\n")
                .doesNotContain("8123", "curl");
    }

    private String text(Set<Role> roles, boolean demo) {
        return StartupBanner.of(settings, roles, demo, new DataDirectory(home)).text();
    }
}
