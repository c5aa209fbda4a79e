package dev.countersign.facade.local;

/** The names of commands as other commands advise them. */
public final class Commands {

    /** From the directory of the sources. */
    public static final String LAUNCHER = "api-facade/bin/countersign";

    private Commands() {}
}
