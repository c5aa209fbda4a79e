package dev.countersign.reconcile.vault;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One-time passwords as RFC 6238 has them. */
class TotpTest {

    /** The secret of appendix B. */
    private static final byte[] SECRET = "12345678901234567890".getBytes(StandardCharsets.US_ASCII);

    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final long NEVER = -1;

    /** Appendix B, of whose eight digits the last six. */
    @ParameterizedTest
    @CsvSource({
        "59, 287082",
        "1111111109, 081804",
        "1111111111, 050471",
        "1234567890, 005924",
        "2000000000, 279037",
        "20000000000, 353130"
    })
    void agreesWithTheRfc(long second, String code) {
        assertThat(Totp.codeAt(SECRET, Instant.ofEpochSecond(second))).isEqualTo(code);
    }

    @Test
    void takesTheCodesOfHalfAMinuteAround() {
        for (int seconds : new int[] {-30, 0, 30}) {
            String code = Totp.codeAt(SECRET, NOON.plusSeconds(seconds));
            assertThat(Totp.match(SECRET, code, NOON, NEVER)).as(code).isPresent();
        }
        assertThat(Totp.match(SECRET, Totp.codeAt(SECRET, NOON.minusSeconds(60)), NOON, NEVER))
                .isEmpty();
        assertThat(Totp.match(SECRET, Totp.codeAt(SECRET, NOON.plusSeconds(60)), NOON, NEVER))
                .isEmpty();
    }

    @Test
    void takesNoCodeTwiceAndNoneOfBefore() {
        String code = Totp.codeAt(SECRET, NOON);
        long used = Totp.match(SECRET, code, NOON, NEVER).orElseThrow();

        assertThat(Totp.match(SECRET, code, NOON, used)).isEmpty();
        assertThat(Totp.match(SECRET, Totp.codeAt(SECRET, NOON.minusSeconds(30)), NOON, used))
                .isEmpty();
        assertThat(Totp.match(SECRET, Totp.codeAt(SECRET, NOON.plusSeconds(30)), NOON, used))
                .isPresent();
    }

    @ParameterizedTest
    @CsvSource({"''", "12345", "1234567", "abcdef", "٢٨٧٠٨٢"})
    void takesNothingElse(String text) {
        assertThat(Totp.match(SECRET, text, Instant.ofEpochSecond(59), NEVER)).isEmpty();
    }
}
