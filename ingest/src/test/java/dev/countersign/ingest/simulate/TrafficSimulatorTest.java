package dev.countersign.ingest.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.id.CardId;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Traffic that never ends, in a memory that does; and traffic that fills days. */
class TrafficSimulatorTest {

    private static final Instant FROM = Instant.parse("2026-10-20T08:00:00Z");
    private static final Duration PAUSE = Duration.ofMinutes(10);
    private static final int MESSAGES = 20_000;
    private static final Pattern MEANT = Pattern.compile("\"(kind|value)\":[^,}]*");

    private static final List<SimulatedCard> CARDS =
            IntStream.range(0, 20)
                    .mapToObj(
                            number ->
                                    new SimulatedCard(
                                            new CardId(new UUID(0, number)),
                                            Network.VISA,
                                            YearMonth.of(2032, 12),
                                            "EUR",
                                            SimulatedRules.cashAllowed(number)))
                    .toList();

    private final TrafficSimulator endless = simulator(Traffic.ENDLESS);

    private static TrafficSimulator simulator(long messages) {
        return new TrafficSimulator(CARDS, new Traffic(7, FROM, PAUSE, false, messages, 1));
    }

    @Test
    void remembersOnlyWhatALaterMessageMayReferTo() {
        Instant last = FROM;
        for (int i = 0; i < MESSAGES; i++) {
            last = endless.next().at();
        }

        LocalDate today = LocalDate.ofInstant(last, ZoneOffset.UTC);
        assertThat(today).isAfter(LocalDate.parse("2026-12-10"));
        assertThat(endless.truth().values())
                .hasSize(20)
                .allSatisfy(
                        card -> {
                            assertThat(card.transactions().values())
                                    .isNotEmpty()
                                    .allMatch(each -> !each.day().isBefore(today.minusDays(5)));
                            assertThat(card.usageByDay().keySet())
                                    .allMatch(day -> !day.isBefore(today.withDayOfMonth(1)));
                        });
        assertThatThrownBy(endless::events).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void saysTheSameAsTrafficThatRemembersAll() {
        TrafficSimulator ending = simulator(MESSAGES);

        for (int i = 0; i < MESSAGES; i++) {
            SimulatedMessage message = ending.next();
            assertThat(meant(endless.next())).as("message %d", i).isEqualTo(meant(message));
        }
        assertThat(ending.truth().values())
                .anyMatch(card -> card.usageByDay().containsKey(LocalDate.parse("2026-10-20")));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 2000", "3, 2000", "2, 5"})
    void fillsTheDaysThatItIsGiven(int days, int messages) {
        LocalDate from = LocalDate.parse("2026-10-20");
        TrafficSimulator simulator =
                new TrafficSimulator(CARDS, Traffic.overDays(7, from, days, messages, 1));
        List<Instant> times = new ArrayList<>();
        simulator.forEachRemaining(message -> times.add(message.at()));

        Instant end = from.plusDays(days).atStartOfDay(ZoneOffset.UTC).toInstant();
        assertThat(times).hasSize(messages).isSorted().allMatch(at -> at.isBefore(end));
        assertThat(times.getFirst()).isEqualTo(from.atStartOfDay(ZoneOffset.UTC).toInstant());
        assertThat(times.getLast())
                .isAfterOrEqualTo(
                        end.minus(Duration.ofDays(days).dividedBy(messages)).minusSeconds(3_600));
    }

    /** The content of a message without its references, which differ between runs. */
    private static String meant(SimulatedMessage message) {
        return MEANT.matcher(message.text()).results().map(MatchResult::group).toList()
                + " to "
                + message.key()
                + " at "
                + message.at();
    }
}
