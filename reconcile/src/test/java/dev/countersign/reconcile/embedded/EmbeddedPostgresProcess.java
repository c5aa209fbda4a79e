package dev.countersign.reconcile.embedded;

import java.nio.file.Path;

/** Starts the server, says where it listens, and stays until it is killed. */
final class EmbeddedPostgresProcess {

    private EmbeddedPostgresProcess() {}

    public static void main(String[] arguments) throws InterruptedException {
        var postgres = EmbeddedPostgres.start(Path.of(arguments[0]), LoopbackPort.ANY);
        System.out.println(
                "url "
                        + postgres.url()
                        + "?user="
                        + DatabaseRole.OWNER.roleName()
                        + "&password="
                        + postgres.password(DatabaseRole.OWNER));
        Thread.currentThread().join();
    }
}
