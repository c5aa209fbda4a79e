package dev.countersign.reconcile.store.issuing;

import static dev.countersign.reconcile.store.sql.PgType.INTEGER;
import static dev.countersign.reconcile.store.sql.PgType.JSONB;
import static dev.countersign.reconcile.store.sql.PgType.TEXT;
import static dev.countersign.reconcile.store.sql.PgType.TIMESTAMPTZ;
import static dev.countersign.reconcile.store.sql.PgType.UUID;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.ProgramId;
import dev.countersign.reconcile.store.sql.BulkTable;
import dev.countersign.reconcile.store.sql.PgType;
import dev.countersign.reconcile.store.sql.Rows;
import java.time.Instant;
import java.time.YearMonth;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/** Customers with one card each, many at once. */
public final class SandboxCardStore {

    private static final String NO_METADATA = "{}";

    /** An active individual with one active virtual card. */
    public record NewCardholder(
            AccountId account,
            Mode mode,
            CustomerId customer,
            String externalId,
            CardId card,
            ProgramId program,
            String currency,
            String last4,
            YearMonth expiry,
            Instant at) {}

    private static final BulkTable<NewCardholder> CUSTOMERS =
            BulkTable.<NewCardholder>named("customer")
                    .column("id", UUID, row -> row.customer().value())
                    .column("account_id", UUID, row -> row.account().value())
                    .column("mode", TEXT, row -> row.mode().wire())
                    .column("type", TEXT, row -> "individual")
                    .column("external_id", TEXT, NewCardholder::externalId)
                    .column("status", TEXT, row -> "active")
                    .column("metadata", JSONB, row -> NO_METADATA)
                    .column("created_at", TIMESTAMPTZ, NewCardholder::at)
                    .column("updated_at", TIMESTAMPTZ, NewCardholder::at)
                    .build();

    private static final BulkTable<NewCardholder> CARDS =
            BulkTable.<NewCardholder>named("card")
                    .column("id", UUID, row -> row.card().value())
                    .column("account_id", UUID, row -> row.account().value())
                    .column("mode", TEXT, row -> row.mode().wire())
                    .column("customer_id", UUID, row -> row.customer().value())
                    .column("program_id", UUID, row -> row.program().value())
                    .column("type", TEXT, row -> "virtual")
                    .column("status", TEXT, row -> "active")
                    .column("currency", TEXT, NewCardholder::currency)
                    .column("last4", TEXT, NewCardholder::last4)
                    .column("expiry_month", PgType.SMALLINT, row -> row.expiry().getMonthValue())
                    .column("expiry_year", PgType.SMALLINT, row -> row.expiry().getYear())
                    .column("lineage_id", UUID, row -> row.card().value())
                    .column("rules_version", INTEGER, row -> 1)
                    .column("metadata", JSONB, row -> NO_METADATA)
                    .column("created_at", TIMESTAMPTZ, NewCardholder::at)
                    .column("updated_at", TIMESTAMPTZ, NewCardholder::at)
                    .build();

    private static final BulkTable<NewCardholder> SECURITY =
            BulkTable.<NewCardholder>named("card_security")
                    .column("card_id", UUID, row -> row.card().value())
                    .column("pin_status", TEXT, row -> "not_set")
                    .column("pin_tries_left", INTEGER, row -> 3)
                    .column("sca_exempt_count", INTEGER, row -> 0)
                    .column("sca_exempt_minor", PgType.BIGINT, row -> 0L)
                    .build();

    /**
     * Inserts customers, their cards and what the stream counts on them; rules are written apart.
     */
    public void insert(Handle handle, List<NewCardholder> holders) {
        CUSTOMERS.insert(handle, holders);
        CARDS.insert(handle, holders);
        SECURITY.insert(handle, holders);
    }

    /** A card that is there. */
    public record ExistingCard(CardId card, YearMonth expiry, String currency) {}

    /**
     * The cards of the customers with these external ids: of each the oldest, if there are more.
     */
    public Map<String, ExistingCard> findByExternalIds(
            Handle handle, AccountId account, Mode mode, Collection<String> externalIds) {
        return handle.createQuery(
                        """
                        select distinct on (customer.external_id)
                               customer.external_id, card.id, card.expiry_year, card.expiry_month,
                               card.currency
                          from customer
                          join card on card.customer_id = customer.id
                         where customer.account_id = :account
                           and customer.mode = :mode
                           and customer.external_id = any(:externalIds)
                         order by customer.external_id, card.id
                        """)
                .bind("account", account.value())
                .bind("mode", mode.wire())
                .bindArray("externalIds", String.class, externalIds)
                .map(
                        (row, context) ->
                                Map.entry(
                                        row.getString("external_id"),
                                        new ExistingCard(
                                                new CardId(Rows.uuid(row, "id")),
                                                YearMonth.of(
                                                        row.getInt("expiry_year"),
                                                        row.getInt("expiry_month")),
                                                row.getString("currency"))))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
