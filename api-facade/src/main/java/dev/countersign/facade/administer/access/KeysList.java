package dev.countersign.facade.administer.access;

import dev.countersign.facade.administer.AdministrationCommand;
import dev.countersign.facade.administer.BookFilter;
import dev.countersign.facade.output.FormatOption;
import dev.countersign.reconcile.Administration;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.service.SystemTime;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists API keys. */
@Command(
        name = "list",
        description =
                "Lists API keys, those of an account together, oldest first; the keys themselves are kept "
                        + "nowhere. last_used_at may lag a minute behind.",
        mixinStandardHelpOptions = true)
final class KeysList extends AdministrationCommand {

    @Mixin private BookFilter filter = new BookFilter();

    @Mixin private FormatOption format = new FormatOption();

    @Override
    public Integer call() {
        Administration administration = open();
        List<Book> books = filter.books(administration.accounts());
        Instant now = SystemTime.clock().instant();
        format.print(
                KeyRow.COLUMNS,
                administration.apiKeys().list().stream()
                        .filter(key -> books.contains(key.book()))
                        .map(key -> new KeyRow(key, now))
                        .toList(),
                out());
        return DONE;
    }
}
