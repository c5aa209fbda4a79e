package dev.countersign.reconcile.testkit;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.card.AuthorizationControls;
import dev.countersign.reconcile.domain.card.SpendingLimits;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.OrderId;
import dev.countersign.reconcile.domain.id.ProgramId;
import dev.countersign.reconcile.domain.id.TimeOrderedId;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * A book with one account, one Visa program, one customer to begin with and as many active EUR
 * cards as a test asks for, written straight into the tables.
 */
public final class SeededBook {

    public static final Instant CREATED = Instant.parse("2026-01-01T00:00:00Z");

    private final Jdbi jdbi;
    private long number;
    private final UUID account = id();
    private final UUID program = id();
    private final UUID customer = id();

    public SeededBook(Jdbi jdbi) {
        this.jdbi = jdbi;
        jdbi.useTransaction(this::begin);
    }

    private void begin(Handle handle) {
        handle.execute(
                "insert into account (id, name, created_at) values (?, 'Test', ?)", account, at());
        handle.execute(
                """
                insert into program (id, account_id, mode, name, status, network, bin,
                                     supported_card_types, supported_currencies, sca_mode,
                                     is_default, created_at, updated_at)
                values (?, ?, 'sandbox', 'Visa', 'active', 'visa', '400000', '{virtual,physical}',
                        '{EUR}', 'off', true, ?, ?)
                """,
                program,
                account,
                at(),
                at());
        insertCustomer(handle, customer);
    }

    private void insertCustomer(Handle handle, UUID id) {
        handle.execute(
                """
                insert into customer (id, account_id, mode, type, status, metadata, created_at,
                                      updated_at)
                values (?, ?, 'sandbox', 'individual', 'active', '{}', ?, ?)
                """,
                id,
                account,
                at(),
                at());
    }

    /** The one account. */
    public AccountId accountId() {
        return new AccountId(account);
    }

    /** The sandbox book of that account. */
    public Book sandbox() {
        return new Book(accountId(), Mode.SANDBOX);
    }

    /** The one program. */
    public ProgramId programId() {
        return new ProgramId(program);
    }

    /** The customer to begin with. */
    public CustomerId customerId() {
        return new CustomerId(customer);
    }

    /** An active card that may do everything, with these limits. */
    public CardId card(@Nullable Long single, @Nullable Long daily, @Nullable Long monthly) {
        return jdbi.inTransaction(handle -> card(handle, single, daily, monthly, null));
    }

    /** An active card with these limits and controls. */
    public CardId card(SpendingLimits limits, AuthorizationControls controls) {
        return jdbi.inTransaction(
                handle -> {
                    CardId card =
                            card(
                                    handle,
                                    limits.singleTransaction(),
                                    limits.daily(),
                                    limits.monthly(),
                                    null);
                    handle.execute(
                            """
                            update card_rules
                               set blocked_mccs = ?::text[],
                                   allow_cash_withdrawal = ?
                             where card_id = ?
                            """,
                            "{" + String.join(",", controls.blockedMccs()) + "}",
                            controls.allowCashWithdrawal(),
                            card.value());
                    return card;
                });
    }

    /** One more customer, who holds these cards. */
    public CustomerId customerWith(List<CardId> cards) {
        UUID other = id();
        jdbi.useTransaction(
                handle -> {
                    insertCustomer(handle, other);
                    for (CardId card : cards) {
                        handle.execute(
                                "update card set customer_id = ? where id = ?",
                                other,
                                card.value());
                    }
                });
        return new CustomerId(other);
    }

    /** A card that replaces another one, both of them active, sharing limits. */
    public CardId replacementOf(CardId other, @Nullable Long daily) {
        return jdbi.inTransaction(
                handle -> {
                    handle.execute(
                            "insert into card_lineage (lineage_id, version) values (?, 0)"
                                    + " on conflict do nothing",
                            other.value());
                    return card(handle, null, daily, null, other);
                });
    }

    private CardId card(
            Handle handle,
            @Nullable Long single,
            @Nullable Long daily,
            @Nullable Long monthly,
            @Nullable CardId replaced) {
        UUID card = id();
        UUID lineage = replaced == null ? card : replaced.value();
        handle.execute(
                """
                insert into card (id, account_id, mode, customer_id, program_id, type, status,
                                  currency, last4, expiry_month, expiry_year, replaced_card_id,
                                  lineage_id, rules_version, metadata, created_at, updated_at)
                values (?, ?, 'sandbox', ?, ?, 'virtual', 'active', 'EUR', '4242', 12, 2032, ?, ?, 1,
                        '{}', ?, ?)
                """,
                card,
                account,
                customer,
                program,
                replaced == null ? null : replaced.value(),
                lineage,
                at(),
                at());
        handle.execute(
                """
                insert into card_rules (card_id, version, single_transaction_limit, daily_limit,
                                        monthly_limit, allowed_mccs, blocked_mccs, allowed_countries,
                                        blocked_countries, allow_online, allow_contactless,
                                        allow_cash_withdrawal, three_ds_enabled,
                                        challenge_preference, sca_exemptions, created_at)
                values (?, 1, ?, ?, ?, '{}', '{}', '{}', '{}', true, true, true, true,
                        'no_preference', '{}', ?)
                """,
                card,
                single,
                daily,
                monthly,
                at());
        handle.execute(
                """
                insert into card_security (card_id, pin_status, pin_tries_left, sca_exempt_count,
                                           sca_exempt_minor)
                values (?, 'set', 3, 0, 0)
                """,
                card);
        return new CardId(card);
    }

    /** Makes a card one of plastic that waits for its delivery, and orders it. */
    public OrderId order(CardId card) {
        OrderId order = new OrderId(id());
        jdbi.useHandle(
                handle -> {
                    handle.execute(
                            "update card set type = 'physical', status = 'pending' where id = ?",
                            card.value());
                    handle.execute(
                            """
                            insert into physical_order (id, card_id, status, shipping_method, line1,
                                                        city, postal_code, country, created_at,
                                                        updated_at)
                            values (?, ?, 'pending', 'standard', 'Via Roma 1', 'Roma', '00100',
                                    'IT', ?, ?)
                            """,
                            order.value(),
                            card.value(),
                            at(),
                            at());
                });
        return order;
    }

    /** Freezes a card as a service would: with the change in the log. */
    public void freeze(CardId card) {
        jdbi.useTransaction(handle -> freezeIn(handle, card));
    }

    /** Freezes a card in a transaction that is still to end. */
    public void freezeIn(Handle handle, CardId card) {
        handle.execute("update card set status = 'frozen' where id = ?", card.value());
        handle.execute("insert into card_change (card_id) values (?)", card.value());
    }

    private UUID id() {
        number++;
        return TimeOrderedId.of(CREATED, number, number);
    }

    private static OffsetDateTime at() {
        return CREATED.atOffset(ZoneOffset.UTC);
    }
}
