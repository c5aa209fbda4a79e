package dev.countersign.reconcile.testkit;

import java.util.List;
import java.util.Map;
import java.util.Random;

/** Card numbers of all networks, and the ways in which people and programs write them into text. */
public final class HiddenCardNumbers {

    /** First digits, and how many digits there are in all. */
    private static final Map<String, List<Integer>> NETWORKS =
            Map.of(
                    "4", List.of(13, 16, 19),
                    "51", List.of(16),
                    "55", List.of(16),
                    "2221", List.of(16),
                    "2720", List.of(16),
                    "34", List.of(15),
                    "37", List.of(15),
                    "36", List.of(14),
                    "3528", List.of(16),
                    "62", List.of(16, 17, 18, 19));

    private static final List<String> PREFIXES = NETWORKS.keySet().stream().sorted().toList();
    private static final List<String> SEPARATORS =
            List.of(
                    "",
                    " ",
                    "-",
                    ".",
                    "/",
                    "_",
                    "\u00a0",
                    "\u200b",
                    "\u202f",
                    ":",
                    ",",
                    "|",
                    "=",
                    "'",
                    "\u2013",
                    "\u200b-\u200b",
                    "  ",
                    ", ",
                    " - ",
                    "**",
                    "\u00a0|\u00a0");

    /** ASCII, Arabic-Indic, its eastern form, Devanagari, full-width, mathematical bold. */
    private static final int[] ZEROS = {'0', 0x0660, 0x06F0, 0x0966, 0xFF10, 0x1D7CE};

    private final Random random;

    public HiddenCardNumbers(Random random) {
        this.random = random;
    }

    /** A card number of some network. */
    public String number() {
        String prefix = PREFIXES.get(random.nextInt(PREFIXES.size()));
        List<Integer> lengths = NETWORKS.getOrDefault(prefix, List.of());
        int length = lengths.get(random.nextInt(lengths.size()));
        StringBuilder digits = new StringBuilder(prefix);
        while (digits.length() < length - 1) {
            digits.append(random.nextInt(10));
        }
        int sum = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(digits.length() - 1 - i) - '0';
            int doubled = i % 2 == 0 ? 2 * digit : digit;
            sum += doubled > 9 ? doubled - 9 : doubled;
        }
        return digits.append((10 - sum % 10) % 10).toString();
    }

    /** A number in digits of some script, in groups with a separator between them. */
    public String written(String number) {
        int zero = ZEROS[random.nextInt(ZEROS.length)];
        String separator = SEPARATORS.get(random.nextInt(SEPARATORS.size()));
        int group = 1 + random.nextInt(6);
        StringBuilder written = new StringBuilder();
        for (int i = 0; i < number.length(); i++) {
            if (i > 0 && i % group == 0) {
                written.append(separator);
            }
            written.appendCodePoint(zero + number.charAt(i) - '0');
        }
        return written.toString();
    }

    /** The digits of a text, of whatever script, as ASCII has them. */
    public static String digits(String text) {
        StringBuilder digits = new StringBuilder();
        text.codePoints()
                .filter(Character::isDigit)
                .forEach(each -> digits.append(Character.digit(each, 10)));
        return digits.toString();
    }
}
