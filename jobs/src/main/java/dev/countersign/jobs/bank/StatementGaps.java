package dev.countersign.jobs.bank;

import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.breaks.TotalsBreak;
import dev.countersign.reconcile.domain.id.NamedId;
import dev.countersign.reconcile.domain.settlement.FileSequence;
import dev.countersign.reconcile.domain.settlement.FileSequence.Gap;
import dev.countersign.reconcile.domain.settlement.FileSequence.NumberedFile;
import dev.countersign.reconcile.store.breaks.BreakStore;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Finds what is missing between the statements of an account, by their numbers, and in a statement,
 * by its pages. Each is a break until it came, or the statement was taken back.
 */
final class StatementGaps {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final BreakStore breaks = new BreakStore();

    private record Account(String id, String currency) {}

    void report(Handle handle, Night night) {
        Map<UUID, TotalsBreak> missing = new LinkedHashMap<>();
        for (TotalsBreak each : missingPages(handle, night)) {
            missing.put(each.subject(), each);
        }
        for (TotalsBreak each : missingStatements(handle, night)) {
            missing.put(each.subject(), each);
        }
        missing.values().forEach(each -> breaks.keep(handle, each, night.closingInstant()));
        for (UUID open : open(handle, night)) {
            if (!missing.containsKey(open)) {
                breaks.keepOrResolve(
                        handle,
                        gap(night, open, null, JSON.createObjectNode()),
                        false,
                        "the statements are whole",
                        night.closingInstant());
            }
        }
    }

    private static List<TotalsBreak> missingPages(Handle handle, Night night) {
        return handle.createQuery(
                        """
                        select statement.id, account, currency, statement,
                               string_agg(cast(page as text), ' ' order by page) as pages
                          from bank_statement statement
                          join bank_page on bank_page.statement_id = statement.id
                         where mode = :mode
                           and not complete
                         group by statement.id, account, currency, statement
                         order by statement.id
                        """)
                .bind("mode", night.mode().wire())
                .map(
                        (row, context) ->
                                gap(
                                        night,
                                        NamedId.of(row.getObject("id", UUID.class), "pages"),
                                        row.getString("currency"),
                                        JSON.createObjectNode()
                                                .put("account", row.getString("account"))
                                                .put("statement", row.getString("statement"))
                                                .put("pages_there", row.getString("pages"))))
                .list();
    }

    /** By the dates that the statements are of, whenever they came. */
    private static List<TotalsBreak> missingStatements(Handle handle, Night night) {
        Map<Account, List<NumberedFile>> numbered =
                handle.createQuery(
                                """
                                select account, currency, statement, sequence
                                  from bank_statement
                                 where mode = :mode
                                   and kind = 'statement'
                                   and sequence is not null
                                 order by account, currency, stated_to, sequence, edition
                                """)
                        .bind("mode", night.mode().wire())
                        .reduceRows(
                                new LinkedHashMap<Account, List<NumberedFile>>(),
                                (map, row) -> {
                                    map.computeIfAbsent(
                                                    new Account(
                                                            row.getColumn("account", String.class),
                                                            row.getColumn(
                                                                    "currency", String.class)),
                                                    unseen -> new ArrayList<>())
                                            .add(
                                                    new NumberedFile(
                                                            row.getColumn(
                                                                    "statement", String.class),
                                                            row.getColumn(
                                                                    "sequence", Integer.class)));
                                    return map;
                                });
        List<TotalsBreak> missing = new ArrayList<>();
        numbered.forEach(
                (account, statements) ->
                        FileSequence.gaps(statements).stream()
                                .filter(gap -> gap.missing() > 0)
                                .map(gap -> gap(night, account, gap))
                                .forEach(missing::add));
        return missing;
    }

    private static TotalsBreak gap(Night night, Account account, Gap gap) {
        return gap(
                night,
                NamedId.of(
                        night.mode().wire(),
                        account.id(),
                        account.currency(),
                        gap.after().fileId(),
                        gap.first(),
                        "statement gap"),
                account.currency(),
                JSON.createObjectNode()
                        .put("account", account.id())
                        .put("after_statement", gap.after().fileId())
                        .put("first_sequence", gap.first())
                        .put("last_sequence", gap.last())
                        .put("missing", gap.missing()));
    }

    private static TotalsBreak gap(
            Night night, UUID subject, @Nullable String currency, ObjectNode detail) {
        return night.found(BreakType.SEQUENCE_GAP, subject, BigInteger.ZERO, currency, detail);
    }

    /** The subjects of gaps between statements that nobody has closed. */
    private static List<UUID> open(Handle handle, Night night) {
        return handle.createQuery(
                        """
                        select subject
                          from open_break
                         where mode = :mode
                           and type = 'SEQUENCE_GAP'
                           and detail ->> 'account' is not null
                         order by subject
                        """)
                .bind("mode", night.mode().wire())
                .mapTo(UUID.class)
                .list();
    }
}
