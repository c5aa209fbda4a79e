package dev.countersign.facade.administer.issuing;

import dev.countersign.facade.administer.AccountOption;
import dev.countersign.facade.administer.AdministrationCommand;
import dev.countersign.facade.administer.argument.ScaMode;
import dev.countersign.facade.administer.argument.Status;
import dev.countersign.facade.output.FormatOption;
import dev.countersign.reconcile.Administration;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.card.CardType;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.program.Program;
import dev.countersign.reconcile.domain.program.ProgramRules;
import dev.countersign.reconcile.service.issuing.Programs.NewProgram;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Gives an account a program. */
@Command(name = "create", description = "Gives an account a card program in one mode.")
final class ProgramsCreate extends AdministrationCommand {

    @Option(
            names = "--mode",
            required = true,
            paramLabel = "live|sandbox",
            description = "In which of the account's books.")
    private Mode mode = Mode.SANDBOX;

    @Mixin private AccountOption account = new AccountOption();

    @Option(names = "--name", required = true, description = "What the program is called.")
    private String name = "";

    @Option(
            names = "--network",
            required = true,
            paramLabel = "visa|mastercard",
            description = "The network of its cards.")
    private Network network = Network.VISA;

    @Option(
            names = "--bin",
            required = true,
            paramLabel = "DIGITS",
            description =
                    "The 6 or 8 digits that its card numbers begin with: 4… for Visa, 51 to 55 or 2221 "
                            + "to 2720 for Mastercard. They stay for the life of the program.")
    private String bin = "";

    @Option(
            names = "--types",
            split = ",",
            paramLabel = "TYPE",
            defaultValue = "virtual,physical",
            description = "Types of card, between commas (${DEFAULT-VALUE}).")
    private Set<CardType> types = new LinkedHashSet<>();

    @Option(
            names = "--currencies",
            required = true,
            split = ",",
            paramLabel = "CODE",
            description = "Currencies of its cards, between commas, such as EUR,USD.")
    private Set<String> currencies = new LinkedHashSet<>();

    @Option(
            names = "--settles-in",
            split = ",",
            paramLabel = "[INSTITUTION:]CODE",
            description =
                    "Currencies, between commas, that its cards may be settled in beside their own; with an"
                            + " institution, by that one alone.")
    private Set<String> settlementCurrencies = new LinkedHashSet<>();

    @Option(
            names = "--default",
            description = "Cards get it when they name no program, in the place of another.")
    private boolean isDefault;

    @Option(
            names = "--status",
            defaultValue = "active",
            paramLabel = "active|inactive",
            description = "Whether cards can be issued of it and used (${DEFAULT-VALUE}).")
    private Status status = Status.ACTIVE;

    @Option(
            names = "--sca-mode",
            defaultValue = "off",
            paramLabel = "off|enforce",
            description =
                    "enforce binds its cards to strong customer authentication (${DEFAULT-VALUE}).")
    private ScaMode scaMode = ScaMode.OFF;

    @Mixin private FormatOption format = new FormatOption();

    @Override
    public Integer call() {
        Administration administration = open();
        Book book = new Book(account.require(administration.accounts(), this), mode);
        NewProgram wanted =
                new NewProgram(
                        name,
                        network,
                        bin,
                        List.copyOf(types),
                        List.copyOf(currencies),
                        ProgramRules.settlementCurrencies(settlementCurrencies),
                        status == Status.ACTIVE,
                        scaMode == ScaMode.ENFORCE,
                        isDefault);
        Program made = administration.programs().create(book, wanted);
        format.printOne(ProgramRow.COLUMNS, new ProgramRow(book, made), out());
        return DONE;
    }
}
