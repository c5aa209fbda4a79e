package dev.countersign.facade.console.breaks;

import dev.countersign.facade.console.access.OperatorRequest;
import dev.countersign.facade.console.page.Confirmation;
import dev.countersign.facade.console.page.Confirmation.Sum;
import dev.countersign.facade.console.page.Formatter;
import dev.countersign.reconcile.domain.breaks.BreakRecord;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.service.operations.Breaks;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** An action on several breaks at once. */
sealed interface BulkAction {

    /** Returns the confirmation that names the breaks it will change. */
    Confirmation question(List<BreakRecord> chosen, Breaks breaks);

    /** Applies it to one break. */
    void apply(BreakId id, Breaks breaks, OperatorRequest asked);

    /**
     * Assigns the breaks to an operator.
     *
     * @param owner the operator who investigates them from now on
     */
    record Assign(String owner) implements BulkAction {

        @Override
        public Confirmation question(List<BreakRecord> chosen, Breaks breaks) {
            List<BreakRecord> open = open(chosen);
            return new Confirmation(
                    "Give %s to %s?".formatted(counted(open.size()), owner),
                    with(
                            chosen.size() - open.size(),
                            "closed already: nothing is done to them.",
                            "Their owners until now are replaced."),
                    sums(open),
                    "Assign them");
        }

        @Override
        public void apply(BreakId id, Breaks breaks, OperatorRequest asked) {
            asked.doing(
                    "break.assign",
                    id.toString(),
                    owner,
                    () -> breaks.assign(id, owner, asked.operator().name()));
        }
    }

    /**
     * Closes the breaks as resolved.
     *
     * @param reason why they are resolved
     */
    record Resolve(String reason) implements BulkAction {

        @Override
        public Confirmation question(List<BreakRecord> chosen, Breaks breaks) {
            List<BreakRecord> open = open(chosen);
            List<BreakRecord> ofOne =
                    open.stream().filter(each -> !breaks.needsApproval(each)).toList();
            List<String> sentences = new ArrayList<>();
            sentences.add("They are closed, and nothing is booked for them: “" + reason + "”.");
            if (open.size() > ofOne.size()) {
                sentences.add(
                        "%s too severe or too large for one operator, and stay open."
                                .formatted(are(open.size() - ofOne.size())));
            }
            return new Confirmation(
                    "Resolve " + counted(ofOne.size()) + "?",
                    with(
                            chosen.size() - open.size(),
                            "closed already: nothing is done to them.",
                            sentences.toArray(String[]::new)),
                    sums(ofOne),
                    "Resolve them");
        }

        @Override
        public void apply(BreakId id, Breaks breaks, OperatorRequest asked) {
            asked.doing(
                    "break.resolve",
                    id.toString(),
                    reason,
                    () -> breaks.resolve(id, reason, asked.operator().name()));
        }
    }

    private static List<BreakRecord> open(List<BreakRecord> chosen) {
        return chosen.stream().filter(each -> !each.state().closed()).toList();
    }

    private static List<String> with(int others, String why, String... sentences) {
        List<String> all = new ArrayList<>(List.of(sentences));
        if (others > 0) {
            all.add(are(others) + " " + why);
        }
        return all;
    }

    private static String are(int count) {
        return count == 1 ? "1 is" : count + " are";
    }

    private static String counted(int breaks) {
        return breaks == 1 ? "1 break" : breaks + " breaks";
    }

    /** By type and currency. */
    private static List<Sum> sums(List<BreakRecord> entries) {
        Formatter show = new Formatter();
        Map<String, List<BreakRecord>> alike =
                entries.stream()
                        .collect(
                                Collectors.groupingBy(
                                        each -> each.type().name() + " " + each.currency(),
                                        TreeMap::new,
                                        Collectors.toList()));
        return alike.values().stream()
                .map(
                        some ->
                                new Sum(
                                        show.words(some.getFirst().type().name()),
                                        some.size(),
                                        some.getFirst().currency() == null
                                                ? null
                                                : some.stream()
                                                        .map(BreakRecord::minor)
                                                        .map(BigInteger::valueOf)
                                                        .reduce(BigInteger.ZERO, BigInteger::add),
                                        some.getFirst().currency()))
                .toList();
    }
}
