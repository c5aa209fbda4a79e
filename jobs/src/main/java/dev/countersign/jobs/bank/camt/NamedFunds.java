package dev.countersign.jobs.bank.camt;

import dev.countersign.reconcile.domain.id.FundingId;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The funding accounts that the payments of an entry name: by their remittance information, or by
 * their end-to-end id. Banks write in capitals and take another sign for the underscore, which no
 * SEPA payment can carry, and they break long texts into lines.
 */
public final class NamedFunds {

    private static final Pattern NAME =
            Pattern.compile(
                    "(?<![0-9a-z])fund[^0-9a-z]?([0-9a-hjkmnp-tv-z]{26})(?![0-9a-z])",
                    Pattern.CASE_INSENSITIVE);

    private final Set<String> all = new TreeSet<>();
    private final Set<String> ofPayment = new TreeSet<>();
    private final StringBuilder lines = new StringBuilder();
    private int payments;
    private int naming;

    void begin() {
        all.clear();
        payments = 0;
        naming = 0;
        beginPayment();
    }

    void beginPayment() {
        ofPayment.clear();
        lines.setLength(0);
    }

    /**
     * Takes a text of a payment.
     *
     * @param path names of the elements from the payment to the text
     */
    void text(List<String> path, String value) {
        if (path.equals(List.of("Refs", "EndToEndId"))) {
            find(value);
        } else if (!path.isEmpty() && path.getFirst().equals("RmtInf")) {
            find(value);
            lines.append(value);
        }
    }

    private void find(CharSequence text) {
        in(text).forEach(id -> ofPayment.add(id.toString()));
    }

    /** The funding accounts that a text names. */
    public static List<FundingId> in(CharSequence text) {
        return NAME.matcher(text)
                .results()
                .map(name -> FundingId.PREFIX + name.group(1).toUpperCase(Locale.ROOT))
                .flatMap(name -> FundingId.parse(name).stream())
                .toList();
    }

    void endPayment() {
        find(lines);
        payments++;
        naming += ofPayment.isEmpty() ? 0 : 1;
        all.addAll(ofPayment);
    }

    /** The one account that all payments of the entry name; null where there is none. */
    @Nullable FundingId one() {
        return all.size() == 1 && naming == payments
                ? FundingId.parse(all.iterator().next()).orElseThrow()
                : null;
    }

    /** A sentence about accounts that are named and do not say whose the entry is; else null. */
    @Nullable String note() {
        if (all.isEmpty() || one() != null) {
            return null;
        }
        String names = all.stream().collect(Collectors.joining(", "));
        return all.size() > 1
                ? "It names several funding accounts: %s.".formatted(names)
                : "It names %s in %s of its %s payments.".formatted(names, naming, payments);
    }
}
