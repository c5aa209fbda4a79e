package dev.countersign.reconcile.vault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.audit.ActorKind;
import dev.countersign.reconcile.domain.audit.AuditAction;
import dev.countersign.reconcile.domain.audit.AuditCheckpoint;
import dev.countersign.reconcile.domain.audit.AuditEntry;
import dev.countersign.reconcile.domain.audit.CheckpointCause;
import dev.countersign.reconcile.vault.key.FixedKeys;
import dev.countersign.reconcile.vault.key.KeyName;
import java.security.SecureRandom;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AuditSealsTest {

    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00.123456789Z");
    private static final AuditAction ACTION =
            new AuditAction(ActorKind.OPERATOR, "ada", "break.assign", "brk_1", "grace");

    private final FixedKeys keys = FixedKeys.random(new SecureRandom());
    private final AuditSeals seals = new AuditSeals(keys);
    private final KeyName key = seals.keyAfter(null);
    private final AuditEntry first = seals.entry(key, 1, NOON, ACTION, AuditEntry.BEGINNING);

    private static AuditEntry with(AuditEntry entry, AuditAction action) {
        return new AuditEntry(
                entry.number(), entry.at(), action, entry.key(), entry.previous(), entry.seal());
    }

    @Test
    void sealsAnEntryTogetherWithTheSealOfTheOneBefore() {
        AuditEntry second = seals.entry(key, 2, NOON, ACTION, first.seal());

        assertThat(seals.matches(first)).isTrue();
        assertThat(seals.matches(second)).isTrue();
        assertThat(second.follows(1, first.seal())).isTrue();
        assertThat(second.follows(0, AuditEntry.BEGINNING)).as("one was left out").isFalse();
    }

    @Test
    void showsThatAnEntryWasChanged() {
        AuditAction other =
                new AuditAction(ActorKind.OPERATOR, "ada", "break.assign", "brk_1", "alan");

        assertThat(seals.matches(with(first, other))).isFalse();
    }

    @Test
    void tellsApartWhatReadsTheSameRunTogether() {
        AuditAction shifted =
                new AuditAction(ActorKind.OPERATOR, "ada", "break.assignbrk_1", "", "grace");

        assertThat(seals.entry(key, 1, NOON, shifted, AuditEntry.BEGINNING).seal())
                .isNotEqualTo(first.seal());
    }

    @Test
    void sealsUnderTheNewestKeyAndVerifiesUnderEach() {
        KeyName next = seals.renew();
        AuditEntry second = seals.entry(seals.keyAfter(key.toString()), 2, NOON, ACTION, "");

        assertThat(next).hasToString("audit-trail-2");
        assertThat(second.key()).isEqualTo("audit-trail-2");
        assertThat(seals.matches(first)).isTrue();
        assertThat(seals.matches(second)).isTrue();
        assertThat(seals.keyAfter("audit-trail-7")).hasToString("audit-trail-7");
    }

    @Test
    void takesNoSealUnderAnotherKeyOrUnderNone() {
        AuditSeals others = new AuditSeals(FixedKeys.random(new SecureRandom()));
        AuditEntry foreign = others.entry(key, 1, NOON, ACTION, AuditEntry.BEGINNING);
        AuditEntry pinKey = new AuditEntry(1, NOON, ACTION, "pin-verification-1", "", first.seal());

        assertThat(seals.matches(foreign)).isFalse();
        assertThat(seals.matches(pinKey)).isFalse();
        assertThat(seals.holds("audit-trail-2")).isFalse();
        assertThat(seals.holds("kek-1")).isFalse();
    }

    @Test
    void sealsCheckpoints() {
        AuditCheckpoint checkpoint =
                seals.checkpoint(key, 1, NOON, CheckpointCause.NIGHT, 3, first.seal());
        AuditCheckpoint shorter =
                new AuditCheckpoint(
                        checkpoint.sequence(),
                        checkpoint.at(),
                        checkpoint.cause(),
                        2,
                        checkpoint.head(),
                        checkpoint.key(),
                        checkpoint.seal());

        assertThat(seals.matches(checkpoint)).isTrue();
        assertThat(seals.matches(shorter)).isFalse();
    }
}
