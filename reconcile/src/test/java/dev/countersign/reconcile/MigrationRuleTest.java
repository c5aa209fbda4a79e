package dev.countersign.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Migrations only add to the schema, since processes of the release before run beside those of this
 * one. A migration that takes away what no release uses any more says so in its first line.
 */
class MigrationRuleTest {

    private static final Path MIGRATIONS = Path.of("src/main/resources/db/migration");

    /** The last of those that are older than the rule. */
    private static final int OLDER = 29;

    private static final Pattern NAME = Pattern.compile("V(\\d+)__\\w+\\.sql");

    /** Statements by which a process of the release before may miss what it reads or writes. */
    private static final Pattern CONTRACTS =
            Pattern.compile(
                    "(?i)\\bdrop\\s+(table|column|view|function)\\b"
                            + "|\\brename\\s+(to|column|constraint)\\b"
                            + "|\\bset\\s+not\\s+null\\b"
                            + "|\\balter\\s+column\\s+\\w+\\s+(set\\s+data\\s+)?type\\b");

    private static final String SAYS_SO = "-- Contracts ";

    @Test
    void onlyAddOrSayWhatTheyTakeAway() throws IOException {
        try (Stream<Path> files = Files.list(MIGRATIONS)) {
            for (Path file : files.filter(MigrationRuleTest::isHeld).toList()) {
                assertThat(isAllowed(Files.readString(file)))
                        .as(
                                "%s takes something away: let a later release do so, and begin it"
                                        + " with '%s'",
                                file, SAYS_SO)
                        .isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "drop table card_change;",
                "alter table card drop column last4;",
                "alter table card rename to plastic;",
                "alter table card\n    alter column last4 type integer;",
                "alter table card alter column last4 set not null;"
            })
    void findWhatAnOlderProcessWouldMiss(String sql) {
        assertThat(isAllowed(sql)).isFalse();
        assertThat(isAllowed("-- Contracts what 0.1 wrote.\n" + sql)).isTrue();
    }

    @Test
    void letsPassWhatOnlyAdds() {
        List<String> adds =
                List.of(
                        "create table note (id uuid primary key, text text not null);",
                        "alter table card add column note text;",
                        "create index card_note on card (note);",
                        "drop index card_note;");

        assertThat(adds).allMatch(MigrationRuleTest::isAllowed);
    }

    private static boolean isAllowed(String sql) {
        return sql.startsWith(SAYS_SO) || !CONTRACTS.matcher(sql).find();
    }

    private static boolean isHeld(Path file) {
        Matcher name = NAME.matcher(file.getFileName().toString());
        return name.matches() && Integer.parseInt(name.group(1)) > OLDER;
    }
}
