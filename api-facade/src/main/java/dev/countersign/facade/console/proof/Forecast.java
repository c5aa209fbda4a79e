package dev.countersign.facade.console.proof;

import dev.countersign.facade.console.page.Dates;
import dev.countersign.jobs.Nights;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.NightState;
import dev.countersign.jobs.proof.ExpectedRelease;
import dev.countersign.jobs.proof.Proofs;
import dev.countersign.reconcile.domain.account.Mode;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The holds that each coming night releases. Only a night changes what is known to be held. The
 * forecast is added up once after each night, however many holds there are and however many
 * operators look.
 */
public final class Forecast {

    private final Proofs proofs;
    private final Nights nights;
    private final InstantSource clock;
    private final Map<Mode, KnownReleases> known = new ConcurrentHashMap<>();

    public Forecast(Proofs proofs, Nights nights, InstantSource clock) {
        this.proofs = proofs;
        this.nights = nights;
        this.clock = clock;
    }

    /** The state for which a forecast was added up. */
    private record Basis(long night, @Nullable Instant endedAt, LocalDate next) {}

    private record KnownReleases(Basis basis, List<ExpectedRelease> releases) {}

    /** The date that is run next; today's where nothing was ever recorded. */
    LocalDate next(Mode mode) {
        return nights.queries().next(mode).orElseGet(() -> Dates.today(clock));
    }

    /** The forecast of a mode's books. */
    List<ExpectedRelease> of(Mode mode) {
        LocalDate next = next(mode);
        List<Night> newest = nights.queries().list(mode, 1);
        if (newest.isEmpty() || newest.getFirst().state() == NightState.RUNNING) {
            return proofs.releases(mode, next);
        }
        Night last = newest.getFirst();
        Basis basis = new Basis(last.id(), last.endedAt(), next);
        KnownReleases before = known.get(mode);
        if (before != null && before.basis().equals(basis)) {
            return before.releases();
        }
        List<ExpectedRelease> releases = proofs.releases(mode, next);
        known.put(mode, new KnownReleases(basis, releases));
        return releases;
    }
}
