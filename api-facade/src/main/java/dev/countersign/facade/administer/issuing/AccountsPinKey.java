package dev.countersign.facade.administer.issuing;

import dev.countersign.facade.administer.AccountOption;
import dev.countersign.facade.administer.VaultCommand;
import dev.countersign.facade.local.DataDirectory;
import dev.countersign.facade.local.KeysFile;
import dev.countersign.facade.output.Columns;
import dev.countersign.facade.output.FormatOption;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.service.issuing.PinKeyHandover.Component;
import dev.countersign.reconcile.vault.PinKey;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Hands the PIN key of a book to its account, and renews it. */
@Command(
        name = "pin-key",
        description = {
            "Shows the check value of a PIN key, hands the key over, or replaces it.",
            "",
            "A live key is never shown whole. It leaves as two components of 64 hexadecimal digits: "
                    + "one custodian asks for --component 1, another for --component 2, each sees one alone, "
                    + "and each component is shown once and not kept after that. Brought together in the "
                    + "account's own device, component 1 XOR component 2 is the key; its check value (AES-CMAC "
                    + "of a zero block, six digits) must be the one shown here. A component that got lost, or "
                    + "was seen by the wrong person, cannot be had again: --renew makes a new key. PIN blocks "
                    + "under the old key are refused from then on; PINs that are set stay.",
            ""
        })
final class AccountsPinKey extends VaultCommand {

    private static final Columns<ShownComponent> KEY =
            Columns.<ShownComponent>of()
                    .text("account_id", row -> row.book().account())
                    .text("mode", row -> row.book().mode().wire())
                    .text("pin_key", ShownComponent::value)
                    .text("check_value", ShownComponent::checkValue);

    private static final Columns<ComponentHandover> COMPONENT =
            Columns.<ComponentHandover>of()
                    .text("account_id", row -> row.book().account())
                    .text("mode", row -> row.book().mode().wire())
                    .number("component", row -> row.component().number())
                    .text("value", row -> row.component().value())
                    .text("check_value", row -> row.component().checkValue())
                    .text("key_check_value", row -> row.component().keyCheckValue());

    @Option(
            names = "--mode",
            required = true,
            paramLabel = "live|sandbox",
            description = "Which of the account's two keys.")
    private Mode mode = Mode.SANDBOX;

    @Mixin private AccountOption account = new AccountOption();

    @Option(names = "--component", paramLabel = "1|2", description = "Shows this component, once.")
    private @Nullable Integer component;

    @Option(
            names = "--renew",
            description = "Makes a new key. That of the sandbox is shown, this once.")
    private boolean renew;

    @Mixin private FormatOption format = new FormatOption();

    private record ShownComponent(Book book, @Nullable String value, String checkValue) {}

    private record ComponentHandover(Book book, Component component) {}

    @Override
    public Integer call() {
        refuse(
                component != null && (component < 1 || component > 2),
                "--component must be 1 or 2.");
        refuse(component != null && renew, "Renew the key first, then ask for its components.");
        Reconcile reconcile = openWithVault();
        Book book = new Book(account.require(reconcile.accounts(), this), mode);
        if (component != null) {
            return handOver(reconcile, book, component);
        }
        format.printOne(KEY, renew ? renewed(reconcile, book) : shown(reconcile, book), out());
        return DONE;
    }

    private static ShownComponent shown(Reconcile reconcile, Book book) {
        PinKey key = reconcile.pins().keyOf(book);
        return new ShownComponent(book, null, key.checkValue());
    }

    private ShownComponent renewed(Reconcile reconcile, Book book) {
        PinKey before = reconcile.pins().keyOf(book);
        PinKey after = reconcile.pinKeyHandover().renew(book);
        if (mode == Mode.LIVE) {
            err().println("The key is new: have its components handed over with --component.");
            return new ShownComponent(book, null, after.checkValue());
        }
        keepInFile(before, after);
        return new ShownComponent(book, after.hex(), after.checkValue());
    }

    /** The keys file of a product that runs here goes on naming the key that counts. */
    private static void keepInFile(PinKey before, PinKey after) {
        KeysFile file = new KeysFile(DataDirectory.ofThisProcess());
        Map<String, String> assignments = file.read();
        if (assignments.replace("PIN_KEY", before.hex(), after.hex())) {
            file.write(assignments);
        }
    }

    private int handOver(Reconcile reconcile, Book book, int number) {
        Component handed = reconcile.pinKeyHandover().show(book, number);
        if (handed.value() == null) {
            err().println(
                            String.format(
                                    Locale.ROOT,
                                    "Component %d was shown at %s and is not kept: if its custodian does not have it, make a new key with --renew.",
                                    number,
                                    handed.shownAt()));
            return REFUSED;
        }
        format.printOne(COMPONENT, new ComponentHandover(book, handed), out());
        err().println("This component is shown only once: write it down now.");
        return DONE;
    }
}
