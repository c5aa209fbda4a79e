package dev.countersign.reconcile.store.issuing;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.card.Card;
import dev.countersign.reconcile.domain.card.CardFilter;
import dev.countersign.reconcile.domain.card.CardStatus;
import dev.countersign.reconcile.domain.card.CardType;
import dev.countersign.reconcile.domain.card.Termination;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.ProgramId;
import dev.countersign.reconcile.domain.list.ListPage;
import dev.countersign.reconcile.store.issuing.VaultStore.NewPan;
import dev.countersign.reconcile.store.sql.BoundedScan;
import dev.countersign.reconcile.store.sql.Metadata;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Cards as their issuer sees them. */
public final class CardStore {

    private static final String COLUMNS =
            """
            card.id, card.account_id, card.mode, card.customer_id, card.program_id, card.type,
            card.status, card.currency, card.cardholder_name, card.last4, card.expiry_month,
            card.expiry_year, card.replaced_card_id, card.lineage_id, card.created_at,
            card.updated_at, program.network,
            """
                    + Metadata.columns("card")
                    + ", "
                    + CardRulesStore.COLUMNS;

    private static final String JOINS =
            """
            join program on program.id = card.program_id
            join card_rules
              on card_rules.card_id = card.id
             and card_rules.version = card.rules_version
            """;

    private final BoundedScan<Card> scan;

    public CardStore(int rowsScannedMax) {
        this.scan =
                new BoundedScan<>(
                        "card",
                        COLUMNS,
                        JOINS,
                        CardStore::read,
                        card -> card.id().value(),
                        rowsScannedMax);
    }

    private static BoundedScan.Scan scan(CardFilter filter) {
        return new BoundedScan.Scan()
                .indexed("card.account_id = :account", "account", filter.book().account())
                .indexed("card.mode = :mode", "mode", filter.book().mode())
                .indexed("card.customer_id = :customer", "customer", filter.customer())
                .indexed("card.program_id = :program", "program", filter.program())
                .fitting("card.status = :status", "status", filter.status())
                .fitting("card.type = :type", "type", filter.type());
    }

    /** The newest that fit. */
    public ListPage<Card> list(Handle handle, CardFilter filter, @Nullable UUID after, int limit) {
        return scan.page(handle, scan(filter), after, limit);
    }

    public Optional<Card> find(Handle handle, Book book, CardId id) {
        return scan.find(handle, book, id.value(), "");
    }

    /** The same, and nobody else changes it until the transaction ends. */
    public Optional<Card> lock(Handle handle, Book book, CardId id) {
        return scan.find(handle, book, id.value(), "for no key update of card");
    }

    /**
     * Lets this transaction keep rows for no longer than a healthy process needs: one that stops in
     * the middle of it loses its session.
     */
    public void keepRowsBriefly(Handle handle) {
        handle.execute(
                """
                set local statement_timeout = 5000;
                set local idle_in_transaction_session_timeout = 1000
                """);
    }

    /** True when a card has a replacement that is not terminated. */
    public boolean isReplaced(Handle handle, CardId card) {
        return handle.createQuery(
                        """
                        select exists (select
                                         from card
                                        where replaced_card_id = :card
                                          and status <> 'terminated')
                        """)
                .bind("card", card.value())
                .mapTo(Boolean.class)
                .one();
    }

    private static final String INSERT =
            """
            with numbered as (
                insert into card_pan (card_id, data_key, sealed, lookup)
                values (:id, :dataKey, :sealed, :lookup)
                    on conflict (lookup) do nothing
                returning card_id
            ), made as (
                insert into card (id, account_id, mode, customer_id, program_id, type, status, currency,
                                  cardholder_name, last4, expiry_month, expiry_year, replaced_card_id,
                                  lineage_id, rules_version, metadata, created_at, updated_at)
                select card_id, :account, :mode, :customerId, :programId, :type, :status, :currency,
                       :cardholderName, :last4, :expiryMonth, :expiryYear, cast(:replaced as uuid),
                       :lineage, :version, jsonb_object(:metadataKeys, :metadataValues), :at, :at
                  from numbered
            ), secured as (
                insert into card_security (card_id, pin_status, pin_tries_left,
                                           sca_exempt_count, sca_exempt_minor)
                select card_id, 'not_set', 3, 0, 0
                  from numbered
            ), ruled as (
            """
                    + CardRulesStore.INSERT
                    + """
                      )
                      insert into card_change (card_id)
                      select card_id
                        from numbered
                      """;

