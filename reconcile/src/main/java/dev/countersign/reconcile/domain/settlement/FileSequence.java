package dev.countersign.reconcile.domain.settlement;

import java.util.ArrayList;
import java.util.List;

/**
 * The numbers that a source gives its files, in the order in which they came. Where a number jumps,
 * the files between are missing, until they come late. A number that begins again from below begins
 * a new sequence, as of a source that counts its files day by day.
 */
public final class FileSequence {

    private FileSequence() {}

    /** A file with its number. */
    public record NumberedFile(String fileId, int number) {}

    /**
     * Files that were left out.
     *
     * @param after the file before them
     * @param first the first number that was left out
     * @param last the last number that was left out
     * @param missing how many of them have not come since
     */
    public record Gap(NumberedFile after, int first, int last, int missing) {

        private Gap filled() {
            return new Gap(after, first, last, missing - 1);
        }

        private boolean holds(int number) {
            return missing > 0 && number >= first && number <= last;
        }
    }

    /** All gaps, also those that were filled since. */
    public static List<Gap> gaps(List<NumberedFile> inOrder) {
        List<Gap> gaps = new ArrayList<>();
        NumberedFile newest = null;
        for (NumberedFile file : inOrder) {
            if (newest == null || file.number() == newest.number() + 1) {
                newest = file;
            } else if (file.number() > newest.number()) {
                int first = newest.number() + 1;
                int last = file.number() - 1;
                gaps.add(new Gap(newest, first, last, last - first + 1));
                newest = file;
            } else if (!fill(gaps, file.number()) && file.number() < newest.number()) {
                newest = file;
            }
        }
        return List.copyOf(gaps);
    }

    private static boolean fill(List<Gap> gaps, int number) {
        for (int i = gaps.size() - 1; i >= 0; i--) {
            if (gaps.get(i).holds(number)) {
                gaps.set(i, gaps.get(i).filled());
                return true;
            }
        }
        return false;
    }
}
