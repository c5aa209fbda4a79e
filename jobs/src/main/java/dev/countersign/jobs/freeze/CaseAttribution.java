package dev.countersign.jobs.freeze;

import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.store.sql.Rows;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The books of records of cases that name no card and no mode: that of the dispute, else the book
 * of what belongs to nobody. Once, so that exactly one takes it.
 */
final class CaseAttribution {

    private static final String NAMELESS =
            """
            select id, payload -> 'refs' ->> 'case_id' as case_id
              from message
             where mode is null
               and kind in ('chargeback', 'representment', 'arbitration')
               and outcome = 'recorded'
             order by id
            """;

    private static final String ATTRIBUTE =
            """
            update message
               set mode = coalesce(dispute.mode,
                                   case when exists (select 1 from card where mode = 'live') then 'live'
                                        else 'sandbox' end),
                   account_id = coalesce(message.account_id, dispute.account_id)
              from unnest(:messages, :cases) as told (id, case_id)
              left join dispute on dispute.id = told.case_id
             where message.id = told.id
            """;

    private CaseAttribution() {}

    /** Says of each whose book it is of. */
    static void attribute(Handle handle) {
        Map<UUID, UUID> cases = new LinkedHashMap<>();
        handle.createQuery(NAMELESS)
                .map((row, context) -> Map.entry(Rows.uuid(row, "id"), caseOf(row.getString(2))))
                .forEach(told -> cases.put(told.getKey(), told.getValue()));
        if (cases.isEmpty()) {
            return;
        }
        List<UUID> messages = new ArrayList<>(cases.keySet());
        handle.createUpdate(ATTRIBUTE)
                .bindArray("messages", UUID.class, messages)
                .bindArray("cases", UUID.class, new ArrayList<>(cases.values()))
                .execute();
    }

    /** The dispute that a case is named after; of another name, none. */
    private static UUID caseOf(@Nullable String name) {
        return name == null
                ? new UUID(0, 0)
                : DisputeId.parse(name).map(DisputeId::value).orElse(new UUID(0, 0));
    }
}
