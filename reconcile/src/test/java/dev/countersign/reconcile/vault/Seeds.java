package dev.countersign.reconcile.vault;

import java.io.Serial;
import java.security.SecureRandom;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Seeds for properties, and what they make; {@code -Dtest.seed} repeats from one of them. */
public final class Seeds {

    private static final int RUNS = 100;

    private Seeds() {}

    /** Other seeds each time, counted from the printed one, which can be set to repeat them. */
    static LongStream seeds() {
        long first = Long.getLong("test.seed", System.nanoTime());
        System.out.println("seed=" + first + " (repeat with -Dtest.seed=" + first + ")");
        return LongStream.range(first, first + RUNS);
    }

    /** A random PIN of 4 to 12 digits. */
    static Pin pin(RandomGenerator random) {
        return Pin.parse(digits(random, random.nextInt(4, 13))).orElseThrow();
    }

    /** A random card number of 13 to 19 digits. */
    static Pan pan(RandomGenerator random) {
        String digits = digits(random, random.nextInt(12, 19));
        return Pan.parse(digits + Luhn.checkDigit(digits)).orElseThrow();
    }

    /** A random PIN key of one of the three lengths. */
    static PinKey pinKey(RandomGenerator random) {
        return new PinKey(bytes(random, 16 + 8 * random.nextInt(3)));
    }

    public static byte[] bytes(RandomGenerator random, int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    static String digits(RandomGenerator random, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> Integer.toString(random.nextInt(10)))
                .collect(Collectors.joining());
    }

    /** The vault's source of random bytes, repeatable. */
    static SecureRandom secureRandom(long seed) {
        return new RepeatableRandom(seed);
    }

    private static final class RepeatableRandom extends SecureRandom {

        @Serial private static final long serialVersionUID = 1L;

        private final Random random;

        RepeatableRandom(long seed) {
            this.random = new Random(seed);
        }

        @Override
        public void nextBytes(byte[] bytes) {
            random.nextBytes(bytes);
        }
    }
}
