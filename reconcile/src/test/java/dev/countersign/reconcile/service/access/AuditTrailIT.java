package dev.countersign.reconcile.service.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.audit.ActorKind;
import dev.countersign.reconcile.domain.audit.AuditAction;
import dev.countersign.reconcile.domain.audit.AuditEntry;
import dev.countersign.reconcile.domain.audit.AuditFilter;
import dev.countersign.reconcile.domain.audit.SecurityEvent;
import dev.countersign.reconcile.domain.list.ListPosition;
import dev.countersign.reconcile.service.AuditContext;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.audit.AuditChain;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.vault.AuditSeals;
import dev.countersign.reconcile.vault.key.FixedKeys;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The trail of what people and keys did. */
class AuditTrailIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    private Database database;
    private AuditTrail trail;
    private AuditChain chain;
    private Instant now = NOON;

    @BeforeEach
    void openATrail() {
        POSTGRES.empty();
        now = NOON;
        database = Database.over(POSTGRES.dataSource());
        trail = new AuditTrail(database, () -> now);
        chain =
                new AuditChain(
                        database, new AuditSeals(FixedKeys.random(new SecureRandom())), () -> now);
    }

    private List<AuditEntry> sealed() {
        var unused = chain.seal();
        return trail.list(new AuditFilter(null, null), ListPosition.start(), 1_000);
    }

    @Test
    void writesAnEventThatChangesNoData() {
        trail.record(SecurityEvent.LOGIN_SUCCEEDED, "ada", "from 192.0.2.7");

        assertThat(sealed())
                .extracting(AuditEntry::action)
                .containsExactly(
                        new AuditAction(
                                ActorKind.OPERATOR,
                                "ada",
                                "login.succeeded",
                                "",
                                "from 192.0.2.7"));
    }

    @Test
    void writesAnEventBesideTheActionThatIsUnderWay() {
        AuditAction action =
                new AuditAction(ActorKind.OPERATOR, "ada", "break.assign", "brk_1", "");
        AuditContext context = AuditContext.as(action, now);
        try (context) {
            trail.record(SecurityEvent.FACTOR_ADDED, "ada", "");
            trail.recordRepeated(SecurityEvent.LOGIN_FAILED, ActorKind.OPERATOR, "ada", "::1");
            assertThat(sealed()).hasSize(1);
            database.doAtomically(handle -> {});
        }

        assertThat(sealed())
                .extracting(each -> each.action().name())
                .containsExactly("break.assign", "factor.added");
    }

    @Test
    void makesOneEntryOfAFloodWithinAMinute() {
        for (int i = 0; i < 300; i++) {
            trail.recordRepeated(
                    SecurityEvent.LOGIN_FAILED, ActorKind.OPERATOR, "ada", "192.0.2." + i % 30);
        }
        trail.recordRepeated(
                SecurityEvent.LOGIN_FAILED, ActorKind.OPERATOR, AuditTrail.UNKNOWN, "192.0.2.1");
        assertThat(sealed()).isEmpty();
        now = NOON.plus(Duration.ofMinutes(1));

        assertThat(sealed())
                .extracting(each -> each.action().actor() + ": " + each.action().remark())
                .containsExactlyInAnyOrder(
                        "(unknown): once, from 192.0.2.1",
                        "ada: 300 times within a minute, from 192.0.2.0, 192.0.2.1, 192.0.2.2,"
                                + " 192.0.2.3, 192.0.2.4");
        assertThat(sealed()).hasSize(2);
    }
}
