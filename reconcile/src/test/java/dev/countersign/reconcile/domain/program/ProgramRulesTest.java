package dev.countersign.reconcile.domain.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.card.CardType;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Settlement;
import dev.countersign.reconcile.domain.id.ProgramId;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramRulesTest {

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "400000,   visa",
        "49999999, visa",
        "510000,   mastercard",
        "55999999, mastercard",
        "222100,   mastercard",
        "27209999, mastercard",
        "222099,   none",
        "272100,   none",
        "509999,   none",
        "560000,   none",
        "340000,   none"
    })
    void aBinBelongsToItsNetwork(String digits, String network) {
        assertThat(Bin.parse(digits).orElseThrow().network().map(Network::wire).orElse("none"))
                .isEqualTo(network);
    }

    @ParameterizedTest
    @CsvSource({"40000", "4000000", "400000000", "40000a", "''", "４０００００"})
    void aBinHasSixOrEightDigits(String text) {
        assertThat(Bin.parse(text)).isEmpty();
    }

    @ParameterizedTest(name = "{0} {1} {2} {3}: {4}")
    @CsvSource(
            delimiter = '|',
            value = {
                "Gold | visa       | 400000 | virtual          | EUR     | ",
                "Gold | mastercard | 555555 | virtual,physical | EUR,JPY | ",
                "''   | visa       | 400000 | virtual          | EUR     | name",
                "Gold | visa       | 4000   | virtual          | EUR     | bin",
                "Gold | visa       | 555555 | virtual          | EUR     | bin",
                "Gold | mastercard | 400000 | virtual          | EUR     | bin",
                "Gold | visa       | 400000 | ''               | EUR     | types",
                "Gold | visa       | 400000 | virtual          | ''      | currencies",
                "Gold | visa       | 400000 | virtual          | EUR,XXX | currencies",
                "Gold | visa       | 400000 | virtual          | eur     | currencies"
            })
    void aProgramMustBeSound(
            String name,
            String network,
            String bin,
            String types,
            String currencies,
            String wrong) {
        Program program =
                new Program(
                        new ProgramId(new UUID(1, 1)),
                        name,
                        true,
                        Network.valueOf(network.toUpperCase(Locale.ROOT)),
                        bin,
                        words(types).stream()
                                .map(type -> CardType.valueOf(type.toUpperCase(Locale.ROOT)))
                                .toList(),
                        words(currencies),
                        List.of(),
                        false,
                        false,
                        Instant.EPOCH);

        if (wrong == null) {
            assertThatCode(() -> ProgramRules.require(program)).doesNotThrowAnyException();
        } else {
            assertThatExceptionOfType(RequestRefusedException.class)
                    .isThrownBy(() -> ProgramRules.require(program))
                    .satisfies(refused -> assertThat(refused.param()).isEqualTo(wrong));
        }
    }

    @ParameterizedTest(name = "{0} settled in {1}: {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "USD       | USD 100 of 1000 | true",
                "1000:USD  | USD 100 of 1000 | true",
                "2000:USD  | USD 100 of 1000 | false",
                "GBP       | USD 100 of 1000 | false",
                "USD       | USD     of 1000 | false"
            })
    void aRecordIsSettledAsItsProgramIs(String settlesIn, String record, boolean covered) {
        String[] said = record.split(" +", -1);
        Settlement settlement =
                new Settlement(
                        null,
                        null,
                        null,
                        said[said.length - 1],
                        said[0],
                        said.length == 4 ? Long.valueOf(said[1]) : null);

        assertThat(ProgramRules.settlementCurrencies(List.of(settlesIn)))
                .singleElement()
                .satisfies(
                        one -> {
                            assertThat(one.covers(settlement)).isEqualTo(covered);
                            assertThat(one).hasToString(settlesIn);
                        });
    }

    @ParameterizedTest
    @CsvSource({"usd", "XXX", "EURO", "1000:", ":USD", "'10 00:USD'", "none:"})
    void nothingElseIsASettlementCurrency(String text) {
        assertThatExceptionOfType(RequestRefusedException.class)
                .isThrownBy(() -> ProgramRules.settlementCurrencies(List.of("USD", text)))
                .withMessageContaining("'" + text + "'");
        assertThat(ProgramRules.settlementCurrencies(List.of("none"))).isEmpty();
    }

    private static List<String> words(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(","));
    }
}
