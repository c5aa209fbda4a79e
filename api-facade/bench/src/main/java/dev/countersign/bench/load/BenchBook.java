package dev.countersign.bench.load;

import dev.countersign.ingest.simulate.SimulatedCard;
import dev.countersign.ingest.simulate.SimulatedRules;
import dev.countersign.reconcile.domain.card.SpendingLimits;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import java.time.YearMonth;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;

/**
 * Cards to measure with, written straight into the tables: each active, of a customer of its own,
 * with limits that are checked and never reached.
 */
public final class BenchBook {

    private static final long CARDS = 0x019d000000007000L;
    private static final long CUSTOMERS = 0x019d000000007001L;
    private static final long LOW = 0x8000000000000000L;
    private static final String CARD_SQL =
            "('019d0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid";
    private static final String CUSTOMER_SQL =
            "('019d0000-0000-7001-8000-' || lpad(to_hex(n), 12, '0'))::uuid";
    private static final String CREATED = "timestamptz '2026-01-01 00:00:00Z'";

    private static final String FUND =
            """
            insert into funding_account (id, account_id, mode, program_id, customer_id, currency,
                                         balance_minor, held_minor, created_at)
            select %1$s, owner.account_id, owner.mode, %2$s, %3$s, 'EUR', 1000000000000000, 0, %4$s
              from %5$s
            """;

    private static final YearMonth EXPIRY = YearMonth.of(2032, 12);

    private BenchBook() {}

    /** The card of a number, from 1. */
    public static CardId card(long number) {
        return new CardId(new UUID(CARDS, LOW | number));
    }

    /** Returns the customer that a card belongs to. */
    public static CustomerId customer(long number) {
        return new CustomerId(new UUID(CUSTOMERS, LOW | number));
    }

    /** The customer of a card of this book. */
    public static UUID customerOf(UUID card) {
        return new UUID(CUSTOMERS, card.getLeastSignificantBits());
    }

    /** The card as SQL has it, of the number {@code n} in an expression. */
    static String cardSql(String number) {
        return CARD_SQL.replace("(n)", "(" + number + ")");
    }

    /** The customer as SQL has it. */
    static String customerSql(String number) {
        return CUSTOMER_SQL.replace("(n)", "(" + number + ")");
    }

    /** Opens one funding account for all cards, with more than they ask for. */
    public static void fundAllCards(Handle handle) {
        handle.execute(
                FUND.formatted(
                        "'019d0000-0000-7004-8000-000000000001'::uuid",
                        "owner.id",
                        "null::uuid",
                        CREATED,
                        "program owner where owner.mode = 'sandbox' and owner.is_default"));
    }

    /** Opens a funding account for each customer, with more than its cards ask for. */
    public static void fundEachCustomer(Handle handle) {
        handle.execute(
                FUND.formatted(
                        "overlay(owner.id::text placing '7004' from 15 for 4)::uuid",
                        "null::uuid",
                        "owner.id",
                        CREATED,
                        "customer owner where owner.mode = 'sandbox'"));
    }

    /** Gives each card limits that no other one has. */
    public static void giveOwnLimits(Handle handle) {
        handle.execute(
                """
                update card_rules
                   set single_transaction_limit = single_transaction_limit + number.of,
                       daily_limit = daily_limit + number.of,
                       monthly_limit = monthly_limit + number.of
                  from (select id, row_number() over (order by id) as of from card) number
                 where number.id = card_rules.card_id
                """);
    }

    /** Puts three in ten cards in the place of older ones, which have ended. */
    public static void replace(Handle handle) {
        String old = "overlay(id::text placing '7005' from 15 for 4)::uuid";
        List<String> columns = BenchNight.columns(handle, "card");
        String values =
                columns.stream()
                        .map(
                                column ->
                                        switch (column) {
                                            case "id", "lineage_id" -> old;
                                            case "status" -> "'terminated'";
                                            case "termination" -> "'lost'";
                                            default -> column;
                                        })
                        .collect(Collectors.joining(", "));
        handle.execute(
                "insert into card (%s) select %s from card where right(id::text, 1) in ('0', '1', '2', '3', '4')"
                        .formatted(String.join(", ", columns), values));
        handle.execute(
                """
                update card
                   set replaced_card_id = old.id, lineage_id = old.id
                  from card old
                 where old.status = 'terminated'
                   and card.id = overlay(old.id::text placing '7000' from 15 for 4)::uuid
                """);
        for (String table : List.of("card_rules", "card_security")) {
            List<String> copied = BenchNight.columns(handle, table);
            handle.execute(
                    "insert into %1$s (%2$s) select %3$s from %1$s join card on card.replaced_card_id is not null and card.id = %1$s.card_id"
                            .formatted(
                                    table,
                                    String.join(", ", copied),
                                    copied.stream()
                                            .map(
                                                    column ->
                                                            column.equals("card_id")
                                                                    ? "card.replaced_card_id"
                                                                    : table + "." + column)
                                            .collect(Collectors.joining(", "))));
        }
        handle.execute(
                "insert into card_lineage (lineage_id, version) select lineage_id, 1 from card where replaced_card_id is not null");
    }

