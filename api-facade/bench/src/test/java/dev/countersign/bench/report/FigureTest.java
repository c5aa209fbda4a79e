package dev.countersign.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class FigureTest {

    @Test
    void isTheMiddleOfItsTurnsAndPassesAtItsGoal() {
        Figure rate = Figure.atLeast("rate", List.of(1.9, 1.5, 1.2), 1.5, 2);
        Figure time = Figure.atMost("time", List.of(0.75, 0.5), 0.625, 0.5);

        assertThat(rate.value()).isEqualTo(1.5);
        assertThat(rate.verdict()).isEqualTo("pass");
        assertThat(rate.spread()).isEqualTo("1.2 to 1.9 in 3");
        assertThat(time.value()).isEqualTo(0.625);
        assertThat(time.verdict()).isEqualTo("pass");
        assertThat(time.bound(time.goal())).isEqualTo("at most 0.625");
    }

    @Test
    void isShortOnTheWrongSideOfItsGoal() {
        assertThat(Figure.atLeast("rate", List.of(1.49), 1.5, 2).verdict()).isEqualTo("short");
        assertThat(Figure.atMost("time", List.of(0.651), 0.65, 0.5).verdict()).isEqualTo("short");
    }

    @Test
    void countsWhatMustNotHappenInAnyTurn() {
        Figure once = Figure.none("lost", List.of(0.0, 0.0, 1.0));

        assertThat(once.value()).isOne();
        assertThat(once.verdict()).isEqualTo("short");
        assertThat(Figure.none("lost", List.of(0.0, 0.0)).verdict()).isEqualTo("pass");
    }

    @Test
    void isRefusedWhereATurnIsNotKnown() {
        assertThatThrownBy(() -> Figure.atMost("memory", List.of(0.4, Double.NaN), 0.6, 0.4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("memory");
    }
}
