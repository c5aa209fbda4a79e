package dev.countersign.facade.launch.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpellingTest {

    private static final List<String> WORDS =
            List.of("serve", "simulate", "replay", "accounts", "keys", "pan-keys", "list");

    @ParameterizedTest
    @CsvSource({
        "kyes, keys",
        "key, keys",
        "lits, list",
        "lst, list",
        "account, accounts",
        "sim, simulate",
        "pankeys, pan-keys",
        "serv, serve",
        "dance, ''",
        "x, ''"
    })
    void findsWhatWasMeant(String typed, String meant) {
        assertThat(String.join(" ", Spelling.near(typed, WORDS))).isEqualTo(meant);
    }

    @ParameterizedTest
    @CsvSource({"keys, keys, 0", "kyes, keys, 1", "key, keys, 1", "'', keys, 4", "abc, xyz, 3"})
    void countsMistakes(String typed, String meant, int mistakes) {
        assertThat(Spelling.mistakes(typed, meant)).isEqualTo(mistakes);
    }
}
