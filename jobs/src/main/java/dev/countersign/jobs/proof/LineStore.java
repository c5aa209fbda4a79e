package dev.countersign.jobs.proof;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.list.ListPosition;
import dev.countersign.reconcile.store.sql.KeyOrder;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;
import org.jdbi.v3.core.statement.Query;

/** Records of a date and the messages they came by, to be read. */
final class LineStore {

    private static final ClasspathSqlLocator SQL = ClasspathSqlLocator.create();
    private static final int ROWS_MAX = 500;

    private static final String LINE =
            """
            select id, record_id as record, business_date, record_type, outcome, net_minor as minor,
                   settlement_currency as currency, interchange_minor, interchange_currency, network,
                   settlement_date, arn, posted_transaction_id as transaction, card_id as card,
                   match_level, match_score, auth_minor as authorized_minor,
                   amount_minor as billed_minor, currency as billed_currency, break_type,
                   night_id as night, created_at as at
              from settlement_entry
            """;

    private static final String OF_DATE =
            """
             where mode = :mode
               and business_date = :date
               and case when :component = 'interchange'
                        then interchange_minor <> 0 and interchange_currency = :currency
                        else settlement_currency = :currency
                             and record_type = case :component when 'purchase' then 'clearing'
                                                               when 'cash' then 'atm'
                                                               else :component end end
            """;

    private static final KeyOrder OLDEST_FIRST = KeyOrder.ascending("id");

    /** The records of a part of a date, in the order of their ids, from a position on. */
    List<ProvedLine> ofDate(
            Handle handle,
            Mode mode,
            LocalDate date,
            Proofs.CurrencyComponent part,
            ListPosition<UUID> at,
            int limit) {
        Query query =
                handle.createQuery(LINE + OF_DATE + OLDEST_FIRST.page(at, ":row"))
                        .bind("mode", mode.wire())
                        .bind("date", date)
                        .bind("currency", part.currency())
                        .bind("component", part.component().wire())
                        .bind("limit", limit);
        if (at.row() != null) {
            query.bind("row", at.row());
        }
        return at.inOrder(query.mapTo(ProvedLine.class).list());
    }

    /** Returns the lines of a record: its own line, then those that correct it. */
    List<ProvedLine> ofRecord(Handle handle, UUID id) {
        return handle.createQuery(
                        LINE
                                + """
                                 where id = :id
                                    or id in (select id
                                                from settlement_line
                                               where record_type = 'correction'
                                                 and lineage_id = (select lineage_id
                                                                     from settlement_line
                                                                    where id = :id)
                                                 and corrects = :id)
                                 order by record_type = 'correction', id
                                 limit :limit
                                """)
                .bind("id", id)
                .bind("limit", ROWS_MAX)
                .mapTo(ProvedLine.class)
                .list();
    }

    /** The message that a record came by. */
    Optional<RecordProof.Message> message(Handle handle, UUID id) {
        return handle.createQuery(SQL.locate(LineStore.class, "message"))
                .bind("id", id)
                .map((row, context) -> message(row))
                .findOne();
    }

    private static RecordProof.Message message(ResultSet row) throws SQLException {
        return new RecordProof.Message(
                row.getObject("identity", UUID.class),
                row.getString("kind"),
                row.getString("mode"),
                row.getInt("feed_partition"),
                row.getLong("feed_offset"),
                row.getString("file_id"),
                row.getObject("record_no", Integer.class),
                row.getString("network_txn_id"),
                row.getString("approval_code"),
                row.getString("merchant_name"),
                row.getString("merchant_mcc"),
                row.getString("merchant_country"),
                row.getTimestamp("created_at").toInstant());
    }
}
