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
 * or this night changed a day that was issued; and what the business date posted. A month is the
 * sum of its days and is kept nowhere.
 */
public final class Totals implements Chunk {

    private static final int DAYS_PER_CHUNK = 5_000;
    private static final String POSTINGS = "postings";

    private static final ClasspathSqlLocator SQL = ClasspathSqlLocator.create();

    private record CardDay(UUID card, LocalDate day) {

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
        if (POSTINGS.equals(after)) {
            return Done.finished(0, sumPostings(handle, night));
        }
        if (after == null) {
            Fees.book(handle, night);
        }
        CardDay from = after == null ? CardDay.FIRST : CardDay.parse(after);
        List<CardDay> days = days(handle, night, from);
        if (days.isEmpty()) {
            handle.execute("delete from night_dirty where night_id = ?", night.id());
            return new Done(POSTINGS, 0, 0, 0);
        }
        CardDay last = days.getLast();
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

    /** Sums what was posted on the business date; again, where something was added. */
    public static long sumPostings(Handle handle, Night night) {
        for (String table : List.of("posting_total", "cycle_part")) {
            handle.createUpdate(
                            "delete from "
                                    + table
                                    + " where mode = :mode and business_date = :businessDate")
                    .bind("mode", night.mode().wire())
                    .bind("businessDate", night.businessDate())
                    .execute();
        }
        return bound(handle, night, "postings").execute()
                + (long) bound(handle, night, "cycle_parts").execute();
    }

    /**
     * Sums the ledger of the business date, as the last step of everything that is booked on it.
     */
    public static void sumLedger(Handle handle, Night night) {
        handle.createUpdate(
                        """
                        delete from ledger_day
                         where mode = :mode
                           and business_date = :businessDate
                        """)
                .bind("mode", night.mode().wire())
                .bind("businessDate", night.businessDate())
                .execute();
        bound(handle, night, "ledger_day").execute();
    }

    private static Update bound(Handle handle, Night night, String statement) {
        return handle.createUpdate(SQL.locate(Totals.class, statement))
                .bind("mode", night.mode().wire())
                .bind("businessDate", night.businessDate());
    }
}
