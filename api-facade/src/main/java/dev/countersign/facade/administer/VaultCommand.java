package dev.countersign.facade.administer;

import dev.countersign.facade.local.VaultOptions;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.service.RandomIds;
import dev.countersign.reconcile.service.SystemTime;
import dev.countersign.reconcile.vault.key.KeyProvider;
import java.security.SecureRandom;
import picocli.CommandLine.Mixin;

/** A command that needs the keys of the vault. */
public abstract class VaultCommand extends AdministrationCommand {

    @Mixin private VaultOptions vault = new VaultOptions();

    /** The keys of the vault. */
    protected final KeyProvider keys() {
        return vault.open();
    }

    /** All services of the book. */
    protected final Reconcile openWithVault() {
        SecureRandom random = new SecureRandom();
        return Reconcile.open(
                database().dataSource(),
                SystemTime.clock(),
                new RandomIds(),
                vault.open(random),
                random);
    }
}
