package dev.countersign.facade.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.countersign.facade.testkit.Readme;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Mode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The walk of the README with a card, run as it is written, on a port of the product's choice. */
class ReadmeWalkIT {

    @TempDir Path clone;
    @TempDir Path elsewhere;

    @Test
    void issuesACardAndSeesItsAuthorizations() throws Exception {
        walk(Files.createDirectory(clone.resolve(".countersign")), null);
    }

    @Test
    void doesSoWhereTheDataDirectoryIsElsewhere() throws Exception {
        walk(elsewhere, elsewhere);
    }

    private void walk(Path data, @Nullable Path named) throws Exception {
        assumeTrue(Readme.runs("curl", "--version"), "the walk is skipped: there is no curl here");
        assumeTrue(Readme.runs("bash", "--version"), "the walk is skipped: there is no bash here");
        TestProduct product = TestProduct.running();
        Files.writeString(
                data.resolve("api-keys.env"),
                "SANDBOX_KEY=%s\nCOUNTERSIGN_URL=%s\n"
                        .formatted(product.key(Mode.SANDBOX), product.address()));

        List<String> answers =
                Stream.of(
                                Readme.run(Readme.commands("A card in five minutes"), clone, named)
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
}
