package dev.countersign.facade.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class IndentedJsonTest {

    @Test
    void putsEachMemberOnALine() {
        assertThat(
                        indented(
                                "{\"id\":\"a\",\"tags\":[\"x\",\"y\"],\"none\":[],\"of\":{\"n\":null}}"))
                .isEqualTo(
                        """
                        {
                          "id": "a",
                          "tags": [
                            "x",
                            "y"
                          ],
                          "none": [],
                          "of": {
                            "n": null
                          }
                        }
                        """);
    }

    @Test
    void keepsNumbersAndTextsAsTheyAre() {
        assertThat(indented("[1.10,1E+400,123456789012345678901234567890,\"\\u20ac \\n \\\"\"]"))
                .contains("1.10", "1E+400", "123456789012345678901234567890", "\\n \\\"");
    }

    private static String indented(String json) {
        return new String(
                IndentedJson.of(json.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    }
}
