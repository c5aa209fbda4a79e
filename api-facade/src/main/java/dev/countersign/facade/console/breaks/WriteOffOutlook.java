package dev.countersign.facade.console.breaks;

import dev.countersign.facade.console.page.Formatter;
import dev.countersign.reconcile.domain.breaks.BreakRecord;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.breaks.WriteOffEffect;
import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.ledger.JournalLine;
import dev.countersign.reconcile.domain.ledger.LedgerAccount;
import dev.countersign.reconcile.domain.ledger.Side;
import dev.countersign.reconcile.service.operations.Breaks.WriteOffPreview;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The effect of writing off a break, shown before an operator asks for the write-off or agrees to
 * it.
 *
 * @param sentences what it does, and what it does not
 * @param charged true when money of a cardholder stays where it is
 */
public record WriteOffOutlook(List<String> sentences, boolean charged) {

    private static final Formatter SHOW = new Formatter();

    private static final Set<BreakType> REFUNDED =
            EnumSet.of(BreakType.REFUND_EXCEEDS, BreakType.REFUND_UNLINKED);

    /** In sentences, as things stand. */
    public static WriteOffOutlook of(BreakRecord entry, WriteOffPreview foreseen) {
        return switch (foreseen.effect()) {
            case WriteOffEffect.SuspenseWriteOff cleared ->
                    booked(cleared.journal(), foreseen.date(), "What is in suspense is booked: ");
            case WriteOffEffect.TotalWriteOff total ->
                    booked(
                            total.journal(),
                            foreseen.date(),
                            "What the network's total differs by is booked, until the network"
                                    + " corrects it: ");
            case WriteOffEffect.BankDayWriteOff day ->
                    plain(
                            "Nothing is booked now. The next night books what the bank moved"
                                    + " otherwise as it was moved.");
            case WriteOffEffect.DisputeWriteOff dispute ->
                    plain(
                            "Nothing is booked now. The next night books %s %s as %s, until another record of the dispute comes."
                                    .formatted(
                                            SHOW.amount(
                                                    Math.abs(dispute.minor()), dispute.currency()),
                                            dispute.currency(),
                                            dispute.minor() > 0
                                                    ? "a gain, which the network paid too much"
                                                    : "a loss, which the network did not pay"));
            case WriteOffEffect.FilePosting file ->
                    plain(
                            "Nothing is booked now. The next night posts the records of the file as"
                                    + " they came.");
            case WriteOffEffect.ExcessiveAmount large ->
                    plain("It cannot be written off: it is about more than an account holds.");
            case WriteOffEffect.PlainClosing nothing -> closesOnly(entry);
        };
    }

    private static WriteOffOutlook booked(Journal journal, @Nullable LocalDate open, String what) {
        if (journal.isEmpty()) {
            return plain("Nothing is booked: the amounts agree. Only the break is closed.");
        }
        List<String> sentences = new ArrayList<>();
        for (JournalLine line : journal.lines()) {
            if (line.side() == Side.DEBIT) {
                sentences.add(what + move(journal, line) + when(open));
            }
        }
        return new WriteOffOutlook(sentences, false);
    }

    /** Journals that a write-off books move money between two accounts. */
    private static String move(Journal journal, JournalLine debit) {
        String from =
                journal.lines().stream()
                        .filter(line -> line.side() == Side.CREDIT)
                        .map(line -> account(line.account()))
                        .findFirst()
                        .orElse("–");
        String currency = debit.money().currency().getCurrencyCode();
        return "%s %s from %s to %s"
                .formatted(
                        SHOW.amount(debit.money().minor(), currency),
                        currency,
                        from,
                        account(debit.account()));
    }

    private static String account(LedgerAccount account) {
        return "%s (%s)".formatted(SHOW.lower(account.name()), account.code());
    }

    private static String when(@Nullable LocalDate open) {
        return open == null
                ? ", on the date that is open once the night that is not complete is."
                : ", on " + SHOW.day(open) + ".";
    }

    private static WriteOffOutlook closesOnly(BreakRecord entry) {
        if (REFUNDED.contains(entry.type())) {
            return plain(
                    "Nothing is booked: what was refunded was credited to the card, and stays"
                            + " credited. Only the break is closed.");
        }
        if (entry.clearingId() == null) {
            return plain("Nothing is booked. Only the break is closed.");
        }
        return new WriteOffOutlook(
                List.of(
                        "Nothing is booked: what cleared was charged to the card, and stays"
                                + " charged. Only the break is closed.",
                        "Money comes back by a refund of the merchant, or by a dispute."),
                true);
    }

    private static WriteOffOutlook plain(String sentence) {
        return new WriteOffOutlook(List.of(sentence), false);
    }
}
