package dev.countersign.bench.load;

import java.util.SplittableRandom;

/** The manner in which traffic falls on the cards of a book. */
public enum Spread {
    /** Each card as often as any other. */
    EVEN {
        @Override
        long card(SplittableRandom random, int cards) {
            return 1L + random.nextInt(cards);
        }
    },
    /** The card of rank n as often as 1/n: a few have most of it. */
    ZIPF {
        @Override
        long card(SplittableRandom random, int cards) {
            return (long) Math.exp(random.nextDouble() * Math.log(cards + 1.0));
        }
    },
    /** A fifth of it on one card. */
    HOT {
        @Override
        long card(SplittableRandom random, int cards) {
            return random.nextInt(5) == 0 ? 1 : EVEN.card(random, cards);
        }
    },
    /** One in a hundred on one card. */
    LONG {
        @Override
        long card(SplittableRandom random, int cards) {
            return random.nextInt(100) == 0 ? 1 : EVEN.card(random, cards);
        }
    };

    /** The number of a card, from 1. */
    abstract long card(SplittableRandom random, int cards);
}
