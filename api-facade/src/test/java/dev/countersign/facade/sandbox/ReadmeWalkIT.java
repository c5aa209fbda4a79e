package dev.countersign.facade.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Mode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The walk of the README, run as it is written. */
class ReadmeWalkIT {

    private static final Pattern BLOCK = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);

    @TempDir Path home;

    @Test
    void issuesACardAndSeesItsAuthorizations() throws Exception {
        assumeTrue(runs("curl", "--version"), "the walk is skipped: there is no curl here");
        assumeTrue(runs("bash", "--version"), "the walk is skipped: there is no bash here");
        TestProduct product = TestProduct.running();
        Files.writeString(
                home.resolve("api-keys.env"), "SANDBOX_KEY=" + product.key(Mode.SANDBOX) + "\n");

        List<String> answers =
                Stream.of(
                                run(
                                                section("A card in five minutes"),
                                                product.address() + "/sandbox/v1")
                                        .split("(?m)^\\}$"))
                        .filter(answer -> !answer.isBlank())
                        .toList();

        assertThat(answers).as("%s", answers).hasSize(8);
        assertThat(answers.get(0)).contains("\"object\": \"card\"", "\"daily_limit\": 10000");
        assertThat(answers.get(1)).contains("\"status\": \"authorized\"", "\"amount\": 6000");
        assertThat(answers.get(2))
                .contains("\"decline_reason\": \"spending_limit_exceeded\"", "\"amount\": 4001");
        assertThat(answers.get(3)).contains("\"status\": \"frozen\"");
        assertThat(answers.get(4)).contains("\"decline_reason\": \"card_frozen\"");
        assertThat(answers.get(5)).contains("\"status\": \"active\"");
        assertThat(answers.get(6)).contains("\"object\": \"list\"", "card_frozen", "authorized");
        assertThat(answers.get(7)).contains("\"code\": \"value_invalid\"", "\"param\": \"type\"");
    }

    private static String section(String title) throws IOException {
        String readme = Files.readString(Path.of("..", "README.md"));
        int begin = readme.indexOf("\n## " + title + "\n");
        assertThat(begin).as("the README has the section %s", title).isPositive();
        int end = readme.indexOf("\n## ", begin + 1);
        return BLOCK.matcher(readme.substring(begin, end))
                .results()
                .map(block -> block.group(1))
                .collect(Collectors.joining());
    }

    private String run(String commands, String api) throws IOException, InterruptedException {
        ProcessBuilder shell = new ProcessBuilder("bash", "-eu", "-c", commands);
        shell.environment().put("COUNTERSIGN_HOME", home.toString());
        shell.environment().put("API", api);
        shell.redirectErrorStream(true);
        Process process = shell.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    private static boolean runs(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getInputStream().readAllBytes();
            return process.waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
