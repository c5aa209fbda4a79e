package dev.countersign.jobs.settle;

import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.Range;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** Store of the items that a night still has to settle. */
final class NightWorkStore {

    /** One record, or one single message. */
    record Item(UUID lineage, String kind, UUID id) {

        boolean isClearing() {
            return kind.equals("clearing");
        }

        /** The same chain by chain, each in the order of time, which is that of ids. */
        static List<Item> inOrder(List<Item> items) {
            return items.stream()
                    .sorted(Comparator.comparing(Item::lineage).thenComparing(Item::id))
                    .toList();
        }

        /**
         * Returns the number of items that make about half of several: of whole lineages, where
         * there is more than one.
         */
        static int half(List<Item> items) {
            int half = items.size() / 2;
            for (int away = 0; away < half; away++) {
                if (beginsLineage(items, half - away)) {
                    return half - away;
                }
                if (beginsLineage(items, half + away)) {
                    return half + away;
                }
            }
            return half;
        }

        private static boolean beginsLineage(List<Item> items, int at) {
            return !items.get(at).lineage().equals(items.get(at - 1).lineage());
        }
    }

    private static final String NEXT =
            """
            select lineage_id, kind, item_id
              from night_work
             where night_id = :night
               and lineage_id >= :from
               and lineage_id <= (select lineage_id
                                    from (select lineage_id
                                            from night_work
                                           where night_id = :night
                                             and lineage_id between :from and :to
                                           order by lineage_id
                                           limit :size) first
                                   order by lineage_id desc
                                   limit 1)
             order by lineage_id, kind, item_id
            """;

    /** The next items of a range, about as many as asked for, and each chain of cards whole. */
    List<Item> next(Handle handle, Night night, Range range, int size) {
        return handle.createQuery(NEXT)
                .bind("night", night.id())
                .bind("from", range.from())
                .bind("to", range.to())
                .bind("size", size)
                .map(
                        (row, context) ->
                                new Item(
                                        row.getObject("lineage_id", UUID.class),
                                        row.getString("kind"),
                                        row.getObject("item_id", UUID.class)))
                .list();
    }

    /** Takes items off, in the transaction that settled them. */
    void done(Handle handle, Night night, List<Item> items) {
        handle.createUpdate(
                        """
                        delete from night_work
                         where night_id = :night
                           and (lineage_id, kind, item_id) in
                               (select * from unnest(:lineages, :kinds, :ids))
                        """)
                .bind("night", night.id())
                .bindArray("lineages", UUID.class, items.stream().map(Item::lineage).toList())
                .bindArray("kinds", String.class, items.stream().map(Item::kind).toList())
                .bindArray("ids", UUID.class, items.stream().map(Item::id).toList())
                .execute();
    }
}
