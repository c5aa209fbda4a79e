package dev.countersign.facade.administer.issuing;

import dev.countersign.facade.administer.AccountOption;
import dev.countersign.facade.administer.AdministrationCommand;
import dev.countersign.facade.administer.argument.Status;
import dev.countersign.facade.output.CommandGroup;
import dev.countersign.reconcile.Administration;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.customer.Customer;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.CustomerId;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The changes to customers that the REST interface does not make. */
@Command(
        name = "customers",
        description = "Makes customers active or inactive.",
        subcommands = CustomersCommand.SetStatus.class)
public final class CustomersCommand extends CommandGroup {

    /** Makes a customer active or inactive. */
    @Command(
            name = "set-status",
            description =
                    "Makes a customer active or inactive. It counts from the next authorization of each of the "
                            + "customer's cards: those of an inactive customer are declined, and no card is issued.")
    static final class SetStatus extends AdministrationCommand {

        @Option(
                names = "--customer",
                required = true,
                paramLabel = "cus_…",
                description = "The customer, of whichever mode.")
        private String customer = "";

        @Option(
                names = "--status",
                required = true,
                paramLabel = "active|inactive",
                description = "The new status.")
        private Status status = Status.ACTIVE;

        @Option(
                names = "--account",
                paramLabel = "acct_…",
                description = "Only if the customer is one of this account.")
        private @Nullable String account;

        @Override
        public Integer call() {
            Administration administration = open();
            CustomerId id = CustomerId.parse(customer).orElseThrow(this::missing);
            Book book = administration.customers().bookOf(id).orElseThrow(this::missing);
            if (account != null) {
                AccountId named = AccountOption.find(account, administration.accounts().list());
                if (!named.equals(book.account())) {
                    throw missing();
                }
            }
            Customer after =
                    administration.customers().setActive(book, id, status == Status.ACTIVE);
            out().println(
                            "%s is %s (%s)."
                                    .formatted(
                                            after.id(),
                                            Status.of(after.active()).wire(),
                                            book.mode().wire()));
            return DONE;
        }

        private RequestRefusedException missing() {
            return missing(
                    "There is no customer %s%s: take the id that GET /customers shows."
                            .formatted(customer, account == null ? "" : " in this account"));
        }
    }
}
