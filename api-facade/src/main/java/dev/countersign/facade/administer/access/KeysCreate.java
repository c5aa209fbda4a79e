package dev.countersign.facade.administer.access;

import dev.countersign.facade.administer.AccountOption;
import dev.countersign.facade.administer.AdministrationCommand;
import dev.countersign.facade.administer.argument.TimeText;
import dev.countersign.facade.output.Columns;
import dev.countersign.facade.output.FormatOption;
import dev.countersign.reconcile.Administration;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.service.SystemTime;
import dev.countersign.reconcile.service.access.ApiKeys;
import dev.countersign.reconcile.service.access.ApiKeys.CreatedKey;
import dev.countersign.reconcile.service.access.ApiKeys.NewKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes an API key. */
@Command(
        name = "create",
        description =
                "Makes an API key and shows it, this once: only its hash is kept. "
                        + "The scopes are programs:read, transactions:read, and :read and :write of customers, "
                        + "cards, controls, wallets, orders, pins and disputes.")
final class KeysCreate extends AdministrationCommand {

    private static final String ALL = "all";

    private static final Columns<CreatedKey> COLUMNS =
            Columns.<CreatedKey>of()
                    .text("id", row -> row.key().id())
                    .text("key", CreatedKey::text)
                    .text("name", row -> row.key().name())
                    .text("mode", row -> row.key().book().mode().wire())
                    .words("scopes", row -> row.key().scopes(), KeyRow::inShort)
                    .time("created_at", row -> row.key().createdAt())
                    .time("expires_at", row -> row.key().expiresAt())
                    .text("account_id", row -> row.key().book().account());

    @Option(
            names = "--mode",
            required = true,
            paramLabel = "live|sandbox",
            description = "Which base address it is for.")
    private Mode mode = Mode.SANDBOX;

    @Mixin private AccountOption account = new AccountOption();

    @Option(names = "--name", required = true, description = "What or whom it is for.")
    private String name = "";

    @Option(
            names = "--scopes",
            split = ",",
            paramLabel = "SCOPE",
            defaultValue = ALL,
            description = "What it may do, between commas, or all (${DEFAULT-VALUE}).")
    private List<String> scopes = List.of();

    @ArgGroup private @Nullable Expiry expiry;

    @Mixin private FormatOption format = new FormatOption();

    /** The expiry of a key, given in one of two ways. */
    private static final class Expiry {

        @Option(
                names = "--expires-in",
                paramLabel = "30d",
                converter = TimeText.DurationConverter.class,
                description = "Its lifetime: a number of days (d), hours (h) or minutes (m).")
        private @Nullable Duration in;

        @Option(
                names = "--expires-at",
                paramLabel = "TIME",
                converter = TimeText.InstantConverter.class,
                description = "Its expiry: 2027-01-31T12:00:00Z, or a day (UTC) for its start.")
        private @Nullable Instant at;
    }

    private @Nullable Instant expiresAt() {
        if (expiry == null) {
            return null;
        }
        return expiry.in == null ? expiry.at : SystemTime.clock().instant().plus(expiry.in);
    }

    @Override
    public Integer call() {
        Administration administration = open();
        Book book = new Book(account.require(administration.accounts(), this), mode);
        NewKey wanted =
                new NewKey(
                        book,
                        name,
                        scopes.equals(List.of(ALL)) ? ApiKeys.SCOPES : scopes,
                        expiresAt());
        CreatedKey created = administration.apiKeys().create(wanted);
        format.printOne(COLUMNS, created, out());
        err().println("The key is shown only once: keep it now.");
        return DONE;
    }
}
