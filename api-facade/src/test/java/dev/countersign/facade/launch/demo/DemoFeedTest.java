package dev.countersign.facade.launch.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.launch.demo.DemoCards.IssuedCards;
import dev.countersign.ingest.simulate.SimulatedCard;
import dev.countersign.ingest.simulate.SimulatedMessage;
import dev.countersign.ingest.simulate.SimulatedRules;
import dev.countersign.reconcile.domain.id.CardId;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Two months of a small issuer, made twice. */
class DemoFeedTest {

    private static final Instant SINCE = Instant.parse("2026-11-27T12:00:00Z");
    private static final IssuedCards ISSUED = issued();
    private static final List<SimulatedMessage> HISTORY = upTo(SINCE.plusSeconds(600));

    private static IssuedCards issued() {
        List<SimulatedCard> ordinary = new ArrayList<>();
        Map<DemoCase, SimulatedCard> special = new EnumMap<>(DemoCase.class);
        for (int number = 0; number < 500; number++) {
            DemoPerson person = DemoPeople.person(number);
            SimulatedCard card =
                    new SimulatedCard(
                            new CardId(new UUID(0, number)),
                            person.network(),
                            YearMonth.of(2030, 9),
                            person.currency(),
                            SimulatedRules.cashAllowed(number));
            DemoCase demoCase = DemoCase.of(number);
            if (demoCase == null) {
                ordinary.add(card);
            } else {
                special.put(demoCase, card);
            }
        }
        return new IssuedCards(new DemoCalendar(SINCE), ordinary, special);
    }

    private static List<SimulatedMessage> upTo(Instant end) {
        DemoFeed feed = new DemoFeed(ISSUED);
        List<SimulatedMessage> messages = new ArrayList<>();
        while (feed.due().isBefore(end)) {
            messages.add(feed.next());
        }
        return messages;
    }

    @Test
    void makesTheSameMessagesAgainSoThatAStartGoesOnWhereTheLastOneEnded() {
        assertThat(upTo(SINCE.plusSeconds(600))).isEqualTo(HISTORY);
    }

    @Test
    void tellsThemInTheOrderOfTimeFromTheFirstDayOn() {
        assertThat(HISTORY).extracting(SimulatedMessage::at).isSorted();
        assertThat(HISTORY.getFirst().at()).isEqualTo("2026-09-28T09:00:00Z");
        assertThat(HISTORY).hasSizeBetween(35_000, 75_000);
    }

    @Test
    void hasMoreAtNoonThanAtNightAndOnASaturdayThanOnASunday() {
        Map<Integer, Long> hours =
                requests(message -> message.at().atOffset(ZoneOffset.UTC).getHour());
        Map<Integer, Long> days =
                requests(
                        message -> message.at().atOffset(ZoneOffset.UTC).getDayOfWeek().getValue());

        assertThat(hours.get(12)).isGreaterThan(2 * hours.get(2));
        assertThat(days.get(6)).isGreaterThan(days.get(7));
    }

    @Test
    void isBusierOnceItRuns() {
        long before =
                HISTORY.stream().filter(each -> within(each, SINCE.minusSeconds(600))).count();
        long since = HISTORY.stream().filter(each -> within(each, SINCE)).count();

        assertThat(since).isGreaterThan(10 * before).isGreaterThan(100);
    }

    @Test
    void isBusyFromTheMomentItBegan() {
        long minute =
                HISTORY.stream()
                        .filter(each -> !each.at().isBefore(SINCE))
                        .filter(each -> each.at().isBefore(SINCE.plusSeconds(60)))
                        .count();

        assertThat(minute).isGreaterThan(15);
    }

    private static boolean within(SimulatedMessage message, Instant from) {
        return !message.at().isBefore(from) && message.at().isBefore(from.plusSeconds(600));
    }

    private static Map<Integer, Long> requests(Function<SimulatedMessage, Integer> by) {
        return HISTORY.stream()
                .filter(message -> message.at().isBefore(SINCE))
                .filter(message -> message.text().contains("\"kind\":\"authorization_request\""))
                .collect(Collectors.groupingBy(by, TreeMap::new, Collectors.counting()));
    }
}
