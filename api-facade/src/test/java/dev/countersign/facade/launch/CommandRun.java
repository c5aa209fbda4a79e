package dev.countersign.facade.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A command that was carried out in this process, and what came of it. */
record CommandRun(int exit, String out, String err) {

    private static final JsonMapper JSON = JsonMapper.shared();

    /** Carries out a command line whose words are apart by blanks. */
    static CommandRun of(String arguments) {
        return of(List.of(arguments.split(" ")));
    }

    static CommandRun of(List<String> arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exit =
                Main.commandLine()
                        .setOut(new PrintWriter(out, true))
                        .setErr(new PrintWriter(err, true))
                        .execute(arguments.toArray(String[]::new));
        return new CommandRun(exit, out.toString(), err.toString());
    }

    CommandRun is(int expected) {
        assertThat(exit).as(out + err).isEqualTo(expected);
        if (expected != 0) {
            assertThat(err.lines().count()).as(err).isBetween(1L, 3L);
            assertThat(err).doesNotContain("Exception", "\tat ");
        }
        return this;
    }

    CommandRun says(String words) {
        assertThat(err).contains(words);
        return this;
    }

    CommandRun prints(String text) {
        assertThat(out).isEqualTo(text);
        return this;
    }

    /** The only row that it printed as JSON. */
    JsonNode one() {
        List<JsonNode> rows = rows();
        assertThat(rows).hasSize(1);
        return rows.getFirst();
    }

    /** The rows that it printed as JSON. */
    List<JsonNode> rows() {
        is(0);
        List<JsonNode> rows = new ArrayList<>();
        JSON.readTree(out).forEach(rows::add);
        return rows;
    }
}
