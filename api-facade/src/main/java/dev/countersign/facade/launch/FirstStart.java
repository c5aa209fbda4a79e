package dev.countersign.facade.launch;

import dev.countersign.facade.local.KeysFile;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.service.Accounts;
import dev.countersign.reconcile.service.Accounts.FirstKeys;
import dev.countersign.reconcile.service.Operators;
import dev.countersign.reconcile.service.Operators.Made;
import dev.countersign.reconcile.vault.PinKey;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.core.env.Environment;

/**
 * Sees to it that there is an account and an operator of the console, and that their owner has the
 * keys and the password: they are written down when the account is opened, and again when the file
 * of an embedded database was lost. A database of the user's own gives its first keys once; further
 * ones are a matter of administration.
 */
final class FirstStart {

    private final Accounts accounts;
    private final Operators operators;
    private final Function<Book, PinKey> pinKeys;
    private final KeysFile file;
    private final boolean embedded;

    /**
     * Looks at one book.
     *
     * @param pinKeys gives the PIN key of a book
     * @param embedded true if the database is ours alone
     */
    FirstStart(
            Accounts accounts,
            Operators operators,
            Function<Book, PinKey> pinKeys,
            KeysFile file,
            boolean embedded) {
        this.accounts = accounts;
        this.operators = operators;
        this.pinKeys = pinKeys;
        this.file = file;
        this.embedded = embedded;
    }

    /**
     * Opens the first account where there is none, and keeps the file up to date.
     *
     * @param settings say where the servers are
     * @return what was issued just now, by the names that it has in the file
     */
    Map<String, String> prepare(Environment settings) {
        Map<String, String> written = file.read();
        Optional<FirstKeys> keys = accounts.openFirst();
        if (keys.isEmpty() && embedded && !written.containsKey("SANDBOX_KEY")) {
            keys = Optional.of(accounts.renewFirstKeys());
        }
        Optional<Made> operator = operators.openFirst();
        if (operator.isEmpty() && embedded && !written.containsKey("CONSOLE_PASSWORD")) {
            operator = Optional.of(operators.renewFirst());
        }
        Map<String, String> issued = new LinkedHashMap<>();
        keys.ifPresent(made -> issued.putAll(named(made)));
        operator.ifPresent(
                made -> {
                    issued.put("CONSOLE_USER", made.name());
                    issued.put("CONSOLE_PASSWORD", made.password());
                });
        Map<String, String> assignments = new LinkedHashMap<>(written);
        assignments.putAll(issued);
        if (!assignments.isEmpty()) {
            assignments.put("DATABASE_URL", settings.getRequiredProperty("spring.datasource.url"));
            assignments.put(
                    "KAFKA_BOOTSTRAP",
                    settings.getRequiredProperty("spring.kafka.bootstrap-servers"));
        }
        if (!assignments.equals(written)) {
            file.write(assignments);
        }
        return issued;
    }

    private Map<String, String> named(FirstKeys keys) {
        Map<String, String> named = new LinkedHashMap<>();
        named.put("SANDBOX_KEY", keys.sandbox());
        named.put("LIVE_KEY", keys.live());
        named.put("PIN_KEY", pinKeys.apply(new Book(keys.account(), Mode.SANDBOX)).hex());
        return named;
    }
}
