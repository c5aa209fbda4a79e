package dev.countersign.facade.console.breaks;

import dev.countersign.facade.console.page.Formatter;
import dev.countersign.reconcile.domain.breaks.BreakRecord;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.breaks.queue.BreakFacts;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The figures of what a break is about, beside what was written down when the break was found. */
final class BreakFigures {

    private static final Formatter SHOW = new Formatter();

    private final List<Finding> findings = new ArrayList<>();
    private final BreakRecord entry;
    private final BreakFacts facts;

    private BreakFigures(BreakRecord entry, BreakFacts facts) {
        this.entry = entry;
        this.facts = facts;
    }

    static List<Finding> at(BreakRecord entry, BreakFacts facts) {
        return new BreakFigures(entry, facts).figures();
    }

    private List<Finding> figures() {
        if (entry.type() == BreakType.CLEARING_WITHOUT_AUTH
                || entry.type() == BreakType.AMBIGUOUS_MATCH) {
            searchedKeys();
        } else if (entry.type() == BreakType.STIP_OVERRIDE) {
            decidedTwice();
        } else if (facts.recordMinor() != null) {
            say("Merchant", merchant());
            say("This record", amount(facts.recordMinor()));
        }
        if (entry.type() == BreakType.AMOUNT_OVER) {
            say("Cleared in all", amount(facts.clearedMinor()));
            say("Too much", amount(entry.minor()));
        }
        if (facts.arn() != null && !entry.detail().contains("\"arn\"")) {
            say("ARN", facts.arn());
        }
        return List.copyOf(findings);
    }

    /** A match takes an approved purchase of the card, by what the record says of it. */
    private void searchedKeys() {
        say("Looked for", "a purchase of " + amount(facts.recordMinor()) + " at " + merchant());
        say("By reference", facts.reference() == null ? "none is given" : facts.reference());
        say("By approval code", facts.approvalCode() == null ? "none" : facts.approvalCode());
        say("Found", answer());
    }

    private String answer() {
        if (entry.type() == BreakType.AMBIGUOUS_MATCH) {
            return "several that fit equally";
        }
        if (entry.detail().contains("linked_to")) {
            return "one that had cleared already, and could take no more";
        }
        return entry.detail().contains("runners_up")
                ? "none that fits; those below come near"
                : "nothing that fits";
    }

    private void decidedTwice() {
        say("Merchant", merchant());
        say("Asked", amount(facts.requestedMinor()));
        boolean alone = "advice".equals(facts.origin());
        boolean approved = "00".equals(facts.responseCode());
        String why = facts.declineCode() == null ? "" : ": " + SHOW.lower(facts.declineCode());
        if (alone) {
            say("We", "were not asked, and would have declined");
        } else {
            say("We", approved ? "approved" : "declined" + why);
        }
        say("The network", approved && !alone ? "declined" : "approved " + amount(entry.minor()));
    }

    private String merchant() {
        String name = facts.merchantName();
        String id = facts.merchantId();
        if (name == null) {
            return id == null ? "an unknown merchant" : id;
        }
        return id == null ? name : name + " (" + id + ")";
    }

    private String amount(@Nullable Long minor) {
        String currency = facts.currency();
        return minor == null || currency == null
                ? "–"
                : SHOW.amount(minor, currency) + " " + currency;
    }

    private void say(String name, String value) {
        findings.add(new Finding(name, value, null));
    }
}
