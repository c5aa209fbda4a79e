package dev.countersign.reconcile.service.operations;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.ledger.AccountBalance;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.audit.AuditVerification;
import dev.countersign.reconcile.service.audit.ChainCheck;
import dev.countersign.reconcile.service.audit.ChainWitness;
import dev.countersign.reconcile.store.issuing.VaultStore;
import dev.countersign.reconcile.store.issuing.VaultStore.SealedNumber;
import dev.countersign.reconcile.store.issuing.VaultStore.StoredPinKey;
import dev.countersign.reconcile.store.lookup.RestoredBookStore;
import dev.countersign.reconcile.store.settlement.JournalStore;
import dev.countersign.reconcile.vault.PanVault;
import dev.countersign.reconcile.vault.PinKeys;
import dev.countersign.reconcile.vault.SealBrokenException;
import dev.countersign.reconcile.vault.key.KeysRefusedException;
import dev.countersign.reconcile.vault.key.WrappedKey;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;

/**
 * Verifies that a restored book is whole, by what its own rows say of each other and what the keys
 * open. It changes nothing.
 */
public final class BackupVerification {

    private static final LocalDate EVERYTHING = LocalDate.of(9999, 12, 31);
    private static final int PROBLEMS_MAX = 20;
    private static final int NUMBERS_OF_A_KEY = 100;

    private final Database database;
    private final PanVault vault;
    private final PinKeys pinKeys;
    private final AuditVerification trail;
    private final VaultStore vaultStore = new VaultStore();
    private final JournalStore journals = new JournalStore();
    private final RestoredBookStore store = new RestoredBookStore();

    public BackupVerification(
            Database database, PanVault vault, PinKeys pinKeys, AuditVerification trail) {
        this.database = database;
        this.vault = vault;
        this.pinKeys = pinKeys;
        this.trail = trail;
    }

    /**
     * The outcome of one check.
     *
     * @param part of the backup that was looked at
     * @param passed false where it is not whole
     * @param finding what was found, as a sentence
     */
    public record BackupFinding(String part, boolean passed, String finding) {}

    /** Looks at all that the database alone can show. */
    public List<BackupFinding> verify() {
        return List.of(ledger(), keys(), auditTrail(), events());
    }

    /** Returns the next offset to decide of each partition of a topic. */
    public Map<Integer, Long> positions(String topic) {
        return database.read(handle -> store.positions(handle, topic));
    }

    /** Returns where each partition of the events' topic ended. */
    public List<Long> eventEnds() {
        return database.read(store::eventEnds).stream().findFirst().orElse(List.of());
    }

    private BackupFinding ledger() {
        List<String> uneven =
                new ArrayList<>(database.read(handle -> store.unevenDays(handle, PROBLEMS_MAX)));
        int currencies = 0;
        for (Mode mode : Mode.values()) {
            Map<String, BigDecimal> sums = new TreeMap<>();
            List<AccountBalance> balances =
                    database.read(handle -> journals.balances(handle, mode, EVERYTHING));
            balances.forEach(each -> sums.merge(each.currency(), each.balance(), BigDecimal::add));
            currencies += sums.size();
            sums.forEach(
                    (currency, sum) -> {
                        if (sum.signum() != 0) {
                            uneven.add(
                                    "%s in all %s by %s minor units"
                                            .formatted(mode.wire(), currency, sum));
                        }
                    });
        }
        return new BackupFinding(
                "ledger",
                uneven.isEmpty(),
                uneven.isEmpty()
                        ? "The trial balance is even, in " + counted(currencies, "currency") + "."
                        : "The trial balance is uneven: " + String.join(", ", uneven) + ".");
    }

    private BackupFinding keys() {
        try {
            List<WrappedKey> dataKeys = database.read(vaultStore::dataKeys);
            vault.take(dataKeys);
            List<SealedNumber> numbers =
                    database.read(handle -> store.sampleOfPans(handle, NUMBERS_OF_A_KEY));
            for (SealedNumber number : numbers) {
                var unused = vault.open(number.card(), number.pan());
            }
            int ofPins = database.read(this::openPinKeys);
            return new BackupFinding(
                    "vault",
                    true,
                    "Its keys open %s, %s and %s."
                            .formatted(
                                    counted(dataKeys.size(), "data key"),
                                    counted(ofPins, "PIN key"),
                                    counted(numbers.size(), "card number")));
        } catch (KeysRefusedException | SealBrokenException e) {
            return new BackupFinding(
                    "vault", false, "These are not the keys of this database: " + e.getMessage());
        }
    }

    private int openPinKeys(Handle handle) {
        List<StoredPinKey> stored = vaultStore.pinKeys(handle);
        for (StoredPinKey each : stored) {
            var unused = pinKeys.unwrap(each.book().account(), each.book().mode(), each.wrapped());
        }
        return stored.size();
    }

    private BackupFinding auditTrail() {
        try {
            ChainCheck check = trail.verify(List.of(), ChainWitness.NONE);
            return new BackupFinding(
                    "audit trail",
                    check.intact(),
                    check.intact()
                            ? "It is whole, with " + counted(check.entries(), "sealed entry") + "."
                            : String.join(" ", check.problems()));
        } catch (KeysRefusedException e) {
            return new BackupFinding(
                    "audit trail", false, Objects.requireNonNullElse(e.getMessage(), ""));
        }
    }

    private BackupFinding events() {
        return database.read(
                handle -> {
                    int rows = store.eventEnds(handle).size();
                    if (rows != 1) {
                        return new BackupFinding(
                                "events", false, "Their position has " + rows + " rows, not one.");
                    }
                    return store.isNumberedAhead(handle)
                            ? new BackupFinding(
                                    "events",
                                    false,
                                    "Changes have numbers that are still to be given: the"
                                            + " counter of state_change was not restored.")
                            : new BackupFinding(
                                    "events",
                                    true,
                                    "Changes still to be told: "
                                            + store.countUnpublished(handle)
                                            + ".");
                });
    }

    private static String counted(long number, String thing) {
        if (number == 1) {
            return "1 " + thing;
        }
        String plural =
                thing.endsWith("y") && !thing.endsWith("key")
                        ? thing.substring(0, thing.length() - 1) + "ies"
                        : thing + "s";
        return number + " " + plural;
    }
}
