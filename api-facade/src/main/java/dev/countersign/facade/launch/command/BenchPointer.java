package dev.countersign.facade.launch.command;

import dev.countersign.reconcile.embedded.StartupRefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** Says where the benchmark is: in a jar of its own, so that no peer is part of the product. */
@Command(
        name = "bench",
        description =
                "Measures Countersign on this machine beside its peers; a jar of its own, which the launcher finds.",
        mixinStandardHelpOptions = true)
public final class BenchPointer implements Callable<Integer> {

    @Unmatched private List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() {
        throw new StartupRefusedException(
                "The benchmark is a program of its own: build it with mvn -q -Pbench -DskipTests"
                        + " package, and run api-facade/bin/countersign bench"
                        + (arguments.isEmpty() ? "" : " " + String.join(" ", arguments))
                        + ".");
    }
}
