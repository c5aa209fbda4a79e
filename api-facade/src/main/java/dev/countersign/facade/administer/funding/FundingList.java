package dev.countersign.facade.administer.funding;

import dev.countersign.facade.administer.AdministrationCommand;
import dev.countersign.facade.administer.BookFilter;
import dev.countersign.facade.output.FormatOption;
import dev.countersign.reconcile.Administration;
import dev.countersign.reconcile.domain.funding.FundingAccount;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists funding accounts. */
@Command(
        name = "list",
        description =
                "Lists the funding accounts of all accounts in both modes, with what is held and "
                        + "what is available.",
        mixinStandardHelpOptions = true)
final class FundingList extends AdministrationCommand {

    @Mixin private BookFilter filter = new BookFilter();

    @Mixin private FormatOption format = new FormatOption();

    @Override
    public Integer call() {
        Administration administration = open();
        List<FundingAccount> rows =
                filter.books(administration.accounts()).stream()
                        .flatMap(book -> administration.funding().all(book).stream())
                        .toList();
        format.print(FundingRow.COLUMNS, rows, out());
        return DONE;
    }
}
