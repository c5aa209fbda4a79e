package dev.countersign.facade.launch;

import dev.countersign.facade.local.DatabaseOption;
import dev.countersign.reconcile.Reconcile;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Brings the schema up to date without starting the product. */
@Command(
        name = "migrate",
        description = "Brings the database schema up to date; serve does so too when it starts.",
        mixinStandardHelpOptions = true)
final class MigrateCommand implements Callable<Integer> {

    @Spec private @Nullable CommandSpec spec;

    @Mixin private DatabaseOption database = new DatabaseOption();

    @Override
    public Integer call() {
        int steps = Reconcile.migrate(database.dataSource());
        if (spec != null) {
            spec.commandLine()
                    .getOut()
                    .println(
                            steps == 0
                                    ? "The schema was up to date."
                                    : "The schema is up to date; steps taken: " + steps + ".");
        }
        return 0;
    }
}
