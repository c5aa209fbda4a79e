package dev.countersign.jobs.rate;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.id.ProgramId;
import dev.countersign.reconcile.domain.money.Currencies;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The rates of a file: CSV with a header, a rate on each line, empty where it is for all. */
final class InterchangeRateFile {

    static final String HEADER =
            "kind,network,institution,region,product,mcc,currency,valid_from,valid_to,basis_points,"
                    + "fixed_minor";

    private static final int COLUMNS = HEADER.split(",", -1).length;
    private static final Function<String, Optional<RateKind>> KINDS = Wire.reader(RateKind.class);
    private static final Function<String, Optional<Network>> NETWORKS = Wire.reader(Network.class);
    private static final Pattern COUNTRIES = Pattern.compile("[A-Z]{2}( +[A-Z]{2})*");
    private static final Pattern MCC = Pattern.compile("[0-9]{4}(-[0-9]{4})?");
    private static final Pattern BASIS_POINTS = Pattern.compile("-?[0-9]{1,5}(\\.[0-9]{1,6})?");
    private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
    private static final String NO_DATE = "is not a date such as 2026-11-30";
    private static final Pattern MINOR = Pattern.compile("-?[0-9]{1,12}");

    private InterchangeRateFile() {}

    /** A cell that is wrong, and why. */
    private static final class WrongCellException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        WrongCellException(String message) {
            super(message);
        }
    }

    /**
     * Reads the lines of a file. A byte order mark may stand before its header.
     *
     * @param wrong takes a sentence for each line that is not understood or overlaps another
     */
    static List<InterchangeRate> read(List<String> lines, List<String> wrong) {
        if (lines.isEmpty()
                || !lines.getFirst().replaceFirst("^[^a-z]+", "").strip().equals(HEADER)) {
            wrong.add("Line 1 is not the header '" + HEADER + "'.");
            return List.of();
        }
        List<InterchangeRate> rates = new ArrayList<>();
        for (int number = 2; number <= lines.size(); number++) {
            String line = lines.get(number - 1);
            if (!line.isBlank()) {
                try {
                    InterchangeRate rate = rate(number, line);
                    rates.stream()
                            .filter(rate::overlaps)
                            .findFirst()
                            .ifPresent(
                                    other ->
                                            wrong.add(
                                                    "Line %s is for records that line %s is for."
                                                            .formatted(rate.line(), other.line())));
                    rates.add(rate);
                } catch (WrongCellException e) {
                    wrong.add("Line " + number + ": " + e.getMessage() + ".");
                }
            }
        }
        return rates;
    }

    private static InterchangeRate rate(int number, String line) {
        List<String> cells = Arrays.stream(line.split(",", -1)).map(String::strip).toList();
        require(cells.size() == COLUMNS, "it has " + cells.size() + " values, not " + COLUMNS);
        RateKind kind = named(KINDS, cells.get(0), "is neither interchange nor scheme_fee");
        Network network = named(NETWORKS, cells.get(1), "is no network");
        String region = matching(COUNTRIES, cells.get(3), "are no countries such as IT FR");
        ProgramId product =
                cells.get(4).isEmpty()
                        ? null
                        : ProgramId.parse(cells.get(4))
                                .orElseThrow(
                                        () ->
                                                new WrongCellException(
                                                        "'" + cells.get(4) + "' is no program id"));
        String mcc = matching(MCC, cells.get(5), "is no MCC such as 5812 or 5411-5499");
        String currency = cells.get(6);
        require(Currencies.find(currency).isPresent(), "'" + currency + "' is not a currency");
        LocalDate from = date(cells.get(7));
        LocalDate to = cells.get(8).isEmpty() ? LocalDate.of(9999, 12, 31) : date(cells.get(8));
        require(!to.isBefore(from), "it ends before it begins");
        String mccFrom = mcc == null ? "0000" : mcc.substring(0, 4);
        String mccTo = mcc == null ? "9999" : mcc.substring(mcc.length() - 4);
        require(mccFrom.compareTo(mccTo) <= 0, "'" + mcc + "' ends before it begins");
        String points =
                matching(BASIS_POINTS, cells.get(9), "are no basis points such as 20 or 20.1250");
        String fixed = matching(MINOR, cells.get(10), "is not a number of minor units");
        return new InterchangeRate(
                number,
                kind,
                network,
                cells.get(2).isEmpty() ? null : cells.get(2),
                region == null ? null : List.of(region.split(" +", -1)),
                product == null ? null : product.value(),
                mccFrom,
                mccTo,
                currency,
                from,
                to,
                points == null ? BigDecimal.ZERO : new BigDecimal(points),
                fixed == null ? 0 : Long.parseLong(fixed));
    }

    private static LocalDate date(String text) {
        try {
            return LocalDate.parse(String.valueOf(matching(DATE, text, NO_DATE)));
        } catch (DateTimeException e) {
            throw new WrongCellException("'" + text + "' " + NO_DATE);
        }
    }

    private static <T> T named(Function<String, Optional<T>> known, String text, String why) {
        return known.apply(text).orElseThrow(() -> new WrongCellException("'" + text + "' " + why));
    }

    private static @Nullable String matching(Pattern pattern, String text, String why) {
        require(text.isEmpty() || pattern.matcher(text).matches(), "'" + text + "' " + why);
        return text.isEmpty() ? null : text;
    }

    private static void require(boolean right, String why) {
        if (!right) {
            throw new WrongCellException(why);
        }
    }
}
