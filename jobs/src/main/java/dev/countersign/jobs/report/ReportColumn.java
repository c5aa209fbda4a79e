package dev.countersign.jobs.report;

import org.jspecify.annotations.Nullable;

/**
 * A column of a report, as its label in the query says it: {@code net@currency} is money in minor
 * units whose currency is in the column {@code currency}; {@code card_id#card_} is an identifier
 * that is written with that prefix; anything else is a plain value.
 */
record ReportColumn(String name, @Nullable String currencyColumn, @Nullable String idPrefix) {

    /** The last column of a query some of whose rows add up others: true for these. Not written. */
    static final String TOTAL = "(total)";

    static ReportColumn parse(String label) {
        int money = label.indexOf('@');
        if (money > 0) {
            return new ReportColumn(label.substring(0, money), label.substring(money + 1), null);
        }
        int id = label.indexOf('#');
        if (id > 0) {
            return new ReportColumn(label.substring(0, id), null, label.substring(id + 1));
        }
        return new ReportColumn(label, null, null);
    }

    boolean isMoney() {
        return currencyColumn != null;
    }
}
