package dev.countersign.facade.administer.issuing;

import dev.countersign.facade.administer.AdministrationCommand;
import dev.countersign.facade.administer.argument.ScaMode;
import dev.countersign.facade.administer.argument.Status;
import dev.countersign.facade.output.FormatOption;
import dev.countersign.reconcile.Administration;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.card.CardType;
import dev.countersign.reconcile.domain.id.ProgramId;
import dev.countersign.reconcile.domain.program.Program;
import dev.countersign.reconcile.domain.program.ProgramRules;
import dev.countersign.reconcile.service.issuing.Programs.Change;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Changes a program. */
@Command(
        name = "update",
        description =
                "Changes the given values of a program and keeps the others. Its status and SCA mode count from "
                        + "the next authorization of each of its cards. Network and BIN cannot change.")
final class ProgramsUpdate extends AdministrationCommand {

    @Parameters(paramLabel = "prog_…", description = "The program.")
    private String program = "";

    @Option(names = "--name", description = "What the program is called.")
    private @Nullable String name;

    @Option(
            names = "--status",
            paramLabel = "active|inactive",
            description = "Whether cards can be issued of it and used.")
    private @Nullable Status status;

    @Option(
            names = "--types",
            split = ",",
            paramLabel = "TYPE",
            description = "Types of card, virtual and physical, between commas.")
    private @Nullable Set<CardType> types;

    @Option(
            names = "--currencies",
            split = ",",
            paramLabel = "CODE",
            description = "Currencies of its new cards, between commas.")
    private @Nullable Set<String> currencies;

    @Option(
            names = "--settles-in",
            split = ",",
            paramLabel = "[INSTITUTION:]CODE",
            description =
                    "Currencies, between commas, that its cards may be settled in beside their own; with an"
                            + " institution, by that one alone; none ends it.")
    private @Nullable Set<String> settlementCurrencies;

    @Option(
            names = "--default",
            negatable = true,
            description =
                    "Cards get it when they name no program, in the place of another; or not.")
    private @Nullable Boolean isDefault;

    @Option(
            names = "--sca-mode",
            paramLabel = "off|enforce",
            description = "enforce binds its cards to strong customer authentication.")
    private @Nullable ScaMode scaMode;

    @Mixin private FormatOption format = new FormatOption();

    @Override
    public Integer call() {
        Change change =
                new Change(
                        name,
                        status == null ? null : status == Status.ACTIVE,
                        types == null ? null : List.copyOf(new LinkedHashSet<>(types)),
                        currencies == null ? null : List.copyOf(new LinkedHashSet<>(currencies)),
                        settlementCurrencies == null
                                ? null
                                : ProgramRules.settlementCurrencies(settlementCurrencies),
                        scaMode == null ? null : scaMode == ScaMode.ENFORCE,
                        isDefault);
        refuse(
                change.equals(new Change(null, null, null, null, null, null, null)),
                "Nothing to change: give --name, --status, --types, --currencies, --settles-in, --default or --sca-mode.");
        Administration administration = open();
        ProgramId id = ProgramId.parse(program).orElseThrow(this::missing);
        Book book = administration.programs().bookOf(id).orElseThrow(this::missing);
        Program after = administration.programs().update(book, id, change);
        format.printOne(ProgramRow.COLUMNS, new ProgramRow(book, after), out());
        return DONE;
    }

    private RequestRefusedException missing() {
        return missing(
                "There is no program %s: 'countersign programs list' shows those that there are."
                        .formatted(program));
    }
}
