package dev.countersign.facade.local;

/** How commands are called, in what other commands advise. */
public final class Commands {

    /** From the directory of the sources. */
    public static final String LAUNCHER = "api-facade/bin/countersign";

    private Commands() {}
}
