package dev.countersign.facade.launch;

import dev.countersign.facade.launch.start.Product;
import dev.countersign.facade.launch.start.Role;
import dev.countersign.reconcile.embedded.StartupRefusedException;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * The command that the launcher has the JVM learn from. The launcher lays out the packaged jar and
 * has this command run from there. It gives every later start what the JVM wrote down at the end of
 * that run: classes that are linked already, and which methods are worth compiling.
 */
@Command(
        name = "prepare",
        description = {
            "Makes later starts faster, once for a build and a JDK.",
            "Lays out the packaged jar beside it, and rehearses there with traffic and a night of its own. "
                    + "Takes a minute."
        },
        mixinStandardHelpOptions = true)
final class PrepareCommand implements Callable<Integer> {

    /** Set by the launcher, which gives the rehearsal a directory that is removed afterwards. */
    private static final String LAID_OUT = "countersign.laid-out";

    @Override
    public Integer call() throws InterruptedException {
        if (!Boolean.getBoolean(LAID_OUT)) {
            throw new StartupRefusedException(
                    "Preparing is the launcher's work: run api-facade/bin/countersign prepare.");
        }
        Product product =
                Product.start(
                        EnumSet.allOf(Role.class),
                        false,
                        List.of(
                                "--server.port=0",
                                "--management.server.port=0",
                                "--countersign.embedded.postgres-port=0",
                                "--countersign.embedded.kafka-port=0"));
        return new Rehearsal(product.context(), Main.commandLine()).run();
    }
}
