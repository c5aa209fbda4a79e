package dev.countersign.facade.administer;

import dev.countersign.facade.local.BcryptPasswords;
import dev.countersign.facade.local.DatabaseOption;
import dev.countersign.facade.output.TerminalCommand;
import dev.countersign.reconcile.Administration;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.operator.LoginLimits;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.RandomIds;
import dev.countersign.reconcile.service.SystemTime;
import picocli.CommandLine.Mixin;

/** A command on the book, beside a product that may run. */
public abstract class AdministrationCommand extends TerminalCommand {

    public static final int REFUSED = 3;

    private static final int PASSWORD_STRENGTH = 12;
    private static final int FAILURES_PER_OPERATOR = 5;
    private static final int FAILURES_PER_SOURCE = 20;

    @Mixin private DatabaseOption database = new DatabaseOption();

    protected final DatabaseOption database() {
        return database;
    }

    /** Refuses what names something that is not there. */
    protected static RequestRefusedException missing(String sentence) {
        return new RequestRefusedException(ErrorCode.RESOURCE_MISSING, sentence);
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
}
