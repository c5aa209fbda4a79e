package dev.countersign.facade.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names that a server is called by. */
class HostAllowListTest {

    private final HostAllowList list = new HostAllowList(List.of("Cards.Example.com"));

    @ParameterizedTest
    @CsvSource({
        "localhost, 127.0.0.1, true",
        "127.0.0.1, 127.0.0.1, true",
        "[::1], ::1, true",
        "cards.example.com, 10.0.0.7, true",
        "CARDS.example.com., 10.0.0.7, true",
        "10.0.0.7, 10.0.0.7, true",
        "10.0.0.8, 10.0.0.7, false",
        "other.example.com, 10.0.0.7, false",
        "cards.example.com.attacker.example, 10.0.0.7, false",
        "localhost.attacker.example, 127.0.0.1, false",
        "'', 10.0.0.7, false"
    })
    void servesTheNamesItWasGivenTheLoopbackAndItsOwnAddress(
            String host, String localAddress, boolean served) {
        assertThat(list.serves(host, localAddress)).isEqualTo(served);
    }
}
