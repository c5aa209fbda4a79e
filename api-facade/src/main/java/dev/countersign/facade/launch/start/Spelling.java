package dev.countersign.facade.launch.start;

import java.util.Collection;
import java.util.List;

/** Finds the word that was meant by a mistyped one. */
public final class Spelling {

    private static final int MISTAKES_MAX = 2;

    private Spelling() {}

    /** The words that are at most two mistakes away, or begin like it. */
    public static List<String> near(String typed, Collection<String> words) {
        return words.stream()
                .filter(
                        word ->
                                mistakes(typed, word) <= Math.min(MISTAKES_MAX, typed.length() / 2)
                                        || (typed.length() > 1 && word.startsWith(typed)))
                .toList();
    }

    /** Returns the number of characters to add, drop, change, or swap with their neighbour. */
    static int mistakes(String typed, String meant) {
        int[][] upTo = new int[typed.length() + 1][meant.length() + 1];
        for (int i = 0; i <= typed.length(); i++) {
            for (int j = 0; j <= meant.length(); j++) {
                upTo[i][j] = i == 0 || j == 0 ? i + j : cheapest(typed, meant, i, j, upTo);
            }
        }
        return upTo[typed.length()][meant.length()];
    }

    private static int cheapest(String typed, String meant, int i, int j, int[][] upTo) {
        int change = typed.charAt(i - 1) == meant.charAt(j - 1) ? 0 : 1;
        int best =
                Math.min(upTo[i - 1][j - 1] + change, 1 + Math.min(upTo[i - 1][j], upTo[i][j - 1]));
        boolean swapped =
                i > 1
                        && j > 1
                        && typed.charAt(i - 1) == meant.charAt(j - 2)
                        && typed.charAt(i - 2) == meant.charAt(j - 1);
        return swapped ? Math.min(best, upTo[i - 2][j - 2] + 1) : best;
    }
}
