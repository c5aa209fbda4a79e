package dev.countersign.jobs.bank;

import dev.countersign.jobs.bank.BankEntryStore.Line;
import dev.countersign.jobs.bank.camt.BankEntry;
import dev.countersign.reconcile.domain.id.FundingId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jspecify.annotations.Nullable;

/**
 * The funding accounts of a book that lines of a statement name, with their currencies. An entry
 * that names one in its own currency moves it; any other stays with a person, with a note.
 */
record NamedAccounts(String currency, Map<UUID, String> currencies) {

    static NamedAccounts of(Handle handle, StatementKey key, List<Line> lines) {
        List<UUID> named =
                lines.stream()
                        .map(line -> line.entry().funding())
                        .filter(Objects::nonNull)
                        .map(FundingId::value)
                        .distinct()
                        .toList();
        Map<UUID, String> currencies = new HashMap<>();
        if (!named.isEmpty()) {
            handle.createQuery(
                            "select id, currency from funding_account where id = any(:ids)"
                                    + " and mode = :mode")
                    .bindArray("ids", UUID.class, named)
                    .bind("mode", key.mode().wire())
                    .map(
                            (row, context) ->
                                    Map.entry(
                                            row.getObject("id", UUID.class),
                                            row.getString("currency")))
                    .forEach(entry -> currencies.put(entry.getKey(), entry.getValue()));
        }
        return new NamedAccounts(key.currency(), currencies);
    }

    private @Nullable UUID moved(BankEntry entry) {
        FundingId named = entry.funding();
        return named != null && currency.equals(currencies.get(named.value()))
                ? named.value()
                : null;
    }

    private @Nullable String note(BankEntry entry) {
        FundingId named = entry.funding();
        if (named == null || moved(entry) != null) {
            return entry.fundingNote();
        }
        String other = currencies.get(named.value());
        return other == null
                ? "It names %s, which is no funding account here.".formatted(named)
                : "It names %s, which is in %s.".formatted(named, other);
    }

    PreparedBatch bind(PreparedBatch batch, BankEntry entry) {
        return batch.bind("funding", moved(entry)).bind("fundingNote", note(entry));
    }

    /**
     * Gives known entries the account that they name in this statement, where no statement has
     * named one before and no operator said what they pay. What was stated for a closed month stays
     * as it is.
     */
    void fill(Handle handle, StatementKey key, List<Line> known) {
        List<Line> naming =
                known.stream()
                        .filter(
                                line ->
                                        line.entry().funding() != null
                                                || line.entry().fundingNote() != null)
                        .toList();
        if (naming.isEmpty()) {
            return;
        }
        PreparedBatch batch =
                handle.prepareBatch(
                        """
                        update bank_entry
                           set funding_id = cast(:funding as uuid),
                               funding_note = cast(:fundingNote as text)
                         where id = :id
                           and funding_id is null
                           and funding_note is null
                           and settles_on is null
                           and not fee
                           and intraday
                           and not exists (select
                                             from month_close
                                            where mode = :mode
                                              and month = date_trunc('month', value_date::timestamp)::date)
                        """);
        for (Line line : naming) {
            bind(batch, line.entry())
                    .bind("id", key.entryId(line))
                    .bind("mode", key.mode().wire())
                    .add();
        }
        batch.execute();
    }
}
