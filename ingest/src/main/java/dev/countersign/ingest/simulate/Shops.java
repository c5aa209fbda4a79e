package dev.countersign.ingest.simulate;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The merchants of the simulator, all of them invented: the table {@code shops.csv}. */
final class Shops {

    private static final List<Shop> ALL = read();
    private static final Map<String, List<Shop>> AT_HOME =
            ALL.stream().collect(Collectors.groupingBy(Shop::currency));
    private static final Map<String, List<Shop>> ABROAD =
            AT_HOME.keySet().stream()
                    .collect(
                            Collectors.toMap(
                                    currency -> currency,
                                    currency ->
                                            ALL.stream()
                                                    .filter(shop -> shop.foreign(currency))
                                                    .toList()));

    private Shops() {}

    /** One that asks for this currency. */
    static Shop at(RandomGenerator random, String currency) {
        return one(AT_HOME, random, currency);
    }

    /** One that asks for another. */
    static Shop abroad(RandomGenerator random, String currency) {
        return one(ABROAD, random, currency);
    }

    /** A merchant of another kind, in the first town of a currency. */
    static Shop atHome(String id, String name, String mcc, String entryMode, String currency) {
        Shop first = known(AT_HOME, currency).getFirst();
        return new Shop(
                id, name, mcc, first.city(), first.country(), entryMode, currency, 2_000, 20_000);
    }

    private static Shop one(
            Map<String, List<Shop>> shops, RandomGenerator random, String currency) {
        List<Shop> some = known(shops, currency);
        return some.get(random.nextInt(some.size()));
    }

    private static List<Shop> known(Map<String, List<Shop>> shops, String currency) {
        return Objects.requireNonNull(shops.get(currency), "no shop takes " + currency);
    }

    private static List<Shop> read() {
        try (InputStream table = Shops.class.getResourceAsStream("shops.csv");
                BufferedReader lines =
                        new BufferedReader(
                                new InputStreamReader(
                                        Objects.requireNonNull(table), StandardCharsets.UTF_8))) {
            List<String> rows = lines.lines().skip(1).toList();
            return IntStream.range(0, rows.size())
                    .mapToObj(number -> shop(number + 1, rows.get(number).split(",", -1)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Shop shop(int number, String[] row) {
        return new Shop(
                String.format(Locale.ROOT, "SHOP%07d", number),
                row[0],
                row[1],
                row[2],
                row[3],
                row[4],
                row[5],
                Long.parseLong(row[6]),
                Long.parseLong(row[7]));
    }
}
