package dev.countersign.facade.launch.night;

import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.proof.Proofs;
import dev.countersign.jobs.proof.Waterfall;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.breaks.Severity;
import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.SystemTime;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * The outcome of a complete night.
 *
 * @param waterfalls from gross to net in each currency, with what remains
 * @param breaks how many of each severity began on its date
 */
record NightOutcome(List<Waterfall> waterfalls, Map<Severity, Long> breaks) {

    static NightOutcome of(DataSource source, Night night) {
        Database database = Database.over(source);
        return new NightOutcome(
                new Proofs(database)
                        .day(night.mode(), night.businessDate())
                        .map(Proofs.Day::waterfalls)
                        .orElse(List.of()),
                Reconcile.openBreaks(database, SystemTime.clock())
                        .countBySeverity(night.mode(), night.businessDate()));
    }

    /** In one line: proved or not, what remains, and the breaks by severity. */
    String sentence() {
        boolean proved = waterfalls.stream().allMatch(Waterfall::proved);
        return "%sRemainder: %s. Breaks: %s."
                .formatted(proved ? "Proved. " : "Not proved. ", remainders(), severities());
    }

    private String remainders() {
        return waterfalls.isEmpty()
                ? "none, nothing was settled"
                : waterfalls.stream()
                        .map(NightOutcome::remainder)
                        .collect(Collectors.joining(", "));
    }

    private static String remainder(Waterfall waterfall) {
        int digits =
                Currencies.find(waterfall.currency())
                        .map(java.util.Currency::getDefaultFractionDigits)
                        .orElse(0);
        BigDecimal units = waterfall.remainder().movePointLeft(digits).setScale(digits);
        return units.toPlainString() + " " + waterfall.currency();
    }

    private String severities() {
        return breaks.isEmpty()
                ? "none"
                : breaks.entrySet().stream()
                        .map(each -> each.getValue() + " " + each.getKey().wire())
                        .collect(Collectors.joining(", "));
    }
}
