package dev.countersign.facade.launch.night;

import dev.countersign.reconcile.domain.account.Mode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that narrows a list to one book. */
final class ModeFilter {

    @Option(
            names = "--mode",
            paramLabel = "live|sandbox",
            defaultValue = "${env:" + ModeOption.SETTING + "}",
            description =
                    "Only those of one book; of both, unless $"
                            + ModeOption.SETTING
                            + " names one.")
    private @Nullable Mode mode;

    /** The book that was named; null for both. */
    @Nullable Mode mode() {
        return mode;
    }

    /** In words: "live book", or "live and sandbox books". */
    String books() {
        return mode == null ? "live and sandbox books" : ModeOption.book(mode);
    }
}
