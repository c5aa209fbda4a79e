package dev.countersign.reconcile.domain.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A chain in which nothing can be altered unseen. */
class AuditEntryTest {

    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00.123456789Z");
    private static final AuditAction ACTION =
            new AuditAction(ActorKind.OPERATOR, "ada", "break.assign", "brk_1", "grace");

    private final AuditEntry first = AuditEntry.following(1, NOON, ACTION, AuditEntry.BEGINNING);

    @Test
    void followsOnTheOneBefore() {
        AuditEntry second = AuditEntry.following(2, NOON, ACTION, first.sha256());

        assertThat(first.follows(0, AuditEntry.BEGINNING)).isTrue();
        assertThat(second.follows(1, first.sha256())).isTrue();
        assertThat(second.follows(0, AuditEntry.BEGINNING)).as("one was left out").isFalse();
    }

    @Test
    void showsThatItWasChanged() {
        AuditAction other =
                new AuditAction(ActorKind.OPERATOR, "ada", "break.assign", "brk_1", "alan");
        AuditEntry changed =
                new AuditEntry(1, first.at(), other, first.previousSha256(), first.sha256());

        assertThat(changed.follows(0, AuditEntry.BEGINNING)).isFalse();
    }

    @Test
    void tellsApartWhatReadsTheSameRunTogether() {
        AuditAction shifted =
                new AuditAction(ActorKind.OPERATOR, "ada", "break.assignbrk_1", "", "grace");

        assertThat(AuditEntry.following(1, NOON, shifted, AuditEntry.BEGINNING).sha256())
                .isNotEqualTo(first.sha256());
    }
}
