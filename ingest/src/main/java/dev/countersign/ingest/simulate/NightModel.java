package dev.countersign.ingest.simulate;

import dev.countersign.ingest.simulate.NightTruth.Approved;
import dev.countersign.ingest.simulate.NightTruth.Declined;
import dev.countersign.ingest.simulate.NightTruth.Event;
import dev.countersign.ingest.simulate.NightTruth.GivenBack;
import dev.countersign.ingest.simulate.NightTruth.Increased;
import dev.countersign.ingest.simulate.NightTruth.Meant;
import dev.countersign.ingest.simulate.NightTruth.Overridden;
import dev.countersign.ingest.simulate.NightTruth.Presented;
import dev.countersign.ingest.simulate.NightTruth.Refunded;
import dev.countersign.ingest.simulate.NightTruth.Totalled;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Goes through the nights once more, as somebody would with a pencil: knows what every message
 * meant, and so needs no matching.
 */
final class NightModel {

    private static final int GRACE_DAYS = 2;
    private static final int LOW_BREAK_DAYS = 30;
    private static final long DISPUTED_FROM = 500;

    private final List<Event> events;
    private final Map<String, Row> authorized = new HashMap<>();
    private final List<Row> rows = new ArrayList<>();
    private final List<Difference> differences = new ArrayList<>();
    private final List<Claim> claims = new ArrayList<>();
    private final SortedMap<String, Long> balances = new TreeMap<>();
    private final SortedMap<String, Sums> postings = new TreeMap<>();
    private final SortedMap<String, Cycle> cycles = new TreeMap<>();
    private final Set<NetworkCycle.Key> charged = new HashSet<>();

    NightModel(List<Event> events) {
        this.events = List.copyOf(events);
    }

    // ---- what is kept

    /** A transaction. */
    private static final class Row {
        private final String reference;
        private final SimulatedCard card;
        private final LocalDate day;
        private final SortedMap<LocalDate, Long> increments = new TreeMap<>();
        private String status;
        private long shown;
        private long held;
        private long cleared;
        private long expired;
        private @Nullable LocalDate holdUntil;
        private boolean cash;
        private boolean forced;
        private boolean refund;
        private boolean transit;

        Row(String reference, SimulatedCard card, Instant at, String status, long shown) {
            this.reference = reference;
            this.card = card;
            this.day = day(at);
            this.status = status;
            this.shown = shown;
        }

        Row settled() {
            status = "settled";
            cleared = shown;
            return this;
        }

        void clear(long amount, long holdAfter) {
            cleared += amount;
            shown = cleared;
            held = holdAfter;
            status = "settled";
        }

        /** What counts, by day: increments on their own. */
        Map<LocalDate, Long> counted() {
            Map<LocalDate, Long> counted = new HashMap<>();
            long all = refund ? 0 : held + cleared;
            if (all > 0) {
                long more = 0;
                for (Map.Entry<LocalDate, Long> increment : increments.entrySet()) {
                    counted.merge(increment.getKey(), increment.getValue(), Long::sum);
                    more += increment.getValue();
                }
                counted.merge(day, all - more, Long::sum);
            }
            return counted;
        }

        String line() {
            return String.join(
                    " ",
                    reference,
                    status,
                    String.valueOf(shown),
                    "held",
                    String.valueOf(held),
                    "cleared",
                    String.valueOf(cleared));
        }
    }

    /** A break. */
    private static final class Difference {
        private final String type;
        private final String subject;
        private final long amount;
        private final LocalDate origin;
        private final @Nullable Row row;
        private boolean open = true;
        private boolean decided;

        Difference(String type, String subject, long amount, LocalDate origin, @Nullable Row row) {
            this.type = type;
            this.subject = subject;
            this.amount = amount;
            this.origin = origin;
            this.row = row;
        }
    }

    /** A dispute, or the proposal of one. */
    private static final class Claim {
        private final String reference;
        private final String reason;
        private final long amount;
        private final LocalDate since;
        private final boolean proposed;
        private String status = "open";
        private long givenBack;

        Claim(String reference, String reason, long amount, LocalDate since, boolean proposed) {
            this.reference = reference;
            this.reason = reason;
            this.amount = amount;
            this.since = since;
            this.proposed = proposed;
        }
    }

    private static final class Sums {
        private long count;
        private long debits;
        private long credits;
    }

    private static final class Cycle {
        private long debitCount;
        private long debits;
        private long creditCount;
        private long credits;
        private long interchange;
        private long fees;
    }

    // ---- night by night

