package dev.countersign.facade.output;

import dev.countersign.reconcile.domain.money.Currencies;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The columns that are shown of a row, in their order. Names are snake_case; they are the same in
 * every format.
 *
 * @param <T> a row
 */
public final class Columns<T> {

    private static final DateTimeFormatter MILLISECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private final List<Column<T>> columns;

    private record Column<T>(String name, boolean money, int detail, Function<T, Cell> cell) {}

    private Columns(List<Column<T>> columns) {
        this.columns = List.copyOf(columns);
    }

    /** No column yet. */
    public static <T> Columns<T> of() {
        return new Columns<>(List.of());
    }

    /** A text, or the written form of an identifier, a date, a value of a closed set. */
    public Columns<T> text(String name, Function<T, ? extends @Nullable Object> value) {
        return with(
                name,
                row -> {
                    Object found = value.apply(row);
                    return found == null ? new Cell.NoValue() : new Cell.Text(found.toString());
                });
    }

    /** A moment: UTC, to the millisecond. */
    public Columns<T> time(String name, Function<T, ? extends @Nullable Instant> value) {
        return text(
                name,
                row -> {
                    Instant found = value.apply(row);
                    return found == null ? null : MILLISECONDS.format(found);
                });
    }

    /** A count or a measure. */
    public Columns<T> number(String name, Function<T, ? extends @Nullable Number> value) {
        return with(
                name,
                row -> {
                    Number found = value.apply(row);
                    return found == null
                            ? new Cell.NoValue()
                            : new Cell.Quantity(new BigDecimal(found.toString()));
                });
    }

    /**
     * Money in minor units. A table shows it with its decimal point; the currency has a column of
     * its own.
     *
     * @param currency its code; without one the table shows minor units too
     */
    public Columns<T> amount(
            String name,
            Function<T, ? extends @Nullable Number> minor,
            Function<T, ? extends @Nullable String> currency) {
        return with(
                name,
                true,
                row -> {
                    Number found = minor.apply(row);
                    return found == null
                            ? new Cell.NoValue()
                            : new Cell.Amount(
                                    new BigInteger(found.toString()),
                                    fractionDigits(currency.apply(row)));
                });
    }

    /**
     * The same columns with all money in two, as the reports give it: {@code amount_minor}, an
     * integer of minor units, before {@code amount} with its decimal point.
     */
    public Columns<T> moneyTwice() {
        return new Columns<>(columns.stream().flatMap(Columns::twice).toList());
    }

    private static <T> Stream<Column<T>> twice(Column<T> column) {
        if (!column.money()) {
            return Stream.of(column);
        }
        return Stream.of(
                new Column<>(column.name() + "_minor", true, column.detail(), column.cell()),
                new Column<>(
                        column.name(),
                        true,
                        column.detail(),
                        row ->
                                column.cell().apply(row) instanceof Cell.Amount amount
                                        ? new Cell.Quantity(
                                                new BigDecimal(
                                                        amount.minor(), amount.fractionDigits()))
                                        : new Cell.NoValue()));
    }

    /** Yes or no. */
    public Columns<T> flag(String name, Predicate<T> value) {
        return with(name, row -> new Cell.Flag(value.test(row)));
    }

    /** Several words: an array in JSON, one cell elsewhere. */
    public Columns<T> words(String name, Function<T, List<String>> values) {
        return words(name, values, found -> String.join(" ", found));
    }

    /** The same, of which a table tells in few words. */
    public Columns<T> words(
            String name, Function<T, List<String>> values, Function<List<String>, String> shown) {
        return with(
                name,
                row -> {
                    List<String> found = values.apply(row);
                    return new Cell.Words(found, shown.apply(found));
                });
    }

    /** Writes rows in a format. */
    public void print(Format format, Iterable<? extends T> rows, PrintWriter out) {
        List<List<Cell>> cells = new ArrayList<>();
        for (T row : rows) {
            cells.add(cellsOf(row));
        }
        format.write(headers(), cells, out);
        out.flush();
    }

    /** Writes the first line of a CSV file whose rows come in parts. */
    public void printCsvHeader(PrintWriter out) {
        CsvText.writeLine(columns.stream().map(Column::name).toList(), out);
    }

    /** Writes some rows of a CSV file below its header. */
    public void printCsvRows(Iterable<? extends T> rows, PrintWriter out) {
        for (T row : rows) {
            CsvText.writeRow(cellsOf(row), out);
        }
    }

    /**
     * The same columns, some of them details: where a table is too wide for the terminal, they are
     * left out, the last that is named here first.
     */
    public Columns<T> details(String... names) {
        List<String> named = List.of(names);
        return new Columns<>(
                columns.stream()
                        .map(
                                each ->
                                        new Column<>(
                                                each.name(),
                                                each.money(),
                                                named.indexOf(each.name()) + 1,
                                                each.cell()))
                        .toList());
    }

    /**
     * Writes one row: below each other for people, and a list of one for programs, so that what
     * reads a list reads this too.
     */
    public void printOne(Format format, T row, PrintWriter out) {
        if (format == Format.TABLE) {
            TableText.writeOne(headers(), cellsOf(row), Terminal.width(), out);
        } else {
            format.write(headers(), List.of(cellsOf(row)), out);
        }
        out.flush();
    }

    private Columns<T> with(String name, Function<T, Cell> cell) {
        return with(name, false, cell);
    }

    private Columns<T> with(String name, boolean money, Function<T, Cell> cell) {
        List<Column<T>> more = new ArrayList<>(columns);
        more.add(new Column<>(name, money, 0, cell));
        return new Columns<>(more);
    }

    private List<Header> headers() {
        return columns.stream().map(each -> new Header(each.name(), each.detail())).toList();
    }

    private List<Cell> cellsOf(T row) {
        return columns.stream().map(column -> column.cell().apply(row)).toList();
    }

    private static int fractionDigits(@Nullable String currency) {
        return currency == null
                ? 0
                : Currencies.find(currency).map(Currency::getDefaultFractionDigits).orElse(0);
    }
}
