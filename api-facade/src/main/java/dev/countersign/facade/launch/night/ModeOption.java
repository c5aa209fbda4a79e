package dev.countersign.facade.launch.night;

import dev.countersign.reconcile.domain.account.Mode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that says which book a command works on. What a book holds never decides that. */
public final class ModeOption {

    /** The setting that says so where the option does not. */
    static final String SETTING = "COUNTERSIGN_MODE";

    @Option(
            names = "--mode",
            paramLabel = "live|sandbox",
            defaultValue = "${env:" + SETTING + "}",
            description = "Which book: live, unless $" + SETTING + " says sandbox.")
    private @Nullable Mode mode;

    public Mode mode() {
        return mode == null ? Mode.LIVE : mode;
    }

    /** True where the option or the setting says which, and it is not the live one by default. */
    boolean isNamed() {
        return mode != null;
    }

    /** The book in words: "live book". */
    public String book() {
        return book(mode());
    }

    static String book(Mode mode) {
        return mode.wire() + " book";
    }
}
