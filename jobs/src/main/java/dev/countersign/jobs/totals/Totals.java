package dev.countersign.jobs.totals;

import dev.countersign.jobs.night.Chunk;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.NightStore;
import dev.countersign.jobs.night.Range;
import dev.countersign.jobs.night.Ranges;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;
import org.jspecify.annotations.Nullable;

/**
 * Totals, always from the rows: activity by card and UTC day, in a new version where late messages
 * or this night changed a day that was issued. A month is the sum of its days and is kept nowhere.
 * On the way each day is checked against the messages.
 */
public final class Totals implements Chunk {

    private static final int CARDS_PER_CHUNK = 50_000;

    private static final ClasspathSqlLocator SQL = ClasspathSqlLocator.create();

    private final NightStore nights = new NightStore();
    private final UsageDrift drift = new UsageDrift();

    /** A card on a UTC day, in the order in which days are totalled. */
    record CardDay(UUID card, LocalDate day) {

        static final CardDay FIRST = new CardDay(new UUID(0, 0), LocalDate.EPOCH);

        static CardDay parse(String text) {
            return new CardDay(
                    UUID.fromString(text.substring(0, 36)), LocalDate.parse(text.substring(37)));
        }

        String text() {
            return card + " " + day;
        }
    }

    /** Cards of one day, from one up to another, and how many they are. */
    record Cards(LocalDate day, UUID first, UUID last, long count) {}

    private final int workers;

    public Totals(int workers) {
        this.workers = workers;
    }

    /** The ranges of cards that are worked on at the same time. */
    public List<Range> ranges(Handle handle, Night night) {
        // What follows is planned by how many days of cards there are by now.
        handle.execute("select refresh_statistics('night_card_day')");
        return new Ranges("night_card_day", "card_id", Integer.MAX_VALUE, workers)
                .of(handle, night);
    }

    @Override
    public ChunkResult next(Handle handle, Night night, Range range, @Nullable String after) {
        Optional<Cards> next =
                cards(handle, night, range, after == null ? CardDay.FIRST : CardDay.parse(after));
        if (next.isEmpty()) {
            forget(handle, night, range);
            return ChunkResult.finished(0, 0);
        }
        Cards cards = next.get();
        // Each chunk is planned for what there is of its day.
        handle.execute("set local plan_cache_mode = force_custom_plan");
        handle.createUpdate(SQL.locate(Totals.class, "card_day"))
                .bind("night", night.id())
                .bind("day", cards.day())
                .bind("firstCard", cards.first())
                .bind("lastCard", cards.last())
                .bindArray("cut", Long.class, nights.cut(handle, night.id()).byPartition())
                .execute();
        drift.check(handle, night, cards);
        long versions =
                handle.createUpdate(SQL.locate(Totals.class, "activity"))
                        .bind("mode", night.mode().wire())
                        .bind("day", cards.day())
                        .bind("businessDate", night.businessDate())
                        .execute();
        return new ChunkResult(
                new CardDay(cards.last(), cards.day()).text(),
                cards.count(),
                versions,
                cards.count() - versions);
    }

    /** Only at the end: a restart with the same range goes on in it, one with another begins. */
    private static void forget(Handle handle, Night night, Range range) {
        handle.createUpdate(
                        """
                        delete from night_card_day
                         where night_id = :night
                           and card_id between :from and :to
                        """)
                .bind("night", night.id())
                .bind("from", range.from())
                .bind("to", range.to())
                .execute();
    }

    /** The next cards of a day that have to be totalled; the days come one after the other. */
    private static Optional<Cards> cards(Handle handle, Night night, Range range, CardDay after) {
        return handle.createQuery(
                        """
                        with piece as materialized (
                            select day, card_id
                              from night_card_day
                             where night_id = :night
                               and (day, card_id) > (:day, :card)
                               and card_id between :from and :to
                             order by day, card_id
                             limit :limit)
                        select day, card_id, count(*) over () as cards
                          from piece
                         where day = (select min(day) from piece)
                         order by card_id desc
                         limit 1
                        """)
                .bind("night", night.id())
                .bind("card", after.card())
                .bind("day", after.day())
                .bind("from", range.from())
                .bind("to", range.to())
                .bind("limit", CARDS_PER_CHUNK)
                .map(
                        (row, context) -> {
                            LocalDate day = row.getObject("day", LocalDate.class);
                            return new Cards(
                                    day,
                                    day.equals(after.day())
                                            ? Range.next(after.card())
                                            : range.from(),
                                    row.getObject("card_id", UUID.class),
                                    row.getLong("cards"));
                        })
                .findOne();
    }
}
