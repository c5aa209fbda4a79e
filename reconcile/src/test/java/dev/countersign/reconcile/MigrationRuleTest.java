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
 * one. A migration that takes away what no release uses any more says so in its first line and in
 * its name, by which a process of an older release sees that it may not start.
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
                String name = file.getFileName().toString();
                assertThat(isAllowed(name, Files.readString(file)))
                        .as(
                                "%s takes something away: let a later release do so, begin it with"
                                        + " '%s', and name it V<number>__contract_…",
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
        String saidSo = "-- Contracts what 0.1 wrote.\n" + sql;

        assertThat(isAllowed("V40__notes.sql", sql)).isFalse();
        assertThat(isAllowed("V40__contract_notes.sql", saidSo)).isTrue();
        assertThat(isAllowed("V40__notes.sql", saidSo)).isFalse();
        assertThat(isAllowed("V40__contract_notes.sql", sql)).isFalse();
    }

    @Test
    void letsPassWhatOnlyAdds() {
        List<String> adds =
                List.of(
                        "create table note (id uuid primary key, text text not null);",
                        "alter table card add column note text;",
                        "create index card_note on card (note);",
                        "drop index card_note;");

        assertThat(adds).allMatch(sql -> isAllowed("V40__notes.sql", sql));
    }

    private static boolean isAllowed(String name, String sql) {
        boolean contracts = CONTRACTS.matcher(sql).find();
        return sql.startsWith(SAYS_SO) == contracts && name.contains("__contract_") == contracts;
    }

    private static boolean isHeld(Path file) {
        Matcher name = NAME.matcher(file.getFileName().toString());
        return name.matches() && Integer.parseInt(name.group(1)) > OLDER;
    }
}
