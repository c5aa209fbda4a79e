package dev.countersign.bench.course;

import dev.countersign.bench.report.Figure;
import dev.countersign.bench.report.Goal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * Contestants that take turns, in every other round in the opposite order, so that none is always
 * first and none always pays for who was before it.
 *
 * @param <T> the result of a turn
 */
public final class Contest<T> {

    private final Course course;
    private final String title;
    private final Map<String, Entry<T>> entries = new LinkedHashMap<>();
    private final Map<String, List<T>> turns = new LinkedHashMap<>();

    /** Makes one turn of a contestant. */
    public interface Entry<T> {
        T turn() throws InterruptedException;
    }

    public Contest(Course course, String title) {
        this.course = course;
        this.title = title;
    }

    public Contest<T> enter(String contestant, Entry<T> entry) {
        entries.put(contestant, entry);
        turns.put(contestant, new ArrayList<>());
        return this;
    }

    public Contest<T> run(int rounds) throws InterruptedException {
        for (int round = 1; round <= rounds; round++) {
            List<String> order = new ArrayList<>(entries.keySet());
            for (String contestant : round % 2 == 1 ? order : order.reversed()) {
                course.log(
                        String.format(
                                Locale.ROOT,
                                "%s: turn %d of %d, %s",
                                title,
                                round,
                                rounds,
                                contestant));
                of(contestant).add(Objects.requireNonNull(entries.get(contestant)).turn());
            }
        }
        return this;
    }

    public String title() {
        return title;
    }

    public Set<String> contestants() {
        return entries.keySet();
    }

    /** The turns of a contestant. */
    public List<T> of(String contestant) {
        return Objects.requireNonNull(turns.get(contestant));
    }

    /** Holds the ratio of one contestant to another, turn by turn, against a goal. */
    public Contest<T> compare(Goal goal, String contestant, String to, ToDoubleFunction<T> what) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < of(contestant).size(); i++) {
            ratios.add(
                    what.applyAsDouble(of(contestant).get(i)) / what.applyAsDouble(of(to).get(i)));
        }
        course.report().add(Figure.of(goal, ratios));
        return this;
    }

    /** The median of what a contestant's turns came to. */
    public double median(String contestant, ToDoubleFunction<T> what) {
        return Figure.median(of(contestant).stream().mapToDouble(what).boxed().toList());
    }
}
