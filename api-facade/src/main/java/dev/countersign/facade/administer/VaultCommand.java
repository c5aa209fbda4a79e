package dev.countersign.facade.administer;

import dev.countersign.facade.local.VaultOptions;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.service.RandomIds;
import dev.countersign.reconcile.service.SystemTime;
import java.security.SecureRandom;
import picocli.CommandLine.Mixin;

/** A command that needs the keys of the vault. */
abstract class VaultCommand extends AdministrationCommand {

    @Mixin private VaultOptions vault = new VaultOptions();

    /** All services of the book. */
    final Reconcile openWithVault() {
        SecureRandom random = new SecureRandom();
        return Reconcile.open(
                database().dataSource(),
                SystemTime.clock(),
                new RandomIds(),
                vault.open(random),
                random);
    }
}
