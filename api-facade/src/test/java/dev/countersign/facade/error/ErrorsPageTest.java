package dev.countersign.facade.error;

import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.testkit.GeneratedFile;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page of errors is what the code answers. */
class ErrorsPageTest {

    private static final String HEAD =
            """
            # Errors

            For developers who call the REST interface. Made from the closed list in the code. The body of an error is
            `{"error": {"type", "code", "message", "param", "request_id"}}`; `param` names what is at
            fault, where one thing is. A method that a path does not have is 405 and a body above
            1 MB is 413, both `invalid_request` without a code.

            | Status | `type` | `code` | When |
            |-|-|-|-|
            """;

    @Test
    void showsEveryCodeWithItsStatusAndType() {
        String rows =
                Arrays.stream(ErrorCode.values())
                        .sorted(Comparator.comparingInt(code -> HttpRefusal.of(code).status()))
                        .map(ErrorsPageTest::row)
                        .collect(Collectors.joining());

        new GeneratedFile("errors.md").assertIs(HEAD + rows);
    }

    private static String row(ErrorCode code) {
        HttpRefusal refusal = HttpRefusal.of(code);
        return String.format(
                Locale.ROOT,
                "| %d | `%s` | `%s` | %s |\n",
                refusal.status(),
                refusal.type(),
                code.wire(),
                code.meaning());
    }
}
