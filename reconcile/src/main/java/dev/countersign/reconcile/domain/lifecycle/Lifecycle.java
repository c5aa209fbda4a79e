package dev.countersign.reconcile.domain.lifecycle;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The states of one kind of thing and what moves it from one to another: a table, from which both
 * the rule and its documentation come.
 *
 * @param <S> the states
 * @param name of the thing, such as {@code card}
 */
public record Lifecycle<S extends Enum<S>>(String name, List<Step<S>> steps) {

    /**
     * One way from a state to another.
     *
     * @param trigger what makes it happen, such as {@code freezeCard}
     */
    public record Step<S>(S from, String trigger, S to) {}

    public Lifecycle {
        steps = List.copyOf(steps);
    }

    /** Returns the state to which a trigger leads from a state; empty when it does not move it. */
    public Optional<S> next(S from, String trigger) {
        return steps.stream()
                .filter(step -> step.from() == from && step.trigger().equals(trigger))
                .map(Step::to)
                .findFirst();
    }

    /** True when something leads from one state straight to the other. */
    public boolean leads(S from, S to) {
        return steps.stream().anyMatch(step -> step.from() == from && step.to() == to);
    }

    /** True when steps lead from one state to another, through others or straight. */
    public boolean reaches(S from, S to) {
        Set<S> reached = new LinkedHashSet<>();
        Deque<S> open = new ArrayDeque<>(List.of(from));
        while (!open.isEmpty()) {
            S state = open.pop();
            for (Step<S> step : steps) {
                if (step.from() == state && reached.add(step.to())) {
                    open.push(step.to());
                }
            }
        }
        return from != to && reached.contains(to);
    }
}
