package dev.countersign.facade.launch.command;

import dev.countersign.facade.launch.health.FatalErrorHandler;
import dev.countersign.facade.launch.start.Product;
import dev.countersign.facade.launch.start.Role;
import dev.countersign.facade.output.TerminalCommand;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/** Runs the product until it is stopped. */
@Command(
        name = "serve",
        description = "Runs Countersign. What is not named as a setting is embedded.",
        footer = {
            "",
            "Any setting may follow as --name=value, for example",
            "  --spring.datasource.url=jdbc:postgresql://db/countersign",
            "  --spring.kafka.bootstrap-servers=kafka:9092",
            "  --server.port=8081"
        })
public final class ServeCommand extends TerminalCommand {

    @Option(
            names = "--roles",
            split = ",",
            description = "What this process does: ${COMPLETION-CANDIDATES}; all by default.")
    private Set<Role> roles = EnumSet.allOf(Role.class);

    @Option(
            names = "--demo",
            description = {
                "Shows an issuer in the sandbox: twelve hundred cardholders, two months of history"
                        + " that is decided and settled behind the running product, and traffic from"
                        + " then on."
            })
    private boolean demo;

    @Unmatched private List<String> settings = new ArrayList<>();

    @Override
    public Integer call() throws InterruptedException {
        for (String setting : settings) {
            refuse(
                    !setting.matches("--[a-z][a-z0-9.-]*\\.[a-z0-9.-]+=.*"),
                    "Unknown argument: '" + setting + "'");
        }
        refuse(
                demo && !roles.contains(Role.INGEST),
                "--demo needs the role ingest, which decides its traffic");
        FatalErrorHandler.install();
        Product product = Product.start(roles, demo, settings);
        product.runUntilStopped();
        return DONE;
    }
}
