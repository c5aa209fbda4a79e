package dev.countersign.facade.launch.demo;

import dev.countersign.ingest.simulate.SimulatedRules;
import dev.countersign.reconcile.domain.card.CardType;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.order.PhysicalOrder.Address;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Invents cardholders: common given and family names, put together by chance. */
final class DemoPeople {

    private static final long SEED = 42;

    /** Of twenty cardholders so many are at home in each region. */
    private static final int[] REGIONS = {
        0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6
    };

    /**
     * @param phone how a number begins that belongs to nobody; null where none is kept for that
     * @param phoneDigits that follow
     */
    private record Region(
            String currency,
            String country,
            List<String> given,
            List<String> family,
            List<Town> towns,
            List<String> streets,
            @Nullable String phone,
            int phoneDigits) {}

    private record Town(String name, String postalCode, @Nullable String state) {

        static Town of(String name, String postalCode) {
            return new Town(name, postalCode, null);
        }
    }

    private static final List<Region> ALL =
            List.of(
                    new Region(
                            "EUR",
                            "DE",
                            List.of(
                                    "Anna", "Lukas", "Greta", "Jonas", "Mia", "Felix", "Clara",
                                    "Moritz", "Lena", "Emil", "Frieda", "Paul", "Ayse", "Cem",
                                    "Johanna", "Karl"),
                            List.of(
                                    "Weber",
                                    "Schulz",
                                    "Hoffmann",
                                    "Keller",
                                    "Brandt",
                                    "Yilmaz",
                                    "Vogel",
                                    "Lorenz",
                                    "Krause",
                                    "Sommer",
                                    "Winkler",
                                    "Berger",
                                    "Kaiser",
                                    "Albrecht",
                                    "Busch",
                                    "Engel"),
                            List.of(
                                    Town.of("Berlin", "10115"),
                                    Town.of("Leipzig", "04103"),
                                    Town.of("Hamburg", "20095"),
                                    Town.of("Freiburg", "79098")),
                            List.of("Lindenstraße", "Gartenweg", "Am Mühlbach", "Schulstraße"),
                            "+493023125",
                            3),
                    new Region(
                            "EUR",
                            "FR",
                            List.of(
                                    "Camille", "Hugo", "Manon", "Jules", "Chloé", "Louis", "Inès",
                                    "Arthur", "Zoé", "Gabriel", "Léa", "Nathan", "Amina", "Mathis"),
                            List.of(
                                    "Martin",
                                    "Bernard",
                                    "Dubois",
                                    "Moreau",
                                    "Laurent",
                                    "Garnier",
                                    "Faure",
                                    "Rousseau",
                                    "Blanc",
                                    "Diallo",
                                    "Chevalier",
                                    "Marchand",
                                    "Perrin",
                                    "Lefort"),
                            List.of(
                                    Town.of("Lyon", "69002"),
                                    Town.of("Nantes", "44000"),
                                    Town.of("Lille", "59000")),
                            List.of("rue des Tilleuls", "avenue du Parc", "quai Neuf"),
                            "+3319900",
                            4),
                    new Region(
                            "EUR",
                            "IT",
                            List.of(
                                    "Giulia",
                                    "Matteo",
                                    "Sofia",
                                    "Lorenzo",
                                    "Chiara",
                                    "Davide",
                                    "Elisa",
                                    "Tommaso",
                                    "Marta",
                                    "Andrea",
                                    "Beatrice",
                                    "Pietro"),
                            List.of(
                                    "Rossi", "Ferrari", "Romano", "Colombo", "Ricci", "Marino",
                                    "Greco", "Conti", "Gallo", "Fontana", "Serra", "Villa"),
                            List.of(Town.of("Bologna", "40121"), Town.of("Torino", "10121")),
                            List.of("via dei Platani", "corso Nuovo", "piazza del Pozzo"),
                            null,
                            0),
                    new Region(
                            "EUR",
                            "ES",
                            List.of(
                                    "Lucía", "Pablo", "Carmen", "Diego", "Alba", "Sergio", "Irene",
                                    "Rubén", "Noa", "Adrián", "Pilar", "Mateo"),
                            List.of(
                                    "García",
                                    "Navarro",
                                    "Ortega",
                                    "Delgado",
                                    "Ramos",
                                    "Vidal",
                                    "Molina",
                                    "Castro",
                                    "Iglesias",
                                    "Prieto",
                                    "Campos",
                                    "Rey"),
                            List.of(Town.of("Valencia", "46001"), Town.of("Sevilla", "41001")),
                            List.of("calle Mayor", "calle del Olivo", "paseo Alto"),
                            null,
                            0),
                    new Region(
                            "GBP",
                            "GB",
                            List.of(
                                    "Amelia", "Oliver", "Isla", "Harry", "Freya", "Callum", "Poppy",
                                    "Idris", "Maisie", "Rhys", "Priya", "Owen", "Zainab", "Ewan"),
                            List.of(
                                    "Hughes",
                                    "Patel",
                                    "Barker",
                                    "Fletcher",
                                    "Khan",
                                    "Doyle",
                                    "Marsh",
                                    "Whitaker",
                                    "Okafor",
                                    "Sinclair",
                                    "Bowen",
                                    "Chambers",
                                    "Lowe",
                                    "Frost"),
                            List.of(
                                    Town.of("Bristol", "BS1 4DJ"),
                                    Town.of("Leeds", "LS1 3AB"),
                                    Town.of("Cardiff", "CF10 1EP")),
                            List.of("Orchard Road", "Mill Lane", "Station Street"),
                            "+447700900",
                            3),
                    new Region(
                            "USD",
                            "US",
                            List.of(
                                    "Harper", "Mason", "Ava", "Elijah", "Nora", "Caleb", "Ruby",
                                    "Diego", "Stella", "Marcus", "Hazel", "Andre", "June", "Wyatt"),
                            List.of(
                                    "Carter",
                                    "Nguyen",
                                    "Brooks",
                                    "Ramirez",
                                    "Sullivan",
                                    "Price",
                                    "Coleman",
                                    "Hayes",
                                    "Alvarez",
                                    "Grant",
                                    "Wallace",
                                    "Pierce",
                                    "Boyd",
                                    "Kim"),
                            List.of(
                                    new Town("Portland", "97205", "OR"),
                                    new Town("Denver", "80202", "CO"),
                                    new Town("Baltimore", "21201", "MD")),
                            List.of("Maple Avenue", "2nd Street", "Lakeview Drive"),
                            "+120255501",
                            2),
                    new Region(
                            "JPY",
                            "JP",
                            List.of(
                                    "Yui", "Haruto", "Sakura", "Ren", "Aoi", "Sota", "Hina", "Yuto",
                                    "Mei", "Riku"),
                            List.of(
                                    "Tanaka",
                                    "Suzuki",
                                    "Kobayashi",
                                    "Mori",
                                    "Ishikawa",
                                    "Ogawa",
                                    "Fujita",
                                    "Hasegawa",
                                    "Ono",
                                    "Kimura"),
                            List.of(Town.of("Osaka", "530-0001"), Town.of("Nagoya", "450-0002")),
                            List.of("Sakuramachi", "Midorigaoka", "Hoshino"),
                            null,
                            0));

    private DemoPeople() {}

    /** The cardholder with a number, the same each time. */
    static DemoPerson person(int number) {
        SplittableRandom random = new SplittableRandom(SEED + 1_000_003L * number);
        Region region = ALL.get(REGIONS[number % REGIONS.length]);
        Town town = one(region.towns(), random);
        DemoCase what = DemoCase.of(number);
        boolean plastic =
                what == null
                        ? SimulatedRules.cashAllowed(number) || number % 6 == 1
                        : what.plastic();
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
        String begin = region.phone();
        if (begin == null) {
            return null;
        }
        String rest = String.format(Locale.ROOT, "%04d", number);
        return begin + rest.substring(rest.length() - region.phoneDigits());
    }

    private static <T> T one(List<T> of, SplittableRandom random) {
        return of.get(random.nextInt(of.size()));
    }
}
