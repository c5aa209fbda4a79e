package dev.countersign.facade.administer.access;

import dev.countersign.facade.administer.AdministrationCommand;
import dev.countersign.facade.administer.BookFilter;
import dev.countersign.facade.output.CommandGroup;
import dev.countersign.facade.output.FormatOption;
import dev.countersign.reconcile.Administration;
import dev.countersign.reconcile.domain.account.ApiKey;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.service.SystemTime;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** API keys. */
@Command(
        name = "keys",
        description = "Makes, lists and revokes API keys.",
        subcommands = {KeysCreate.class, KeysCommand.KeyList.class, KeysCommand.Revoke.class})
public final class KeysCommand extends CommandGroup {

    /** Lists API keys. */
    @Command(
            name = "list",
            description =
                    "Lists API keys, those of an account together, oldest first; the keys themselves are kept "
                            + "nowhere. last_used_at may lag a minute behind.")
    static final class KeyList extends AdministrationCommand {

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

    /** Revokes an API key. */
    @Command(
            name = "revoke",
            description =
                    "Revokes an API key: the next request that carries it is refused, by a product that runs "
                            + "too. A key cannot be given back.")
    static final class Revoke extends AdministrationCommand {

        @Parameters(paramLabel = "key_…", description = "The key's id, as 'keys list' shows it.")
        private String id = "";

        @Override
        public Integer call() {
            Administration administration = open();
            if (administration.apiKeys().list().stream().noneMatch(key -> key.id().equals(id))) {
                throw missing(
                        "There is no API key %s: 'countersign keys list' shows the ids of those that there are."
                                .formatted(id.startsWith("sk_") ? "with such an id" : id));
            }
            ApiKey revoked = administration.apiKeys().revoke(id);
            out().println(
                            "%s (%s) is revoked since %s."
                                    .formatted(revoked.id(), revoked.name(), revoked.revokedAt()));
            return DONE;
        }
    }
}
