package dev.countersign.facade.launch;

import dev.countersign.facade.local.BcryptPasswords;
import dev.countersign.facade.testkit.ConsoleCaller;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.operator.LoginLimits;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.RandomIds;
import dev.countersign.reconcile.service.access.Operators;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.vault.key.Pkcs12Keys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Commands as an administrator types them, beside the database of a test and a file of keys. */
record CommandDesk(PostgresExtension postgres, Path directory) {

    /** A desk beside a database without a book. */
    static CommandDesk beside(PostgresExtension postgres, Path directory) {
        postgres.empty();
        CommandDesk desk = new CommandDesk(postgres, directory);
        var unused = Pkcs12Keys.open(desk.keyStore(), "test".toCharArray(), new SecureRandom());
        return desk;
    }

    Path keyStore() {
        return directory.resolve("vault.p12");
    }

    CommandRun run(String arguments) {
        return run(List.of(arguments.split(" ")), false);
    }

    CommandRun withVault(String arguments) {
        return run(List.of(arguments.split(" ")), true);
    }

    CommandRun run(List<String> arguments, boolean vault) {
        List<String> all = new ArrayList<>(arguments);
        all.add("--database-url=" + postgres.url());
        if (vault) {
            all.add("--vault-key-store=" + keyStore());
            all.add("--vault-password=test");
        }
        return CommandRun.of(all);
    }

    /** The id of a new account. */
    String account(String name) {
        return withVault("accounts create --format json --name " + name).one().get("id").asString();
    }

    /** The book that the commands work on. */
    Reconcile book() {
        return Reconcile.open(
                postgres.dataSource(),
                InstantSource.system(),
                new RandomIds(),
                Pkcs12Keys.open(keyStore(), "test".toCharArray(), new SecureRandom()),
                new SecureRandom());
    }

    /** Somebody who works at the console, and a file with their password. */
    Path operator(String name, OperatorRole role) throws IOException {
        Operators operators = operators();
        String password = ConsoleCaller.PASSWORD + " " + Integer.toHexString(name.hashCode());
        operators.changePassword(name, operators.create(name, role).password(), password);
        return Files.writeString(directory.resolve(name), password + "\n");
    }

    Operators operators() {
        return Console.open(
                        Database.over(postgres.dataSource()),
                        new BcryptPasswords(4),
                        LoginLimits.of(5, 20),
                        InstantSource.system())
                .operators();
    }
}
