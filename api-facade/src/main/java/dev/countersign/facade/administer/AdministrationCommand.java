package dev.countersign.facade.administer;

import dev.countersign.facade.local.BcryptPasswords;
import dev.countersign.facade.local.DatabaseOption;
import dev.countersign.reconcile.Administration;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.domain.operator.LoginLimits;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.RandomIds;
import dev.countersign.reconcile.service.SystemTime;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * A command on the book, beside a product that may run. What it was asked for goes to standard
 * output, so that a program can read it; what people should know goes to standard error.
 */
public abstract class AdministrationCommand implements Callable<Integer> {

    public static final int DONE = 0;
    public static final int FAILED = 1;
    public static final int REFUSED = 3;

    private static final int PASSWORD_STRENGTH = 12;
    private static final int FAILURES_PER_OPERATOR = 5;
    private static final int FAILURES_PER_SOURCE = 20;

    @Spec private @Nullable CommandSpec spec;

    @Mixin private DatabaseOption database = new DatabaseOption();

    protected final DatabaseOption database() {
        return database;
    }

    /** The services that work without the keys of the vault. */
    protected final Administration open() {
        return Administration.open(database.dataSource(), SystemTime.clock(), new RandomIds());
    }

    /** Opens the console's own records. */
    protected final Console console() {
        var unused = open();
        return Console.open(
                Database.over(database.dataSource()),
                new BcryptPasswords(PASSWORD_STRENGTH),
                LoginLimits.of(FAILURES_PER_OPERATOR, FAILURES_PER_SOURCE),
                SystemTime.clock());
    }

    protected final PrintWriter out() {
        return spec().commandLine().getOut();
    }

    protected final PrintWriter err() {
        return spec().commandLine().getErr();
    }

    /** Says that the command was called in a way that makes no sense. */
    protected final ParameterException misuse(String sentence) {
        return new ParameterException(spec().commandLine(), sentence);
    }

    private CommandSpec spec() {
        if (spec == null) {
            throw new IllegalStateException("a command runs with its specification");
        }
        return spec;
    }
}
