package dev.countersign.facade.administer.funding;

import dev.countersign.facade.administer.AdministrationCommand;
import dev.countersign.facade.administer.argument.MinorUnits;
import dev.countersign.facade.output.FormatOption;
import dev.countersign.reconcile.Administration;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.funding.FundingAccount;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.ProgramId;
import dev.countersign.reconcile.domain.money.Currencies;
import java.util.Currency;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Opens a funding account. */
@Command(
        name = "create",
        description =
                "Opens the funding account of a program or a customer in one currency. From the next "
                        + "authorization on its cards spend no more than what is available on it; a card "
                        + "of a customer that has one spends from that, and not from the program's.")
final class FundingCreate extends AdministrationCommand {

    @ArgGroup(multiplicity = "1")
    private Owner owner = new Owner();

    /** The owner of the account. */
    static final class Owner {

        @Option(
                names = "--program",
                paramLabel = "prog_…",
                description = "The program whose cards spend from it, of whichever mode.")
        private @Nullable String program;

        @Option(
                names = "--customer",
                paramLabel = "cus_…",
                description = "The customer whose cards spend from it, of whichever mode.")
        private @Nullable String customer;
    }

    @Option(
            names = "--currency",
            required = true,
            paramLabel = "CODE",
            description = "Its currency, such as EUR.")
    private String currency = "";

    @Option(
            names = "--balance",
            paramLabel = "MINOR",
            defaultValue = "0",
            description = "What is credited to it at once, in minor units (${DEFAULT-VALUE}).")
    private String balance = "0";

    @Mixin private FormatOption format = new FormatOption();

    @Override
    public Integer call() {
        Administration administration = open();
        Currency money =
                Currencies.find(currency)
                        .orElseThrow(() -> misuse("There is no currency " + currency + "."));
        long minor = MinorUnits.read(this, balance, money);
        refuse(minor < 0, "A balance to begin with is not below 0.");
        FundingAccount opened;
        if (owner.program != null) {
            ProgramId program =
                    ProgramId.parse(owner.program)
                            .orElseThrow(() -> missing("program", owner.program));
            Book book =
                    administration
                            .programs()
                            .bookOf(program)
                            .orElseThrow(() -> missing("program", owner.program));
            opened = administration.funding().open(book, program, null, money, minor);
        } else {
            String named = owner.customer == null ? "" : owner.customer;
            CustomerId customer =
                    CustomerId.parse(named).orElseThrow(() -> missing("customer", named));
            Book book =
                    administration
                            .customers()
                            .bookOf(customer)
                            .orElseThrow(() -> missing("customer", named));
            opened = administration.funding().open(book, null, customer, money, minor);
        }
        format.printOne(FundingRow.COLUMNS, opened, out());
        return DONE;
    }

    private static RequestRefusedException missing(String kind, @Nullable String id) {
        return missing("There is no " + kind + " " + id + ".");
    }
}
