package dev.countersign.jobs.suspense;

import dev.countersign.jobs.night.Chunk;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;
import org.jspecify.annotations.Nullable;

/**
 * Takes records that an operator identified since the night before into tonight's work, so that
 * they are matched and posted like the others of their card: those in suspense whose card was
 * named, those that were matched manually to another transaction, and those in a currency that
 * their program settles in since. Each is taken once.
 */
public final class RequeueIdentified implements Chunk {

    private static final String SETTLED_IN_SINCE =
            ClasspathSqlLocator.create().locate(RequeueIdentified.class, "settled_in_since");

    @Override
    public ChunkResult next(Handle handle, Night night, Range range, @Nullable String after) {
        int taken =
                handle.createUpdate(
                                """
                                with taken as (
                                    update identified_record
                                       set night_id = :night
                                     where mode = :mode
                                       and night_id is null
                                    returning clearing_id, lineage_id
                                )
                                insert into night_work (night_id, lineage_id, kind, item_id)
                                select :night, lineage_id, 'clearing', clearing_id
                                  from taken
                                """)
                        .bind("night", night.id())
                        .bind("mode", night.mode().wire())
                        .execute();
        taken += settledInSince(handle, night);
        return ChunkResult.finished(taken, taken);
    }

    private static int settledInSince(Handle handle, Night night) {
        List<UUID> programs = new ArrayList<>();
        List<String> institutions = new ArrayList<>();
        List<String> currencies = new ArrayList<>();
        night.settlementCurrencies()
                .forEach(
                        (program, agreed) ->
                                agreed.forEach(
                                        one -> {
                                            programs.add(program);
                                            institutions.add(
                                                    Objects.requireNonNullElse(
                                                            one.institution(), ""));
                                            currencies.add(one.currency().getCurrencyCode());
                                        }));
        return programs.isEmpty()
                ? 0
                : handle.createUpdate(SETTLED_IN_SINCE)
                        .bind("night", night.id())
                        .bind("mode", night.mode().wire())
                        .bindArray("programs", UUID.class, programs)
                        .bindArray("institutions", String.class, institutions)
                        .bindArray("currencies", String.class, currencies)
                        .execute();
    }
}