    NightEnds after(LocalDate last) {
        if (!events.isEmpty()) {
            LocalDate first = day(events.getFirst().seen());
            for (LocalDate night = first; !night.isAfter(last); night = night.plusDays(1)) {
                run(night);
            }
        }
        return ends();
    }

    private void run(LocalDate night) {
        List<Event> come = new ArrayList<>();
        for (Event event : events) {
            if (day(event.seen()).equals(night)) {
                come.add(event);
                stream(event);
            }
        }
        settle(come, night);
        expire(night);
        close(come, night);
        total(come, night);
        dispute(come, night);
    }

    /** What the stream makes of it at once. */
    private void stream(Event event) {
        switch (event) {
            case Approved approved -> {
                Row row =
                        add(
                                new Row(
                                        approved.reference(),
                                        approved.card(),
                                        approved.at(),
                                        "authorized",
                                        approved.amount()));
                row.held = approved.amount();
                row.cash = approved.cash();
                row.transit = approved.transit();
                row.holdUntil =
                        approved.cash() ? null : day(approved.at()).plusDays(approved.holdDays());
                authorized.put(row.reference, row);
            }
            case Declined declined ->
                    authorized.put(
                            declined.reference(),
                            add(
                                    new Row(
                                            declined.reference(),
                                            declined.card(),
                                            declined.at(),
                                            "declined",
                                            declined.amount())));
            case Overridden overridden -> {
                Row row = known(overridden.reference());
                row.status = "authorized";
                row.shown = overridden.amount();
                row.held = overridden.amount();
                row.holdUntil = row.day.plusDays(overridden.holdDays());
                differences.add(
                        new Difference(
                                "STIP_OVERRIDE",
                                row.reference,
                                overridden.amount(),
                                day(overridden.seen()),
                                row));
            }
            case Increased increased -> {
                Row row = known(increased.reference());
                row.shown += increased.amount();
                row.held += increased.amount();
                row.increments.merge(day(increased.seen()), increased.amount(), Long::sum);
            }
            case GivenBack back -> {
                Row row = known(back.reference());
                row.held -= back.amount();
                if (row.held == 0) {
                    row.status = "reversed";
                } else {
                    row.shown = row.held;
                }
            }
            case Refunded refunded -> {
                Row row =
                        add(
                                new Row(
                                                refunded.reference(),
                                                refunded.card(),
                                                refunded.at(),
                                                "settled",
                                                refunded.amount())
                                        .settled());
                row.refund = true;
            }
            case Presented presented -> {}
            case Totalled totalled -> {}
        }
    }

    private void settle(List<Event> come, LocalDate night) {
        for (Event event : come) {
            if (event instanceof Presented presented) {
                present(presented, night);
            } else if (event instanceof Refunded refunded) {
                move("2010", "2100", refunded.amount());
                post(night, "refund", 0, refunded.amount());
                earn(night, Lifecycle.interchange(-refunded.amount()));
                Cycle cycle = cycle(refunded.card(), refunded.at());
                cycle.creditCount++;
                cycle.credits += refunded.amount();
                cycle.interchange += Lifecycle.interchange(-refunded.amount());
            }
        }
        for (Row row : rows) {
            if (row.cash && row.status.equals("authorized")) {
                row.clear(row.shown, 0);
                move("2100", "2010", row.cleared);
                post(night, "cash", row.cleared, 0);
            }
        }
    }

    private void present(Presented presented, LocalDate night) {
        long amount = presented.amount();
        Row row =
                switch (presented.meant()) {
                    case AFTER_DECLINE, FORCED, TWICE -> beside(presented);
                    default -> known(presented.reference());
                };
        if (!row.forced) {
            boolean more = presented.meant() == Meant.PART;
            row.clear(amount, more ? Math.max(0, row.held - amount) : 0);
        }
        String type =
                switch (presented.meant()) {
                    case LAST, PART -> null;
                    case OVER -> "AMOUNT_OVER";
                    case OTHER_RATE -> presented.difference() == 0 ? null : "FX_VARIANCE";
                    case LATE -> "LATE_PRESENTMENT";
                    case AFTER_REVERSAL -> "CLEARED_AFTER_REVERSAL";
                    case AFTER_DECLINE -> "CLEARED_AFTER_DECLINE";
                    case FORCED -> "CLEARING_WITHOUT_AUTH";
                    case TWICE -> "DUPLICATE_CLEARING";
                };
        if (type != null) {
            long minor = presented.difference() == 0 ? amount : presented.difference();
            differences.add(new Difference(type, row.reference, minor, night, row));
        }
        move("2100", "2010", amount);
        post(night, "purchase", amount, 0);
        earn(night, Lifecycle.interchange(amount));
        Cycle cycle = cycle(presented.card(), presented.at());
        cycle.debitCount++;
        cycle.debits += amount;
        cycle.interchange += Lifecycle.interchange(amount);
    }

