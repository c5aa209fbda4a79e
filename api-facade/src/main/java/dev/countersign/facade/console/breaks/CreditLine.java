package dev.countersign.facade.console.breaks;

import dev.countersign.facade.console.page.Formatter;
import dev.countersign.reconcile.domain.breaks.AutoClose;
import dev.countersign.reconcile.domain.breaks.BreakClosing;
import dev.countersign.reconcile.domain.id.IdText;
import dev.countersign.reconcile.store.breaks.BreakQueueStore.Entry;
import dev.countersign.reconcile.store.breaks.MerchantCreditStore;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * A later merchant credit for what a break is about, and its consequence.
 *
 * @param what a refund or a reversal
 * @param page where the console shows it, if it does yet
 * @param then whether the difference is closed by it, and when
 */
public record CreditLine(
        String what,
        long minor,
        String currency,
        LocalDate day,
        @Nullable String page,
        String then) {

    private static final Formatter SHOW = new Formatter();

    /**
     * Tells one.
     *
     * @param open the date whose night is the next; null while one is not complete
     */
    static CreditLine of(
            Entry entry, MerchantCreditStore.MerchantCredit back, @Nullable LocalDate open) {
        LocalDate day = LocalDate.ofInstant(back.at(), ZoneOffset.UTC);
        return new CreditLine(
                back.reversal() ? "A reversal of the clearing" : "A refund",
                back.minor(),
                back.currency(),
                day,
                page(back),
                then(entry, back, open == null || open.isBefore(day) ? day : open));
    }

    private static @Nullable String page(MerchantCreditStore.MerchantCredit back) {
        if (back.transaction() != null) {
            return "/transactions/" + back.transaction();
        }
        return back.settledOn() == null ? null : "/records/" + IdText.write("clr_", back.row());
    }

    private static String then(
            Entry entry, MerchantCreditStore.MerchantCredit back, LocalDate next) {
        LocalDate settled = back.settledOn();
        String when =
                settled == null
                        ? "It is settled with the night of " + SHOW.day(next)
                        : "It was settled with the night of " + SHOW.day(settled);
        if (back.suspended()) {
            return "It is in suspense, and gives nothing back until somebody says whose it is.";
        }
        if (entry.state().closed()) {
            return when + ".";
        }
        if (closes(entry, back)) {
            return settled == null
                    ? "It clears this break with the night of " + SHOW.day(next) + "."
                    : when + ", before this break was found: resolve it if that answers it.";
        }
        return when + ", and closes nothing by itself: " + because(entry, back) + ".";
    }

    private static boolean closes(Entry entry, MerchantCreditStore.MerchantCredit back) {
        return back.currency().equals(entry.currency())
                && BreakClosing.closes(
                        entry.type(),
                        entry.minor(),
                        entry.origin(),
                        new BreakClosing.MerchantCredited(
                                back.remainingMinor(), back.sameMerchant(), back.all()));
    }

    private static String because(Entry entry, MerchantCreditStore.MerchantCredit back) {
        if (entry.type().autoClose() != AutoClose.MISSING_SIDE_CAME) {
            return "a break of this type is resolved by a person";
        }
        if (!back.currency().equals(entry.currency())) {
            return "it is in another currency";
        }
        if (!back.sameMerchant()) {
            return "it is of another merchant";
        }
        if (back.remainingMinor() == 0) {
            return "the merchant took it back";
        }
        if (back.remainingMinor() < back.minor()) {
            return "the merchant took back a part of it";
        }
        return "it is neither what this break is about nor all that cleared, unless other parts make"
                + " up for it";
    }
}