    /** Gives the cards the limits and controls that the simulator's traffic is made for. */
    public static void giveSimulatedRules(Handle handle) {
        SpendingLimits limits = SimulatedRules.limits();
        handle.execute(
                """
                update card_rules
                   set single_transaction_limit = ?, daily_limit = ?, monthly_limit = ?,
                       allow_cash_withdrawal = right(card_id::text, 1) in ('0', '4', '8', 'c')
                """,
                limits.singleTransaction(),
                limits.daily(),
                limits.monthly());
    }

    /** The cards as the simulator knows them, once they have its rules. */
    public static List<SimulatedCard> simulated(int cards) {
        return IntStream.rangeClosed(1, cards)
                .mapToObj(
                        number ->
                                new SimulatedCard(
                                        card(number),
                                        Network.VISA,
                                        EXPIRY,
                                        "EUR",
                                        SimulatedRules.cashAllowed(number)))
                .toList();
    }

    /** As if all that was written so far had been told as events. */
    public static void forgetChanges(Handle handle) {
        handle.execute("truncate state_change");
    }

    /**
     * Writes the cards, into the account that is there or into one of its own, as if they had been
     * told as events.
     */
    public static void write(Handle handle, int cards) {
        List<String> watched = List.of("program", "customer", "card", "card_security");
        watched.forEach(table -> handle.execute("alter table " + table + " disable trigger user"));
        insert(handle, cards);
        watched.forEach(table -> handle.execute("alter table " + table + " enable trigger user"));
        handle.execute("analyze");
    }

    private static void insert(Handle handle, int cards) {
        handle.execute(
                """
                insert into account (id, name, created_at)
                select '019d0000-0000-7002-8000-000000000001', 'Bench', %s
                 where not exists (select from account)
                """
                        .formatted(CREATED));
        handle.execute(
                """
                insert into program (id, account_id, mode, name, status, network, bin,
                                     supported_card_types, supported_currencies, sca_mode,
                                     is_default, created_at, updated_at)
                select '019d0000-0000-7003-8000-000000000001', account.id, 'sandbox', 'Visa',
                       'active', 'visa', '400000', '{virtual,physical}', '{EUR}', 'off', true,
                       %1$s, %1$s
                  from account
                 where not exists (select from program where mode = 'sandbox' and is_default)
                 limit 1
                """
                        .formatted(CREATED));
        handle.execute(
                String.format(
                        Locale.ROOT,
                        """
                insert into customer (id, account_id, mode, type, status, metadata, created_at,
                                      updated_at)
                select %1$s, program.account_id, 'sandbox', 'individual', 'active', '{}', %2$s, %2$s
                  from program, generate_series(1, %3$d) n
                 where program.mode = 'sandbox'
                   and program.is_default
                """,
                        CUSTOMER_SQL,
                        CREATED,
                        cards));
        handle.execute(
                String.format(
                        Locale.ROOT,
                        """
                insert into card (id, account_id, mode, customer_id, program_id, type, status,
                                  currency, last4, expiry_month, expiry_year, lineage_id,
                                  rules_version, metadata, created_at, updated_at)
                select %1$s, program.account_id, 'sandbox', %2$s, program.id, 'virtual', 'active',
                       'EUR', lpad((n %% 10000)::text, 4, '0'), 12, 2032, %1$s, 1, '{}', %3$s, %3$s
                  from program, generate_series(1, %4$d) n
                 where program.mode = 'sandbox'
                   and program.is_default
                """,
                        CARD_SQL,
                        CUSTOMER_SQL,
                        CREATED,
                        cards));
        handle.execute(
                String.format(
                        Locale.ROOT,
                        """
                insert into card_rules (card_id, version, single_transaction_limit, daily_limit,
                                        monthly_limit, allowed_mccs, blocked_mccs,
                                        allowed_countries, blocked_countries, allow_online,
                                        allow_contactless, allow_cash_withdrawal, three_ds_enabled,
                                        challenge_preference, sca_exemptions, created_at)
                select %1$s, 1, 10000000, 1000000000, 10000000000, '{}', '{7995}', '{}', '{}',
                       true, true, true, true, 'no_preference', '{}', %2$s
                  from generate_series(1, %3$d) n
                """,
                        CARD_SQL,
                        CREATED,
                        cards));
        handle.execute(
                String.format(
                        Locale.ROOT,
                        """
                insert into card_security (card_id, pin_status, pin_tries_left, sca_exempt_count,
                                           sca_exempt_minor)
                select %1$s, 'set', 3, 0, 0
                  from generate_series(1, %2$d) n
                """,
                        CARD_SQL,
                        cards));
    }
}
