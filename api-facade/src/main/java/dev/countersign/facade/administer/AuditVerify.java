package dev.countersign.facade.administer;

import dev.countersign.facade.output.Columns;
import dev.countersign.facade.output.FormatOption;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.service.AuditTrail;
import dev.countersign.reconcile.service.AuditTrail.ChainCheck;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.JdbiSetup;
import java.time.InstantSource;
import java.util.Locale;
import javax.sql.DataSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Proves the chain of the audit trail. */
@Command(
        name = "verify",
        description = {
            "Proves that the audit trail is whole: each entry as it was written, and after the one before.",
            "The head is the hash of the last entry: kept elsewhere, it also tells whether entries were "
                    + "cut off the end."
        },
        mixinStandardHelpOptions = true)
final class AuditVerify extends AdministrationCommand {

    private static final Columns<ChainCheck> COLUMNS =
            Columns.<ChainCheck>of()
                    .number("entries", ChainCheck::entries)
                    .text("head", ChainCheck::head)
                    .flag("intact", check -> check.broken().isEmpty())
                    .number(
                            "first_broken",
                            check ->
                                    check.broken().isPresent() ? check.broken().getAsLong() : null);

    @Mixin private FormatOption format = new FormatOption();

    @Override
    public Integer call() {
        DataSource source = database().dataSource();
        Reconcile.ensureSchema(source);
        AuditTrail trail =
                Console.openTrail(new Database(JdbiSetup.over(source)), InstantSource.system());
        ChainCheck check = trail.verify();
        format.printOne(COLUMNS, check, out());
        if (check.broken().isPresent()) {
            err().println(
                            String.format(
                                    Locale.ROOT,
                                    "Entry %d of the audit trail is not as it was written, or is missing.",
                                    check.broken().getAsLong()));
            return FAILED;
        }
        return DONE;
    }
}