    /**
     * Inserts a card with its number and its rules, as a change of cards.
     *
     * @return false when another card has its number: nothing is inserted
     */
    public boolean insert(Handle handle, Card card, NewPan pan) {
        return CardRulesStore.bind(
                                Metadata.bind(handle.createUpdate(INSERT), card.metadata()),
                                card.rules())
                        .bindMethods(card)
                        .bind("dataKey", pan.pan().keyId())
                        .bind("sealed", pan.pan().bytes())
                        .bind("lookup", pan.lookup())
                        .bindMethods(card.book())
                        .bind("expiryMonth", card.expiry().getMonthValue())
                        .bind("expiryYear", card.expiry().getYear())
                        .bind("at", card.createdAt())
                        .execute()
                == 1;
    }

    /** Lets a chain of replacements share its usage of limits from now on. */
    public void joinLineage(Handle handle, UUID lineage) {
        handle.execute(
                """
                        insert into card_lineage (lineage_id, version)
                        values (?, 1)
                            on conflict (lineage_id) do update
                           set version = card_lineage.version + 1
                        """,
                lineage);
    }

    /** All cards of a chain of replacements. */
    public List<CardId> lineage(Handle handle, UUID lineage) {
        return handle.select("select id from card where lineage_id = ?", lineage)
                .mapTo(CardId.class)
                .list();
    }

    /** Moves a card to another state. */
    public void updateStatus(
            Handle handle,
            CardId card,
            CardStatus status,
            @Nullable Termination termination,
            Instant at) {
        handle.createUpdate(
                        """
                        update card
                           set status = :status,
                               termination = :termination,
                               updated_at = :at
                         where id = :id
                        """)
                .bind("id", card.value())
                .bind("status", status.wire())
                .bind("termination", termination)
                .bind("at", at)
                .execute();
    }

    public void updateDetails(
            Handle handle,
            CardId card,
            @Nullable String cardholderName,
            Map<String, String> metadata,
            Instant at) {
        Metadata.bind(
                        handle.createUpdate(
                                """
                                update card
                                   set cardholder_name = :cardholder,
                                       metadata = jsonb_object(:metadataKeys, :metadataValues),
                                       updated_at = :at
                                 where id = :id
                                """),
                        metadata)
                .bind("id", card.value())
                .bind("cardholder", cardholderName)
                .bind("at", at)
                .execute();
    }

    /** Makes a version of its rules the one that counts. */
    public void updateRules(Handle handle, CardId card, int version, Instant at) {
        handle.createUpdate(
                        """
                        update card
                           set rules_version = :version,
                               updated_at = :at
                         where id = :id
                        """)
                .bind("id", card.value())
                .bind("version", version)
                .bind("at", at)
                .execute();
    }

    private static Card read(ResultSet row) throws SQLException {
        UUID replaced = Rows.uuidOrNull(row, "replaced_card_id");
        return new Card(
                new CardId(Rows.uuid(row, "id")),
                Rows.book(row),
                new CustomerId(Rows.uuid(row, "customer_id")),
                new ProgramId(Rows.uuid(row, "program_id")),
                Rows.wire(row, "type", CardType.class),
                Rows.wire(row, "status", CardStatus.class),
                row.getString("currency"),
                row.getString("cardholder_name"),
                Rows.wire(row, "network", Network.class),
                row.getString("last4"),
                YearMonth.of(row.getInt("expiry_year"), row.getInt("expiry_month")),
                replaced == null ? null : new CardId(replaced),
                Rows.uuid(row, "lineage_id"),
                CardRulesStore.read(row),
                Metadata.read(row),
                Rows.instant(row, "created_at"),
                Rows.instant(row, "updated_at"));
    }
}