    private Row beside(Presented presented) {
        Row row =
                add(
                        new Row(
                                        presented.reference(),
                                        presented.card(),
                                        presented.at(),
                                        "settled",
                                        presented.amount())
                                .settled());
        row.forced = true;
        row.transit = presented.transit();
        return row;
    }

    private void expire(LocalDate night) {
        for (Row row : rows) {
            LocalDate until = row.holdUntil;
            if (row.held > 0 && until != null && until.plusDays(GRACE_DAYS).isBefore(night)) {
                row.expired += row.held;
                row.held = 0;
                if (row.cleared == 0) {
                    row.status = "reversed";
                }
            }
        }
    }

    private void close(List<Event> come, LocalDate night) {
        for (Difference difference : differences) {
            boolean low =
                    difference.type.equals("FX_VARIANCE")
                            || difference.type.equals("STIP_OVERRIDE");
            if (low && ChronoUnit.DAYS.between(difference.origin, night) >= LOW_BREAK_DAYS) {
                difference.open = false;
            }
            for (Event event : come) {
                if (!low
                        && event instanceof Refunded back
                        && back.purchase().equals(difference.subject)
                        && back.amount() == difference.amount) {
                    difference.open = false;
                }
            }
        }
    }

    private void total(List<Event> come, LocalDate night) {
        for (Event event : come) {
            if (!(event instanceof Totalled total)) {
                continue;
            }
            if (charged.add(total.cycle())) {
                move("5010", "2010", NetworkCycle.FEES);
                post(night, "fee", NetworkCycle.FEES, 0);
                cycle(total.cycle()).fees += NetworkCycle.FEES;
            }
            String date = total.cycle().settlementDate().toString();
            if (total.wrongBy() != 0) {
                differences.add(
                        new Difference("TOTALS_MISMATCH", date, total.wrongBy(), night, null));
            } else {
                for (Difference difference : differences) {
                    if (difference.row == null && difference.subject.equals(date)) {
                        difference.open = false;
                    }
                }
            }
        }
    }

    private void dispute(List<Event> come, LocalDate night) {
        for (Claim claim : claims) {
            for (Event event : come) {
                if (event instanceof Refunded back
                        && back.purchase().equals(claim.reference)
                        && night.isAfter(claim.since)) {
                    claim.givenBack += back.amount();
                }
            }
            if (claim.givenBack >= claim.amount) {
                claim.status = "withdrawn";
            }
        }
        for (Difference difference : differences) {
            Row row = difference.row;
            int days = waited(difference.type);
            if (row == null || days == 0 || !difference.open || difference.decided) {
                continue;
            }
            long amount = difference.type.equals("AMOUNT_OVER") ? difference.amount : row.shown;
            boolean due = !night.isBefore(businessDaysAfter(difference.origin, days));
            if (due && amount >= DISPUTED_FROM && !row.transit) {
                difference.decided = true;
                claims.add(
                        new Claim(
                                row.reference,
                                reason(difference.type),
                                amount,
                                night,
                                reason(difference.type).equals("other")));
            }
        }
    }

    private static int waited(String type) {
        return switch (type) {
            case "CLEARED_AFTER_DECLINE" -> 1;
            case "AMOUNT_OVER",
                    "DUPLICATE_CLEARING",
                    "CLEARING_WITHOUT_AUTH",
                    "CLEARED_AFTER_REVERSAL",
                    "LATE_PRESENTMENT" ->
                    3;
            default -> 0;
        };
    }

    private static String reason(String type) {
        return switch (type) {
            case "AMOUNT_OVER" -> "incorrect_amount";
            case "DUPLICATE_CLEARING" -> "duplicate";
            default -> "other";
        };
    }

    private static LocalDate businessDaysAfter(LocalDate date, int days) {
        LocalDate day = date;
        for (int left = days; left > 0; ) {
            day = day.plusDays(1);
            boolean weekend =
                    day.getDayOfWeek() == DayOfWeek.SATURDAY
                            || day.getDayOfWeek() == DayOfWeek.SUNDAY;
            left -= weekend ? 0 : 1;
        }
        return day;
    }

    // ---- the books

