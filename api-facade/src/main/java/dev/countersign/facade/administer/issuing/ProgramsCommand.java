package dev.countersign.facade.administer.issuing;

import dev.countersign.facade.administer.AdministrationCommand;
import dev.countersign.facade.administer.BookFilter;
import dev.countersign.facade.output.CommandGroup;
import dev.countersign.facade.output.FormatOption;
import dev.countersign.reconcile.Administration;
import dev.countersign.reconcile.domain.account.Book;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Card programs, which the REST interface only reads. */
@Command(
        name = "programs",
        description = "Creates, changes and lists card programs.",
        subcommands = {
            ProgramsCreate.class,
            ProgramsUpdate.class,
            ProgramsCommand.ProgramList.class
        })
public final class ProgramsCommand extends CommandGroup {

    /** Lists programs. */
    @Command(
            name = "list",
            description = "Lists the programs of all accounts in both modes, newest first in each.")
    static final class ProgramList extends AdministrationCommand {

        @Mixin private BookFilter filter = new BookFilter();

        @Mixin private FormatOption format = new FormatOption();

        @Override
        public Integer call() {
            Administration administration = open();
            List<ProgramRow> rows =
                    filter.books(administration.accounts()).stream()
                            .flatMap(book -> rows(administration, book))
                            .toList();
            format.print(ProgramRow.COLUMNS, rows, out());
            return DONE;
        }

        private static Stream<ProgramRow> rows(Administration administration, Book book) {
            return administration.programs().all(book).stream()
                    .map(program -> new ProgramRow(book, program));
        }
    }
}
