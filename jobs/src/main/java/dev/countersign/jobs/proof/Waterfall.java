package dev.countersign.jobs.proof;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A date from gross to net in one currency, and what the ledger says beside it.
 *
 * @param ledger what the ledger moved the network's account by
 */
public record Waterfall(String currency, List<Step> steps, BigDecimal net, BigDecimal ledger) {

    /**
     * One step down, or a sum of those above it.
     *
     * @param component null for a sum
     * @param minor above zero where the network is owed more; of a sum, all so far
     */
    public record Step(String name, @Nullable Component component, long count, BigDecimal minor) {}

    /** Builds it from the parts of one currency. */
    static Waterfall of(String currency, List<ComponentAmount> parts, BigDecimal ledger) {
        List<Step> steps = new ArrayList<>();
        BigDecimal gross = add(steps, parts, Stage.GROSS, BigDecimal.ZERO);
        steps.add(new Step("gross", null, 0, gross));
        BigDecimal clearing = add(steps, parts, Stage.COST, gross);
        steps.add(new Step("net of clearing", null, 0, clearing));
        BigDecimal net = add(steps, parts, Stage.BOOKED, clearing);
        if (parts.stream().anyMatch(part -> part.component().booked())) {
            steps.add(new Step("movement of 2010, after payments", null, 0, net));
        }
        return new Waterfall(currency, List.copyOf(steps), net, ledger);
    }

    /** The points at which the sums are taken. */
    private enum Stage {
        GROSS,
        COST,
        BOOKED;

        static Stage of(Component component) {
            if (component.booked()) {
                return BOOKED;
            }
            return component.gross() ? GROSS : COST;
        }
    }

    private static BigDecimal add(
            List<Step> steps, List<ComponentAmount> parts, Stage stage, BigDecimal before) {
        BigDecimal sum = before;
        for (Component component : Component.values()) {
            for (ComponentAmount part : parts) {
                if (part.component() == component && Stage.of(component) == stage) {
                    steps.add(
                            new Step(
                                    component.name().toLowerCase(Locale.ROOT),
                                    component,
                                    part.count(),
                                    part.minor()));
                    sum = sum.add(part.minor());
                }
            }
        }
        return sum;
    }

    /** Returns the amount that one component adds; 0 where the date has none of it. */
    public BigDecimal of(Component component) {
        return steps.stream()
                .filter(step -> step.component() == component)
                .map(Step::minor)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /** Returns the amount that the records themselves ask for, before interchange and fees. */
    public BigDecimal gross() {
        return steps.stream()
                .filter(step -> step.component() != null && step.component().gross())
                .map(Step::minor)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /**
     * Returns the amount that the records come to with interchange and fees, before what is booked
     * beside them.
     */
    public BigDecimal clearing() {
        return steps.stream()
                .filter(step -> step.component() != null && !step.component().booked())
                .map(Step::minor)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /**
     * Returns the amount by which the parts and the ledger differ: 0, or the date is not proved.
     */
    public BigDecimal remainder() {
        return net.subtract(ledger);
    }

    /** True when nothing remains. */
    public boolean proved() {
        return remainder().signum() == 0;
    }
}
