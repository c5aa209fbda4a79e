package dev.countersign.jobs.report;

import java.sql.Types;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A column of a report, as its label in the query says it: {@code net@currency} is money in minor
 * units whose currency is in the column {@code currency}; {@code card_id#card_} is an identifier
 * that is written with that prefix; anything else is a plain value of the type that it has in the
 * query.
 */
record ReportColumn(
        String name, Type type, @Nullable String currencyColumn, @Nullable String idPrefix) {

    /** A column of a query some of whose rows add up others: true for these. It is not written. */
    static final String TOTAL = "(total)";

    /** The types of values that formats write in different ways. */
    enum Type {
        TEXT,
        NUMBER,
        DATE,
        TIME,
        MONEY
    }

    /**
     * Reads a label.
     *
     * @param sqlType one of {@link Types}
     */
    static ReportColumn parse(String label, int sqlType) {
        int money = label.indexOf('@');
        if (money > 0) {
            return new ReportColumn(
                    label.substring(0, money), Type.MONEY, label.substring(money + 1), null);
        }
        int id = label.indexOf('#');
        if (id > 0) {
            return new ReportColumn(
                    label.substring(0, id), Type.TEXT, null, label.substring(id + 1));
        }
        return new ReportColumn(label, type(sqlType), null, null);
    }

    private static Type type(int sqlType) {
        return switch (sqlType) {
            case Types.SMALLINT,
                    Types.INTEGER,
                    Types.BIGINT,
                    Types.NUMERIC,
                    Types.REAL,
                    Types.DOUBLE ->
                    Type.NUMBER;
            case Types.DATE -> Type.DATE;
            case Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE -> Type.TIME;
            default -> Type.TEXT;
        };
    }

    /** Reads a column that {@link #writeTo} wrote to a manifest. */
    static ReportColumn parse(JsonNode json) {
        return new ReportColumn(
                json.path("name").asString(),
                Type.valueOf(json.path("type").asString().toUpperCase(Locale.ROOT)),
                json.path("currency").asString(null),
                null);
    }

    void writeTo(ObjectNode json) {
        json.put("name", name).put("type", type.name().toLowerCase(Locale.ROOT));
        if (currencyColumn != null) {
            json.put("currency", currencyColumn);
        }
    }

    boolean isMoney() {
        return type == Type.MONEY;
    }
}
