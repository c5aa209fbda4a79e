package dev.countersign.facade.launch.demo;

import dev.countersign.ingest.simulate.SimulatedRules;
import dev.countersign.reconcile.domain.card.CardType;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.order.PhysicalOrder.Address;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ClassPathResource;
import tools.jackson.databind.json.JsonMapper;

/** Invents cardholders: common given and family names, put together by chance. */
final class DemoPeople {

    private static final long SEED = 42;

    /** Of twenty cardholders so many are at home in each region. */
    private static final int[] REGIONS = {
        0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6
    };

    /** People, towns and streets of each region: {@code people.json}. */
    private static final List<Region> ALL = read();

    /** A part of the world, as the file has it. */
    record Region(
            String currency,
            String country,
            List<String> given,
            List<String> family,
            List<Town> towns,
            List<String> streets,
            @Nullable Phone phone) {}

    record Town(String name, String postalCode, @Nullable String state) {}

    /**
     * Numbers of a region that belong to nobody.
     *
     * @param begin how they begin
     * @param digits number of those that follow
     */
    record Phone(String begin, int digits) {}

    private DemoPeople() {}

    private static List<Region> read() {
        try (InputStream file =
                new ClassPathResource("people.json", DemoPeople.class).getInputStream()) {
            return List.of(JsonMapper.shared().readValue(file, Region[].class));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The cardholder with a number, the same each time. */
    static DemoPerson person(int number) {
        SplittableRandom random = new SplittableRandom(SEED + 1_000_003L * number);
        Region region = ALL.get(REGIONS[number % REGIONS.length]);
        Town town = one(region.towns(), random);
        DemoCase demoCase = DemoCase.of(number);
        boolean plastic =
                demoCase == null
                        ? SimulatedRules.cashAllowed(number) || number % 6 == 1
                        : demoCase.plastic();
        return new DemoPerson(
                number,
                one(region.given(), random),
                one(region.family(), random),
                phone(region, number),
                new Address(
                        one(region.streets(), random) + " " + (1 + random.nextInt(90)),
                        null,
                        town.name(),
                        town.postalCode(),
                        town.state(),
                        region.country()),
                region.currency(),
                random.nextInt(5) < 3 ? Network.VISA : Network.MASTERCARD,
                plastic ? CardType.PHYSICAL : CardType.VIRTUAL);
    }

    private static @Nullable String phone(Region region, int number) {
        Phone phone = region.phone();
        if (phone == null) {
            return null;
        }
        String rest = String.format(Locale.ROOT, "%04d", number);
        return phone.begin() + rest.substring(rest.length() - phone.digits());
    }

    private static <T> T one(List<T> of, SplittableRandom random) {
        return of.get(random.nextInt(of.size()));
    }
}