    private void move(String debit, String credit, long amount) {
        balances.merge(debit, amount, Long::sum);
        balances.merge(credit, -amount, Long::sum);
    }

    private void earn(LocalDate night, long interchange) {
        if (interchange == 0) {
            return;
        }
        move("2010", "4010", interchange);
        post(night, "interchange", Math.max(0, -interchange), Math.max(0, interchange));
    }

    private void post(LocalDate night, String kind, long debit, long credit) {
        Sums sums = postings.computeIfAbsent(night + " " + kind, unseen -> new Sums());
        sums.count++;
        sums.debits += debit;
        sums.credits += credit;
    }

    private Cycle cycle(SimulatedCard card, Instant at) {
        return cycle(
                new NetworkCycle.Key(
                        card.network().wire(), card.currency(), Lifecycle.settlementDate(at)));
    }

    private Cycle cycle(NetworkCycle.Key key) {
        return cycles.computeIfAbsent(
                key.settlementDate() + " " + key.network() + " " + key.currency(),
                unseen -> new Cycle());
    }

    private Row add(Row row) {
        rows.add(row);
        return row;
    }

    private Row known(String reference) {
        Row row = authorized.get(reference);
        if (row == null) {
            throw new IllegalStateException("nobody authorized " + reference);
        }
        return row;
    }

    private static LocalDate day(Instant at) {
        return LocalDate.ofInstant(at, ZoneOffset.UTC);
    }

    // ---- in words

    private NightEnds ends() {
        long held = rows.stream().mapToLong(row -> row.held).sum();
        balances.put("9010", held);
        balances.put("9020", -held);
        balances.values().removeIf(balance -> balance == 0);
        return new NightEnds(
                rows.stream().map(Row::line).sorted().toList(),
                differences.stream()
                        .map(
                                difference ->
                                        String.join(
                                                " ",
                                                difference.type,
                                                String.valueOf(difference.amount),
                                                difference.open ? "open" : "resolved",
                                                difference.subject))
                        .sorted()
                        .toList(),
                claims(false),
                claims(true),
                balances,
                postings.entrySet().stream()
                        .map(
                                sums ->
                                        sums.getKey()
                                                + " "
                                                + sums.getValue().count
                                                + " "
                                                + sums.getValue().debits
                                                + " "
                                                + sums.getValue().credits)
                        .toList(),
                cycles.entrySet().stream().map(NightModel::line).toList(),
                activity());
    }

    private List<String> claims(boolean proposed) {
        return claims.stream()
                .filter(claim -> claim.proposed == proposed)
                .map(
                        claim ->
                                claim.reference
                                        + " "
                                        + claim.reason
                                        + " "
                                        + claim.amount
                                        + (proposed ? "" : " " + claim.status))
                .sorted(Comparator.naturalOrder())
                .toList();
    }

    private static String line(Map.Entry<String, Cycle> entry) {
        Cycle cycle = entry.getValue();
        return String.join(
                " ",
                entry.getKey(),
                String.valueOf(cycle.debitCount),
                String.valueOf(cycle.debits),
                String.valueOf(cycle.creditCount),
                String.valueOf(cycle.credits),
                String.valueOf(cycle.interchange),
                String.valueOf(cycle.fees));
    }

    private Map<String, String> activity() {
        Map<String, long[]> sums = new TreeMap<>();
        for (Row row : rows) {
            String key = key(row, row.day);
            if (row.status.equals("declined")) {
                at(sums, key)[1]++;
            } else if (!row.refund && !row.forced) {
                at(sums, key)[0]++;
                if (row.cash) {
                    at(sums, key)[4]++;
                    at(sums, key)[5] += row.shown;
                }
            }
            if (row.expired > 0) {
                at(sums, key)[2]++;
                at(sums, key)[3] += row.expired;
            }
            if (row.forced) {
                at(sums, key)[6]++;
                at(sums, key)[7] += row.cleared;
            }
            row.counted().forEach((day, minor) -> at(sums, key(row, day))[8] += minor);
        }
        Map<String, String> lines = new TreeMap<>();
        sums.forEach(
                (key, counts) -> {
                    StringBuilder line = new StringBuilder();
                    for (long count : counts) {
                        line.append(line.isEmpty() ? "" : " ").append(count);
                    }
                    lines.put(key, line.toString());
                });
        return lines;
    }

    private static long[] at(Map<String, long[]> sums, String key) {
        return sums.computeIfAbsent(key, unseen -> new long[9]);
    }

    private static String key(Row row, LocalDate day) {
        return row.card.id().value() + " " + day;
    }
}
