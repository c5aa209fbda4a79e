package dev.countersign.facade.administer.issuing;

import dev.countersign.facade.administer.VaultCommand;
import dev.countersign.facade.output.Columns;
import dev.countersign.facade.output.FormatOption;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.service.issuing.Accounts.OpenedAccount;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Opens an account, in both modes, with a PIN key in each. */
@Command(
        name = "create",
        description =
                "Opens an account with a live and a sandbox book, and makes the PIN key of each. The "
                        + "sandbox PIN key is shown only once. Nobody sees the live one whole: see 'countersign "
                        + "accounts pin-key'.")
final class AccountsCreate extends VaultCommand {

    private static final Columns<OpenedAccount> COLUMNS =
            Columns.<OpenedAccount>of()
                    .text("id", row -> row.account().id())
                    .text("name", row -> row.account().name())
                    .time("created_at", row -> row.account().createdAt())
                    .text("sandbox_pin_key", row -> row.sandbox().hex())
                    .text("sandbox_pin_key_check_value", row -> row.sandbox().checkValue())
                    .text("live_pin_key_check_value", row -> row.live().checkValue());

    @Option(names = "--name", required = true, description = "What the account is called.")
    private String name = "";

    @Option(
            names = "--without-programs",
            description =
                    "Gives it no program. Otherwise it begins as the first account does, with a Visa and "
                            + "a Mastercard program of test ranges in both modes, the Visa one its default.")
    private boolean withoutPrograms;

    @Mixin private FormatOption format = new FormatOption();

    @Override
    public Integer call() {
        Reconcile book = openWithVault();
        OpenedAccount opened = book.accounts().create(name, !withoutPrograms, book.pins());
        format.printOne(COLUMNS, opened, out());
        String account = opened.account().id().toString();
        err().println(
                        """
                        The sandbox PIN key is shown only once. Next:
                          countersign keys create --mode sandbox --name NAME --account %s
                          countersign accounts pin-key --mode live --component 1 --account %s"""
                                .formatted(account, account));
        return DONE;
    }
}
