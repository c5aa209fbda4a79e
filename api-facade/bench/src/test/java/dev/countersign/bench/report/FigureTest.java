package dev.countersign.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FigureTest {

    @ParameterizedTest(name = "{0} {3}: {4}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    DECISIONS_TO_FLOOR     | at least 0.6 | 0.7  | 0.9 0.6 0.7 0.8 0.6  | pass
                    DECISIONS_TO_FLOOR     | at least 0.6 | 0.5  | 0.4 0.5 0.5 0.55 0.4 | short
                    DECISIONS_TO_FLOOR     | at least 0.6 | 0.7  | 0.59 0.7 0.7 0.8 0.9 | undecided
                    DECISIONS_TO_FLOOR     | at least 0.6 | 0.8  | 0.7 0.7 0.8 0.9 1.5  | undecided
                    DECISIONS_TO_FLOOR     | at least 0.6 | 0.7  | 0.7 0.7 0.7 0.7      | undecided
                    DECISIONS_TO_FLOOR     | at least 0.6 | 0.7  | 0.7                  | undecided
                    LATENCY_P99_TO_STREAMS | at most 0.6  | 0.5  | 0.4 0.5 0.5 0.6 0.6  | pass
                    LATENCY_P99_TO_STREAMS | at most 0.6  | 0.7  | 0.7 0.7 0.7 0.8 0.61 | short
                    LATENCY_P99_TO_STREAMS | at most 0.6  | 0.5  | 0.5 0.5 0.5 0.5 0.61 | undecided
                    RECOVERY_LOST          | at most 0    | 0    | 0 0                  | pass
                    RECOVERY_LOST          | at most 0    | 1    | 0 1 0 0 0            | short
                    HISTORY_DECISION_BYTES | none         | 400  | 400                  | measured
                    """)
    void holdsItsTurnsAgainstItsGoal(
            Goal goal, String bound, double value, String turns, String verdict) {
        Figure figure =
                Figure.of(goal, Arrays.stream(turns.split(" ")).map(Double::valueOf).toList());

        assertThat(figure.value()).isEqualTo(value);
        assertThat(figure.outcome()).isEqualTo(verdict);
        if (goal.aims()) {
            assertThat(goal.bound(goal.aim())).isEqualTo(bound);
        }
    }

    @Test
    void saysFromHowManyTurnsItIs() {
        assertThat(Figure.of(Goal.MIXED_TO_PLAIN, List.of(0.7, 0.61)).spread())
                .isEqualTo("0.61 to 0.7 in 2");
        assertThat(Figure.of(Goal.MIXED_TO_PLAIN, List.of(0.7)).spread()).isEqualTo("one turn");
        assertThat(Figure.of(Goal.MIXED_TO_PLAIN, List.of(0.7)).name()).isEqualTo("mixed_to_plain");
    }

    @Test
    void isRefusedWhereATurnIsNotKnown() {
        assertThatThrownBy(() -> Figure.of(Goal.MEMORY_TO_STREAMS, List.of(0.4, Double.NaN)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("memory_to_streams");
    }
}
