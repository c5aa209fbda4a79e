package dev.countersign.facade.launch.start;

import dev.countersign.facade.error.TransientErrors;
import dev.countersign.facade.local.DataDirectory;
import dev.countersign.facade.local.DatabaseOption;
import dev.countersign.facade.local.KeysFile;
import dev.countersign.facade.local.Servers;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.audit.ActorKind;
import dev.countersign.reconcile.domain.audit.AuditAction;
import dev.countersign.reconcile.embedded.EmbeddedPostgres;
import dev.countersign.reconcile.service.AuditContext;
import dev.countersign.reconcile.service.access.Operators;
import dev.countersign.reconcile.service.access.Operators.OperatorPassword;
import dev.countersign.reconcile.service.issuing.Accounts;
import dev.countersign.reconcile.service.issuing.Accounts.FirstKeys;
import dev.countersign.reconcile.vault.PinKey;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;

/**
 * Sees to it that there is an account and an operator of the console, and that their owner has the
 * keys and the password: they are written down when the account is opened, and again when the file
 * of an embedded database was lost. A database of the user's own gives its first keys once; further
 * ones are a matter of administration.
 */
final class Bootstrap {

    /** Names of assignments whose values belong to the servers that run now. */
    private static final Set<String> SERVERS =
            Set.of(
                    "PGUSER",
                    "PGPASSWORD",
                    DatabaseOption.REQUIRED_LOGIN,
                    "KAFKA_CLIENT_CONFIG",
                    Servers.PREFIX_WRITTEN);

    /** Tries of each step: the stream runs already, and may hold a lock for a while. */
    private static final int TRIES = 20;

    private static final Duration BETWEEN_TRIES = Duration.ofMillis(500);

    private final Accounts accounts;
    private final Operators operators;
    private final Function<Book, PinKey> pinKeys;
    private final KeysFile file;
    private final boolean embedded;
    private final boolean opens;
    private final @Nullable Path kafkaClientFile;
    private final InstantSource clock;

    /**
     * Looks at one book.
     *
     * @param pinKeys gives the PIN key of a book
     * @param embedded true if the database is ours alone
     * @param opens true if this process makes the first account and operator where there are none;
     *     others leave that to it, lest their keys lie where nobody looks
     * @param kafkaClientFile what clients of the broker need, if that is ours alone
     */
    Bootstrap(
            Accounts accounts,
            Operators operators,
            Function<Book, PinKey> pinKeys,
            KeysFile file,
            boolean embedded,
            boolean opens,
            @Nullable Path kafkaClientFile,
            InstantSource clock) {
        this.accounts = accounts;
        this.operators = operators;
        this.pinKeys = pinKeys;
        this.file = file;
        this.embedded = embedded;
        this.opens = opens;
        this.kafkaClientFile = kafkaClientFile;
        this.clock = clock;
    }

