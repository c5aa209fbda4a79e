package dev.countersign.jobs.settle;

import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.breaks.Break;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.store.breaks.BreakStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Leaves aside what cannot be processed: it is off the list of work with a reason, and somebody is
 * told by a break. Nothing of it is booked; a later night tries it again.
 */
final class SkippedRecordWriter {

    private static final Logger log = LoggerFactory.getLogger(SkippedRecordWriter.class);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final NightWorkStore work = new NightWorkStore();
    private final BreakStore breaks = new BreakStore();

    private static final String CLEARING =
            """
            select identity, account_id, mode, card_id, transaction_id, amount_minor, currency,
                   created_at
              from clearing
             where id = :id
            """;

    private static final String NOT_TOLD =
            """
               and not exists (select
                                 from break
                                where break.type = 'RECORD_NOT_POSTED'
                                  and break.subject = identity)
            """;

    private static final String SINGLE_MESSAGE =
            """
            select identity, account_id, mode, card_id, id as transaction_id,
                   approved_minor as amount_minor, currency, created_at
              from transaction
             where id = :id
            """;

    /**
     * Leaves one item aside.
     *
     * @param reason what is wrong with it, in words
     */
    void add(Handle handle, Night night, NightWorkStore.Item item, String reason) {
        handle.createUpdate(
                        """
                        insert into skipped_record (night_id, mode, kind, item_id, lineage_id, reason)
                        values (:night, :mode, :kind, :item, :lineage, :reason)
                        """)
                .bind("night", night.id())
                .bind("mode", night.mode().wire())
                .bind("kind", item.kind())
                .bind("item", item.id())
                .bind("lineage", item.lineage())
                .bind("reason", reason)
                .execute();
        work.done(handle, night, List.of(item));
        report(handle, night, item, reason);
        log.warn(
                "a record cannot be posted and is skipped: kind={} id={} reason={}",
                item.kind(),
                item.id(),
                reason);
    }

    /** Once, however many nights try it. */
    private void report(Handle handle, Night night, NightWorkStore.Item item, String reason) {
        ObjectNode detail = JSON.createObjectNode().put("reason", reason);
        List<BreakStore.FoundBreak> found =
                handle
                        .createQuery((item.isClearing() ? CLEARING : SINGLE_MESSAGE) + NOT_TOLD)
                        .bind("id", item.id())
                        .map((row, context) -> found(night, row))
                        .stream()
                        .map(
                                one ->
                                        new BreakStore.FoundBreak(
                                                one,
                                                night.mode(),
                                                item.isClearing() ? item.id() : null,
                                                detail.toString()))
                        .toList();
        breaks.insertFound(handle, found);
    }

    /** Found with the night, whenever the record was sent. */
    private static Break found(Night night, ResultSet row) throws SQLException {
        UUID account = row.getObject("account_id", UUID.class);
        UUID card = row.getObject("card_id", UUID.class);
        UUID transaction = row.getObject("transaction_id", UUID.class);
        String mode = row.getString("mode");
        OffsetDateTime sent = row.getObject("created_at", OffsetDateTime.class);
        boolean ofTheDate =
                sent.withOffsetSameInstant(ZoneOffset.UTC)
                        .toLocalDate()
                        .equals(night.businessDate());
        return new Break(
                BreakType.RECORD_NOT_POSTED,
                row.getObject("identity", UUID.class),
                account == null ? null : new AccountId(account),
                mode == null ? null : Mode.valueOf(mode.toUpperCase(Locale.ROOT)),
                card == null ? null : new CardId(card),
                transaction == null ? null : new TransactionId(transaction),
                Money.of(row.getLong("amount_minor"), row.getString("currency")),
                ofTheDate
                        ? sent.toInstant()
                        : night.businessDate().atStartOfDay(ZoneOffset.UTC).toInstant());
    }
}
