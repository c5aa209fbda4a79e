package dev.countersign.facade.console.breaks;

import dev.countersign.facade.console.page.Formatter;
import dev.countersign.reconcile.domain.breaks.BreakRecord;
import dev.countersign.reconcile.domain.breaks.queue.MerchantCredit;
import dev.countersign.reconcile.domain.id.IdText;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * A later merchant credit for what a break is about, and its consequence.
 *
 * @param label a refund or a reversal
 * @param page where the console shows it, if it does yet
 * @param consequence when it is settled, and how much of the break it covers
 */
public record CreditLine(
        String label,
        long minor,
        String currency,
        LocalDate day,
        @Nullable String page,
        String consequence) {

    private static final Formatter SHOW = new Formatter();

    /**
     * Tells one.
     *
     * @param open the date whose night is the next; null while one is not complete
     */
    static CreditLine of(BreakRecord entry, MerchantCredit credit, @Nullable LocalDate open) {
        LocalDate day = LocalDate.ofInstant(credit.at(), ZoneOffset.UTC);
        return new CreditLine(
                credit.reversal() ? "A reversal of the clearing" : "A refund",
                credit.minor(),
                credit.currency(),
                day,
                page(credit),
                then(entry, credit, open == null || open.isBefore(day) ? day : open));
    }

    private static @Nullable String page(MerchantCredit credit) {
        if (credit.transaction() != null) {
            return "/transactions/" + credit.transaction();
        }
        return credit.settledOn() == null ? null : "/records/" + IdText.write("clr_", credit.row());
    }

    private static String then(BreakRecord entry, MerchantCredit credit, LocalDate next) {
        LocalDate settled = credit.settledOn();
        if (credit.suspended()) {
            return "It is in suspense, and gives nothing back until an operator says whose it is.";
        }
        if (settled == null) {
            return "It is settled with the night of %s.".formatted(SHOW.day(next));
        }
        return "It was settled with the night of %s, and covers %s of this break."
                .formatted(
                        SHOW.day(settled),
                        credit.coversMinor() == 0
                                ? "nothing"
                                : SHOW.amount(credit.coversMinor(), entry.currency())
                                        + " "
                                        + entry.currency());
    }
}
