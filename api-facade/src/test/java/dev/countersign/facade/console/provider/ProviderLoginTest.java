package dev.countersign.facade.console.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;

class ProviderLoginTest {

    @ParameterizedTest
    @CsvSource({
        "access_denied, access_denied",
        "'a\n2026-11-27 WARN all is well', an error without a code",
        "'', an error without a code",
    })
    void logsNothingThatAStrangerWrote(String code, String logged) {
        OAuth2Error error =
                new OAuth2Error(
                        code.isEmpty() ? "no code" : code, "a description\nof theirs", null);

        assertThat(ProviderLogin.code(new OAuth2AuthenticationException(error, "their words")))
                .isEqualTo(logged);
    }

    @Test
    void tellsAProviderThatIsAwayFromOneThatRefuses() {
        OAuth2Error error = new OAuth2Error("invalid_token_response");

        assertThat(
                        ProviderOutage.isBehind(
                                new OAuth2AuthenticationException(
                                        error,
                                        new IllegalStateException(new IOException("refused")))))
                .isTrue();
        assertThat(ProviderOutage.isBehind(new OAuth2AuthenticationException(error))).isFalse();
    }
}
