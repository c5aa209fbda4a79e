package dev.countersign.facade.administer.access;

import dev.countersign.facade.administer.AdministrationCommand;
import dev.countersign.facade.output.Columns;
import dev.countersign.facade.output.FormatOption;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.domain.operator.Operator;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists operators. */
@Command(
        name = "list",
        description =
                "Lists operators by name. An operator who is locked has to wait before the next login.",
        mixinStandardHelpOptions = true)
final class OperatorsList extends AdministrationCommand {

    @Mixin private FormatOption format = new FormatOption();

    @Override
    public Integer call() {
        Console console = console();
        Set<String> locked = console.attempts().locked();
        Columns<Operator> columns =
                Columns.<Operator>of()
                        .text("name", Operator::name)
                        .text("roles", row -> row.roles().toString())
                        .time("last_login_at", Operator::lastLoginAt)
                        .flag("disabled", Operator::disabled)
                        .flag("locked", row -> locked.contains(row.name()));
        format.print(columns, console.operators().list(), out());
        return DONE;
    }
}
