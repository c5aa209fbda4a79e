package dev.countersign.jobs.night;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.breaks.TotalsBreak;
import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.domain.program.SettlementCurrency;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * One run for a mode and a business date.
 *
 * @param number counts the runs of the date from 1; only an open day of the sandbox has several
 * @param closes true when the date had ended as the night began: nothing is posted to it afterwards
 * @param previousId the night before, whose cut this one continues
 * @param firstDate the first date that no night has summed for good: what people booked since lies
 *     between it and the business date
 * @param cutAt when the feed positions were frozen
 * @param clearingRules as they were set when the feed positions were frozen; null until then, and
 *     of nights that kept none
 * @param failure why it failed last, in one line
 */
public record Night(
        long id,
        Mode mode,
        LocalDate businessDate,
        int number,
        boolean closes,
        NightState state,
        @Nullable Long previousId,
        @Nullable LocalDate previousDate,
        LocalDate firstDate,
        @Nullable Long jobExecutionId,
        @Nullable Instant cutAt,
        @Nullable ClearingRules clearingRules,
        Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable String failure) {

    /** The same as having failed, at a time that nobody wrote down. */
    public Night failed(String why) {
        return new Night(
                id,
                mode,
                businessDate,
                number,
                closes,
                NightState.FAILED,
                previousId,
                previousDate,
                firstDate,
                jobExecutionId,
                cutAt,
                clearingRules,
                startedAt,
                endedAt,
                why);
    }

    /** The rules of clearing with what this night was frozen with. */
    public ClearingPolicy by(ClearingPolicy policy) {
        return clearingRules == null ? policy : clearingRules.in(policy);
    }

    /**
     * In which currencies programs may be settled beside those of their cards, as it was frozen.
     */
    public Map<UUID, List<SettlementCurrency>> settlementCurrencies() {
        return clearingRules == null ? Map.of() : clearingRules.settlementCurrencies();
    }

    /** The end of the business date: messages from here on wait for a later one. */
    public Instant dayEnd() {
        return endOf(businessDate);
    }

    /** The end of the date that the night before covered; before all time for the first night. */
    public Instant previousEnd() {
        return previousDate == null ? Instant.EPOCH : endOf(previousDate);
    }

    /**
     * Returns the time that the night writes for what it does: the time of its cut, however often
     * it restarts.
     */
    public Instant closingInstant() {
        return cutAt == null ? startedAt : cutAt;
    }

    /**
     * A break between totals that this night found, of no card.
     *
     * @param subject what it is about, and that it is found again by
     * @param sum of any size and sign, in minor units
     * @param currency null where it is about no money, or about several currencies
     */
    public TotalsBreak found(
            BreakType type,
            UUID subject,
            BigInteger sum,
            @Nullable String currency,
            ObjectNode detail) {
        return new TotalsBreak(
                type, subject, mode, businessDate, null, sum, currency, detail.toString());
    }

    private static Instant endOf(LocalDate date) {
        return date.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    }
}
