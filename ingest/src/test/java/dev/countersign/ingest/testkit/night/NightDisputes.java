package dev.countersign.ingest.testkit.night;

import dev.countersign.ingest.simulate.SimulatedEvent;
import dev.countersign.ingest.simulate.SimulatedEvent.MerchantRefund;
import dev.countersign.ingest.testkit.night.NightBreaks.ExpectedBreak;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The disputes that the nights must open or propose, and which of them are withdrawn. */
final class NightDisputes {

    private static final long DISPUTED_FROM = 500;
    private static final String PROPOSED_ONLY = "other";

    private final List<Claim> claims = new ArrayList<>();
    private final Set<ExpectedBreak> decided = new HashSet<>();

    /** A dispute, or the proposal of one. */
    private static final class Claim {

        private final String reference;
        private final String reason;
        private final long amount;
        private final LocalDate since;
        private String status = "open";
        private long credited;

        Claim(String reference, String reason, long amount, LocalDate since) {
            this.reference = reference;
            this.reason = reason;
            this.amount = amount;
            this.since = since;
        }

        boolean proposed() {
            return reason.equals(PROPOSED_ONLY);
        }

        void giveBack(List<SimulatedEvent> come, LocalDate night) {
            for (SimulatedEvent event : come) {
                if (event instanceof MerchantRefund back
                        && back.purchase().equals(reference)
                        && night.isAfter(since)) {
                    credited += back.amount();
                }
            }
            if (credited >= amount) {
                status = "withdrawn";
            }
        }

        String line() {
            return reference + " " + reason + " " + amount + (proposed() ? "" : " " + status);
        }
    }

    /** Withdraws what was given back, and decides about breaks whose merchants had their time. */
    void decide(List<SimulatedEvent> come, List<ExpectedBreak> differences, LocalDate night) {
        claims.forEach(claim -> claim.giveBack(come, night));
        for (ExpectedBreak difference : differences) {
            NightTransaction about = difference.about();
            int days = waited(difference.type());
            if (about == null || days == 0 || !difference.open() || decided.contains(difference)) {
                continue;
            }
            long amount =
                    difference.type().equals("AMOUNT_OVER") ? difference.amount() : about.shown();
            boolean due = !night.isBefore(businessDaysAfter(difference.origin(), days));
            if (due && amount >= DISPUTED_FROM && !about.transit()) {
                decided.add(difference);
                claims.add(new Claim(about.reference(), reason(difference.type()), amount, night));
            }
        }
    }

    List<String> lines(boolean proposed) {
        return claims.stream()
                .filter(claim -> claim.proposed() == proposed)
                .map(Claim::line)
                .sorted()
                .toList();
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
            default -> PROPOSED_ONLY;
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
}
