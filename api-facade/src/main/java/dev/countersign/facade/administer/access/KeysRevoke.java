package dev.countersign.facade.administer.access;

import dev.countersign.facade.administer.AdministrationCommand;
import dev.countersign.reconcile.Administration;
import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.ApiKey;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Revokes an API key. */
@Command(
        name = "revoke",
        description =
                "Revokes an API key: the next request that carries it is refused, by a product that runs "
                        + "too. A key cannot be given back.",
        mixinStandardHelpOptions = true)
final class KeysRevoke extends AdministrationCommand {

    @Parameters(paramLabel = "key_…", description = "The key's id, as 'keys list' shows it.")
    private String id = "";

    @Override
    public Integer call() {
        Administration administration = open();
        if (administration.apiKeys().list().stream().noneMatch(key -> key.id().equals(id))) {
            throw new RequestRefusedException(
                    ErrorCode.RESOURCE_MISSING,
                    "There is no API key "
                            + (id.startsWith("sk_") ? "with such an id" : id)
                            + ": 'countersign keys list' shows the ids of those that there are.");
        }
        ApiKey revoked = administration.apiKeys().revoke(id);
        out().println(
                        revoked.id()
                                + " ("
                                + revoked.name()
                                + ") is revoked since "
                                + revoked.revokedAt()
                                + ".");
        return DONE;
    }
}
