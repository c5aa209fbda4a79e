package dev.countersign.facade.administer;

import dev.countersign.facade.output.Columns;
import dev.countersign.facade.output.FormatOption;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.service.AuditTrail;
import dev.countersign.reconcile.service.AuditTrail.Verdict;
import dev.countersign.reconcile.service.Database;
import java.util.Locale;
import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;
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

    private static final Columns<Verdict> COLUMNS =
            Columns.<Verdict>of()
                    .number("entries", Verdict::entries)
                    .text("head", Verdict::head)
                    .flag("intact", verdict -> verdict.broken().isEmpty())
                    .number(
                            "first_broken",
                            verdict ->
                                    verdict.broken().isPresent()
                                            ? verdict.broken().getAsLong()
                                            : null);

    @Mixin private FormatOption format = new FormatOption();

    @Override
    public Integer call() {
        DataSource source = database().dataSource();
        var unused = Reconcile.migrate(source);
        AuditTrail trail = Console.openTrail(new Database(Jdbi.create(source)));
        Verdict verdict = trail.verify();
        format.printOne(COLUMNS, verdict, out());
        if (verdict.broken().isPresent()) {
            err().println(
                            String.format(
                                    Locale.ROOT,
                                    "Entry %d of the audit trail is not as it was written, or is missing.",
                                    verdict.broken().getAsLong()));
            return FAILED;
        }
        return DONE;
    }
}
