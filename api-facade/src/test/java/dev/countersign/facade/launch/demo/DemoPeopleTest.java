package dev.countersign.facade.launch.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.card.CardType;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DemoPeopleTest {

    private static final List<DemoPerson> PEOPLE =
            IntStream.range(0, 2_000).mapToObj(DemoPeople::person).toList();

    @Test
    void inventsTheSamePersonEachTime() {
        assertThat(IntStream.range(0, 2_000).mapToObj(DemoPeople::person)).isEqualTo(PEOPLE);
    }

    @Test
    void printsEachNameOnACard() {
        assertThat(PEOPLE).allMatch(person -> person.cardholderName().length() <= 26);
        assertThat(PEOPLE.stream().map(DemoPerson::cardholderName).distinct().count())
                .isGreaterThan(700);
    }

    @Test
    void givesPhonesThatBelongToNobody() {
        assertThat(PEOPLE)
                .allMatch(
                        person ->
                                person.phone() == null
                                        || person.phone()
                                                .matches(
                                                        "\\+493023125\\d{3}"
                                                                + "|\\+3319900\\d{4}"
                                                                + "|\\+447700900\\d{3}"
                                                                + "|\\+120255501\\d{2}"));
    }

    @Test
    void isAtHomeInFourCurrenciesOnBothNetworksWithAndWithoutPlastic() {
        assertThat(PEOPLE.stream().map(DemoPerson::currency).distinct())
                .containsExactlyInAnyOrder("EUR", "GBP", "USD", "JPY");
        assertThat(PEOPLE.stream().map(DemoPerson::network).distinct()).hasSize(2);
        assertThat(PEOPLE.stream().map(DemoPerson::cardType).distinct())
                .containsExactlyInAnyOrder(CardType.values());
    }

    @Test
    void hasPlasticForWhoeverForgetsAPin() {
        for (int number = 0; number < DemoCase.values().length; number++) {
            DemoCase demoCase = Objects.requireNonNull(DemoCase.of(number));
            assertThat(DemoPeople.person(number).cardType() == CardType.PHYSICAL)
                    .as("%s", demoCase)
                    .isEqualTo(demoCase.plastic());
        }
    }
}
