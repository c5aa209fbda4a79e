package dev.countersign.jobs.totals;

import dev.countersign.jobs.night.Chunk;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.Range;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/**
 * Totals, always from the rows: activity by card and UTC day, in a new version where late messages
 * or this night changed a day that was issued; and what settlement cycles got. A month is the sum
 * of its days and is kept nowhere. On the way each day is checked against the messages.
 */
public final class Totals implements Chunk {

    private static final int DAYS_PER_CHUNK = 5_000;
    private static final String CYCLES = "cycles";

    private static final ClasspathSqlLocator SQL = ClasspathSqlLocator.create();

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

    @Override
    public Done next(Handle handle, Night night, Range range, @Nullable String after) {
        if (CYCLES.equals(after)) {
            return Done.finished(0, DateSum.CYCLES.sum(handle, night));
        }
        if (after == null) {
            Fees.book(handle, night);
            drift.askAgain(handle, night);
            handle.execute("analyze night_dirty, settlement_line");
        }
        CardDay from = after == null ? CardDay.FIRST : CardDay.parse(after);
        List<CardDay> days = days(handle, night, from);
        if (days.isEmpty()) {
            handle.execute("delete from night_dirty where night_id = ?", night.id());
            return new Done(CYCLES, 0, 0, 0);
        }
        CardDay last = days.getLast();
        drift.check(handle, night, from, last);
        long versions =
                bound(handle, night, "activity")
                        .bind("night", night.id())
                        .bind("afterCard", from.card())
                        .bind("afterDay", from.day())
                        .bind("lastCard", last.card())
                        .bind("lastDay", last.day())
                        .execute();
        return new Done(last.text(), days.size(), versions, days.size() - versions);
    }

    private static List<CardDay> days(Handle handle, Night night, CardDay after) {
        return handle.createQuery(
                        """
                        select card_id, day
                          from night_dirty
                         where night_id = :night
                           and (card_id, day) > (:card, :day)
                         order by card_id, day
                         limit :limit
                        """)
                .bind("night", night.id())
                .bind("card", after.card())
                .bind("day", after.day())
                .bind("limit", DAYS_PER_CHUNK)
                .map(
                        (row, context) ->
                                new CardDay(
                                        row.getObject("card_id", UUID.class),
                                        row.getObject("day", LocalDate.class)))
                .list();
    }

    private static Update bound(Handle handle, Night night, String statement) {
        return handle.createUpdate(SQL.locate(Totals.class, statement))
                .bind("mode", night.mode().wire())
                .bind("businessDate", night.businessDate());
    }
}
