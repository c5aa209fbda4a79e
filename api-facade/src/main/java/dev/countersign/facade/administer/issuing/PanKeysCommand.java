package dev.countersign.facade.administer.issuing;

import dev.countersign.facade.administer.VaultCommand;
import dev.countersign.facade.administer.argument.NonBlankText;
import dev.countersign.facade.approval.ApprovalPrompt;
import dev.countersign.facade.output.CommandGroup;
import dev.countersign.facade.output.Progress;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.operator.ApprovalKind;
import dev.countersign.reconcile.service.AuditContext;
import dev.countersign.reconcile.service.SystemTime;
import dev.countersign.reconcile.service.issuing.PanKeys;
import dev.countersign.reconcile.service.issuing.PanKeys.Rotation;
import dev.countersign.reconcile.service.operations.Approvals;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The keys that card numbers are sealed with. */
@Command(
        name = "pan-keys",
        description = "Rotates the key that card numbers are encrypted with.",
        subcommands = PanKeysCommand.Rotate.class)
public final class PanKeysCommand extends CommandGroup {

    /** Moves all card numbers to a new key. */
    @Command(
            name = "rotate",
            description =
                    "Makes a new data key and encrypts every card number with it again, in small transactions "
                            + "beside a product that runs: it reads under both keys and uses the new one at once. The "
                            + "old key is deleted at the end. A rotation that was stopped goes on where it was when it "
                            + "is started again.")
    static final class Rotate extends VaultCommand {

        private static final int CHUNK_MAX = 100_000;

        @Option(
                names = "--chunk",
                defaultValue = "1000",
                paramLabel = "N",
                description = "How many card numbers in one transaction (${DEFAULT-VALUE}).")
        private int chunk;

        @Option(
                names = "--wrapping-key",
                description =
                        "First makes a new key in the key file or token, too, and wraps the data keys and"
                                + " the PIN keys with it; the older ones stay there for backups.")
        private boolean wrappingKey;

        @Option(
                names = "--by",
                paramLabel = "NAME",
                converter = NonBlankText.class,
                description =
                        "The administrator who asks for it; not needed to continue a rotation.")
        private String by = "";

        @Mixin private ApprovalPrompt two = new ApprovalPrompt();

        @Override
        public Integer call() {
            refuse(chunk < 1 || chunk > CHUNK_MAX, "--chunk must be 1 to " + CHUNK_MAX + ".");
            Reconcile book = openWithVault();
            AuditContext.setSubject(PanKeys.SUBJECT);
            Rotation rotation = begun(book);
            PanKeys keys = book.panKeys();
            long total = rotation.left();
            Progress progress = Progress.of("card numbers", total, err());
            long done = 0;
            for (Rotation next = keys.move(rotation, chunk);
                    !next.equals(rotation);
                    next = keys.move(rotation, chunk)) {
                done += rotation.left() - next.left();
                rotation = next;
                progress.at(done);
            }
            progress.end(done);
            long behind = keys.end(rotation);
            if (behind > 0) {
                err().println(
                                behind
                                        + " card numbers are still under an old key, since a product of"
                                        + " an older version issued cards meanwhile: rotate again.");
                return FAILED;
            }
            out().println(done + " card numbers are under " + rotation.dataKey() + ".");
            return DONE;
        }

        /**
         * The rotation to go on with: one that was agreed to and is not at its end, or a new one
         * that two administrators agree to now. Where nobody works at the console, there is nobody
         * to ask.
         */
        private Rotation begun(Reconcile book) {
            PanKeys keys = book.panKeys();
            Rotation unfinished = keys.resume();
            if (unfinished.resumed() && !wrappingKey) {
                err().println("Going on with the rotation to " + unfinished.dataKey() + ".");
                return unfinished;
            }
            if (console().operators().list().isEmpty()) {
                var unused = keys.begin();
            } else {
                refuse(
                        by.isBlank(),
                        "A rotation takes two administrators: name them with --by and --approved-by, or ask and approve at the console.");
                two.require(book.database(), by, this::keys);
                new Approvals(book.database(), two.rule(book.database()), SystemTime.clock())
                        .together(
                                ApprovalKind.ROTATE_CARD_KEYS,
                                PanKeys.SUBJECT,
                                by,
                                two.approver(),
                                keys::begin);
            }
            if (wrappingKey) {
                err().println("Keys are wrapped with " + book.wrappingKeys().renew() + ".");
            }
            return keys.resume();
        }
    }
}