    /**
     * Opens the first account where there is none and that is for this process to do, and keeps the
     * file up to date.
     *
     * @param settings say where the servers are
     * @param directory that they work in
     * @return what was issued just now, by the names that it has in the file
     */
    Map<String, String> prepare(Environment settings, DataDirectory directory) {
        Map<String, String> written = file.read();
        Optional<FirstKeys> keys = opens ? patiently(accounts::openFirst) : Optional.empty();
        if (keys.isEmpty() && embedded && !written.containsKey("SANDBOX_KEY")) {
            keys = Optional.of(as("key.renew_first", "", accounts::renewFirstKeys));
        }
        Optional<OperatorPassword> operator =
                opens && operators.list().isEmpty()
                        ? as("operator.create", Operators.FIRST, operators::openFirst)
                        : Optional.empty();
        if (operator.isEmpty() && embedded && !written.containsKey(KeysFile.FIRST_PASSWORD)) {
            operator =
                    Optional.of(
                            as("operator.reset_password", Operators.FIRST, operators::renewFirst));
        }
        Map<String, String> issued = new LinkedHashMap<>();
        keys.ifPresent(made -> issued.putAll(named(made)));
        operator.ifPresent(
                made -> {
                    issued.put("CONSOLE_USER", made.name());
                    issued.put(KeysFile.FIRST_PASSWORD, made.password());
                });
        Map<String, String> assignments = new LinkedHashMap<>(written);
        assignments.putAll(issued);
        if (!assignments.isEmpty()) {
            assignments.keySet().removeAll(SERVERS);
            assignments.putAll(database(settings));
            assignments.put(
                    "KAFKA_BOOTSTRAP",
                    settings.getRequiredProperty("spring.kafka.bootstrap-servers"));
            if (kafkaClientFile != null) {
                assignments.put("KAFKA_CLIENT_CONFIG", kafkaClientFile.toString());
            }
            String prefix = settings.getProperty(Topics.SETTINGS + ".prefix", "");
            if (!prefix.isEmpty()) {
                assignments.put(Servers.PREFIX_WRITTEN, prefix);
            }
            if (settings.getProperty("local.server.port", Integer.class, 0) > 0) {
                assignments.put(KeysFile.URL, WebAddress.of(settings));
                assignments.put(KeysFile.MANAGEMENT_URL, WebAddress.ofMetrics(settings));
            }
            assignments.put(KeysFile.HOME, directory.path().toString());
        }
        if (!assignments.equals(written)) {
            file.write(assignments);
        }
        return issued;
    }

    /**
     * Does work that makes something anew at a start, and records it on the audit trail: any user
     * that may start the product may cause it.
     */
    private <T> T as(String action, String subject, Supplier<T> work) {
        AuditAction done =
                new AuditAction(
                        ActorKind.START,
                        System.getProperty("user.name", "unknown"),
                        action,
                        subject,
                        "");
        AuditContext context = AuditContext.as(done, clock.instant());
        try (context) {
            return patiently(work);
        }
    }

    /** Does a step that is one transaction, again while another is in its way. */
    private static <T> T patiently(Supplier<T> step) {
        for (int tried = 1; ; tried++) {
            try {
                return step.get();
            } catch (RuntimeException e) {
                if (tried == TRIES || !TransientErrors.is(e)) {
                    throw e;
                }
                LockSupport.parkNanos(BETWEEN_TRIES.toNanos());
            }
        }
    }

    /** The password of a database of the user's own stays where the user keeps it. */
    private Map<String, String> database(Environment settings) {
        Map<String, String> named = new LinkedHashMap<>();
        String url = settings.getRequiredProperty("spring.datasource.url");
        named.put(
                "DATABASE_URL", embedded ? withoutSettings(url) : DatabaseOption.withoutLogin(url));
        String inAddress = DatabaseOption.source(url, "spring.datasource.url").getUser();
        String user =
                settings.getProperty(
                        "spring.datasource.username", inAddress == null ? "" : inAddress);
        if (!user.isBlank()) {
            named.put("PGUSER", user);
        }
        if (embedded) {
            named.put("PGPASSWORD", settings.getRequiredProperty("spring.datasource.password"));
            named.put(DatabaseOption.REQUIRED_LOGIN, EmbeddedPostgres.AUTHENTICATION);
        }
        return named;
    }

    /** Returns an address without the driver's settings, which PostgreSQL's own programs refuse. */
    private static String withoutSettings(String url) {
        int settings = url.indexOf('?');
        return settings < 0 ? url : url.substring(0, settings);
    }

    private Map<String, String> named(FirstKeys keys) {
        Map<String, String> named = new LinkedHashMap<>();
        named.put("SANDBOX_KEY", keys.sandbox());
        named.put("LIVE_KEY", keys.live());
        Book sandbox = new Book(keys.account(), Mode.SANDBOX);
        named.put("PIN_KEY", patiently(() -> pinKeys.apply(sandbox)).hex());
        return named;
    }
}
