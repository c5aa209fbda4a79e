package dev.countersign.reconcile.store.feed;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.authorization.CardPosition;
import dev.countersign.reconcile.domain.authorization.SpendUsage;
import dev.countersign.reconcile.domain.card.CardFacts;
import dev.countersign.reconcile.domain.card.CardSecurity;
import dev.countersign.reconcile.domain.card.CardStatus;
import dev.countersign.reconcile.domain.card.Termination;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.domain.id.TimeOrderedId;
import dev.countersign.reconcile.domain.id.WalletTokenId;
import dev.countersign.reconcile.domain.pin.PinState;
import dev.countersign.reconcile.domain.pin.PinStatus;
import dev.countersign.reconcile.domain.transaction.CardHistory;
import dev.countersign.reconcile.domain.wallet.CardTokens;
import dev.countersign.reconcile.domain.wallet.WalletTokenStatus;
import dev.countersign.reconcile.store.issuing.CardRulesStore;
import dev.countersign.reconcile.store.sql.BoundedSum;
import dev.countersign.reconcile.store.sql.ColumnArrays;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Cards as the decision needs them: facts, rules, counters, usage and the fence of a lineage. */
public final class CardPositionStore {

    private static final Function<String, Optional<WalletTokenStatus>> STATUSES =
            Wire.reader(WalletTokenStatus.class);

    /**
     * Tokens are those that live, and the latest of those that were removed: a card that was in so
     * many wallets that others are left out declines them as unknown. Most cards have none, which
     * is seen before anything is sorted.
     */
    private static final String POSITIONS =
            """
            select card.id, card.account_id, card.mode, card.customer_id, card.lineage_id, card.status,
                   card.termination, card.currency, card.expiry_month, card.expiry_year,
                   customer.status as customer_status, program.status as program_status,
                   program.sca_mode, card_security.pin_status, card_security.pin_tries_left,
                   card_security.sca_exempt_count, card_security.sca_exempt_minor,
                   card_security.tap_count, card_security.tap_minor,
                   card_lineage.version as lineage_version,
                   coalesce(customer_funding.id, program_funding.id) as funding_id,
                   case when exists (select from wallet_token where card_id = card.id)
                        then (select string_agg(kept.id || ' ' || kept.status, ',')
                                from (select id, status
                                        from wallet_token
                                       where wallet_token.card_id = card.id
                                       order by status = 'removed', id desc
                                       limit 100) kept)
                    end as tokens,
            """
                    + CardRulesStore.COLUMNS
                    + """
              from card
              join customer on customer.id = card.customer_id
              join program on program.id = card.program_id
              join card_rules
                on card_rules.card_id = card.id
               and card_rules.version = card.rules_version
              join card_security on card_security.card_id = card.id
              left join card_lineage on card_lineage.lineage_id = card.lineage_id
              left join funding_account customer_funding
                on customer_funding.customer_id = card.customer_id
               and customer_funding.currency = card.currency
              left join funding_account program_funding
                on program_funding.program_id = card.program_id
               and program_funding.currency = card.currency
             where card.id = any(:cards)
            """;

    /**
     * The positions of those cards that exist, in no order: a message may name a card that nobody
     * issued, so one that is missing is left out. No usage is loaded yet, and nothing is at hand.
     */
    public List<CardHistory> load(Handle handle, Collection<CardId> cards) {
        return handle.createQuery(POSITIONS)
                .bindArray("cards", UUID.class, cards.stream().map(CardId::value).toList())
                .map((row, context) -> read(row))
                .list();
    }

    private static final String LIST_BEFORE =
            """
            select id
              from card
             where id < :before
               and status <> 'terminated'
             order by id desc
             limit :limit
            """;

    /** The cards issued before one, the newest first; those that are terminated are left out. */
    public List<CardId> listBefore(Handle handle, CardId before, int limit) {
        return handle.createQuery(LIST_BEFORE)
                .bind("before", before.value())
                .bind("limit", limit)
                .map((row, context) -> new CardId(Rows.uuid(row, "id")))
                .list();
    }

    private static CardHistory read(ResultSet row) throws SQLException {
        UUID funding = Rows.uuidOrNull(row, "funding_id");
        CardFacts facts =
                new CardFacts(
                        new CardId(Rows.uuid(row, "id")),
                        new AccountId(Rows.uuid(row, "account_id")),
                        Rows.wire(row, "mode", Mode.class),
                        new CustomerId(Rows.uuid(row, "customer_id")),
                        Rows.uuid(row, "lineage_id"),
                        Rows.wire(row, "status", CardStatus.class),
                        Rows.wireOrNull(row, "termination", Termination.class),
                        Rows.currency(row, "currency"),
                        YearMonth.of(row.getInt("expiry_year"), row.getInt("expiry_month")),
                        row.getString("customer_status").equals("active"),
                        row.getString("program_status").equals("active"),
                        row.getString("sca_mode").equals("enforce"),
                        CardRulesStore.read(row),
                        funding == null ? null : new FundingId(funding),
                        tokens(row.getString("tokens")));
        CardSecurity security =
                new CardSecurity(
                        new PinState(
                                Rows.wire(row, "pin_status", PinStatus.class),
                                row.getInt("pin_tries_left")),
                        row.getInt("sca_exempt_count"),
                        row.getLong("sca_exempt_minor"),
                        row.getInt("tap_count"),
                        row.getLong("tap_minor"));
        return new CardHistory(
                new CardPosition(facts, security, SpendUsage.EMPTY, null),
                List.of(),
                List.of(),
                Rows.longOrNull(row, "lineage_version"));
    }

    private static CardTokens tokens(@Nullable String text) {
        if (text == null) {
            return CardTokens.NONE;
        }
        Map<WalletTokenId, WalletTokenStatus> statuses = new HashMap<>();
        for (String token : text.split(",", -1)) {
            int space = token.indexOf(' ');
            statuses.put(
                    new WalletTokenId(UUID.fromString(token.substring(0, space))),
                    STATUSES.apply(token.substring(space + 1)).orElseThrow());
        }
        return new CardTokens(statuses);
    }

    /**
     * Card by card, so that no plan reads all that anybody spent to tell what one card did; the
     * month is looked at only in what the card did, since an index by time has that of all cards.
     */
    private static final String USAGE =
            """
            select sum(spent.day_minor) as day_minor,
                   sum(spent.month_minor) as month_minor,
                   bool_or(spent.later) as later
              from unnest(:lineages) with ordinality as wanted (lineage_id, ordinal)
              %s
             cross join lateral (
                   select coalesce(sum(amount_minor)
                                     filter (where created_at >= :dayStart
                                               and created_at < :dayEnd), 0) as day_minor,
                          coalesce(sum(amount_minor)
                                     filter (where created_at >= :monthStart
                                               and created_at < :monthEnd), 0) as month_minor,
                          coalesce(bool_or(created_at >= :dayEnd), false) as later
                     from spend
                    where spend.card_id = %s
                      and (spend.is_increment or spend.transaction_id >= :floor)) spent
             group by wanted.ordinal
             order by wanted.ordinal
            """;

    private static final String USAGE_OF_CARDS = USAGE.formatted("", "wanted.lineage_id");

    private static final String USAGE_OF_LINEAGES =
            USAGE.formatted("left join card on card.lineage_id = wanted.lineage_id", "card.id");

    /**
     * A UTC day and its month, for the cards of a lineage.
     *
     * @param alone whether it has one card, of the same id
     */
    public record Period(UUID lineage, boolean alone, LocalDate day) {

        /** The period of a card that an instant lies in. */
        public static Period of(CardHistory card, Instant at) {
            return new Period(
                    card.position().facts().lineage(),
                    card.alone(),
                    LocalDate.ofInstant(at, ZoneOffset.UTC));
        }
    }

    /** Periods that one question is asked about. */
    private record AskedPeriods(boolean alone, LocalDate day) {

        OffsetDateTime dayStart() {
            return start(day);
        }

        OffsetDateTime dayEnd() {
            return start(day.plusDays(1));
        }

        OffsetDateTime monthStart() {
            return start(day.withDayOfMonth(1));
        }

        OffsetDateTime monthEnd() {
            return monthStart().plusMonths(1);
        }

        /** Below the ids of the transactions of the month, which an increment may be older than. */
        UUID floor() {
            return TimeOrderedId.floor(monthStart().toInstant());
        }

        private static OffsetDateTime start(LocalDate day) {
            return day.atStartOfDay(ZoneOffset.UTC).toOffsetDateTime();
        }
    }

    /**
     * The amounts spent in a period.
     *
     * @param later whether anything was spent after its day
     */
    public record PeriodSpend(long dayMinor, long monthMinor, boolean later) {

        /** The card with the usage of this period loaded. */
        public CardHistory onto(CardHistory history, LocalDate day) {
            CardPosition position = history.position();
            return history.withPosition(
                    position.withUsage(position.usage().with(day, dayMinor, monthMinor, later)));
        }
    }

    /** Returns the amounts spent in each of these periods; nothing where there is no card. */
    public Map<Period, PeriodSpend> spent(Handle handle, Collection<Period> periods) {
        Map<Period, PeriodSpend> spent = HashMap.newHashMap(periods.size());
        periods.stream()
                .collect(
                        Collectors.groupingBy(
                                period -> new AskedPeriods(period.alone(), period.day())))
                .forEach(
                        (asked, some) -> {
                            List<PeriodSpend> found = spent(handle, asked, some);
                            for (int i = 0; i < some.size(); i++) {
                                spent.put(some.get(i), found.get(i));
                            }
                        });
        return spent;
    }

    private static List<PeriodSpend> spent(
            Handle handle, AskedPeriods asked, List<Period> periods) {
        return handle.createQuery(asked.alone() ? USAGE_OF_CARDS : USAGE_OF_LINEAGES)
                .bindArray("lineages", UUID.class, periods.stream().map(Period::lineage).toList())
                .bind("dayStart", asked.dayStart())
                .bind("dayEnd", asked.dayEnd())
                .bind("monthStart", asked.monthStart())
                .bind("monthEnd", asked.monthEnd())
                .bind("floor", asked.floor())
                .map((row, context) -> readSpent(row))
                .list();
    }

    private static PeriodSpend readSpent(ResultSet row) throws SQLException {
        return new PeriodSpend(
                BoundedSum.read(row, "day_minor"),
                BoundedSum.read(row, "month_minor"),
                row.getBoolean("later"));
    }

    /** The counts that the stream keeps on a card, as a batch read them and as it leaves them. */
    public record SecurityChange(CardId card, CardSecurity before, CardSecurity now) {}

    private static final String UPDATE_SECURITY =
            """
            update card_security
               set pin_status = changed.pin_status,
                   pin_tries_left = changed.pin_tries_left,
                   sca_exempt_count = changed.sca_exempt_count,
                   sca_exempt_minor = changed.sca_exempt_minor,
                   tap_count = changed.tap_count,
                   tap_minor = changed.tap_minor
              from unnest(?::text[]::uuid[], ?::text[], ?::text[]::integer[], ?::text[]::integer[],
                          ?::text[]::bigint[], ?::text[]::integer[], ?::text[]::bigint[], ?::text[],
                          ?::text[]::integer[], ?::text[]::integer[], ?::text[]::bigint[],
                          ?::text[]::integer[], ?::text[]::bigint[])
                   as changed (card_id, pin_status, pin_tries_left, sca_exempt_count, sca_exempt_minor,
                               tap_count, tap_minor, status_before, tries_before, count_before,
                               minor_before, taps_before, tapped_before)
             where card_security.card_id = changed.card_id
               and card_security.pin_status = changed.status_before
               and card_security.pin_tries_left = changed.tries_before
               and card_security.sca_exempt_count = changed.count_before
               and card_security.sca_exempt_minor = changed.minor_before
               and card_security.tap_count = changed.taps_before
               and card_security.tap_minor = changed.tapped_before
            """;

    /**
     * Writes PIN tries and exemptions where they are as they were read.
     *
     * @return false when a PIN was set or unblocked meanwhile; the caller rolls back
     */
    public boolean updateSecurity(Handle handle, List<SecurityChange> changed) {
        return changed.isEmpty()
                || ColumnArrays.of(changed)
                                .add(row -> row.card().value())
                                .add(row -> row.now().pin().status().wire())
                                .add(row -> row.now().pin().triesLeft())
                                .add(row -> row.now().exemptCount())
                                .add(row -> row.now().exemptMinor())
                                .add(row -> row.now().tapCount())
                                .add(row -> row.now().tapMinor())
                                .add(row -> row.before().pin().status().wire())
                                .add(row -> row.before().pin().triesLeft())
                                .add(row -> row.before().exemptCount())
                                .add(row -> row.before().exemptMinor())
                                .add(row -> row.before().tapCount())
                                .add(row -> row.before().tapMinor())
                                .update(handle, UPDATE_SECURITY)
                        == changed.size();
    }

    /** The state of a card's PIN, which no message changes until the transaction ends. */
    public PinState lockPin(Handle handle, CardId card) {
        return handle.createQuery(
                        """
                        select pin_status, pin_tries_left
                          from card_security
                         where card_id = :card
                           for no key update
                        """)
                .bind("card", card.value())
                .map(
                        (row, context) ->
                                new PinState(
                                        Rows.wire(row, "pin_status", PinStatus.class),
                                        row.getInt("pin_tries_left")))
                .one();
    }

    /** Sets the state of a card's PIN, whatever it was. */
    public void updatePin(Handle handle, CardId card, PinState pin) {
        handle.createUpdate(
                        """
                        update card_security
                           set pin_status = :status,
                               pin_tries_left = :triesLeft
                         where card_id = :card
                        """)
                .bind("card", card.value())
                .bind("status", pin.status().wire())
                .bind("triesLeft", pin.triesLeft())
                .execute();
    }

    /** The version of a lineage that a batch was decided on. */
    public record LineageVersion(UUID lineage, long version) {}

    /** The versions of lineages as they are now. */
    public Map<UUID, Long> lineages(Handle handle, Collection<UUID> lineages) {
        Map<UUID, Long> versions = HashMap.newHashMap(lineages.size());
        handle.createQuery(
                        "select lineage_id, version from card_lineage where lineage_id = any(:ids)")
                .bindArray("ids", UUID.class, lineages)
                .map(
                        (row, context) ->
                                new LineageVersion(
                                        Rows.uuid(row, "lineage_id"), row.getLong("version")))
                .forEach(seen -> versions.put(seen.lineage(), seen.version()));
        return versions;
    }

    /** Makes whoever else moves these lineages wait until this database transaction has ended. */
    public void lockLineages(Handle handle, Collection<UUID> lineages) {
        var unused =
                handle.createQuery(
                                """
                                select lineage_id
                                  from card_lineage
                                 where lineage_id = any(:ids)
                                 order by lineage_id
                                   for no key update
                                """)
                        .bindArray("ids", UUID.class, lineages)
                        .mapTo(UUID.class)
                        .list();
    }

    /** In the order of their ids, so that owners seldom wait for each other crosswise. */
    private static final String MOVE_LINEAGES =
            """
            update card_lineage
               set version = card_lineage.version + 1
              from (select *
                      from unnest(?::text[]::uuid[], ?::text[]::bigint[]) as read (lineage_id, version)
                     order by lineage_id) seen
             where card_lineage.lineage_id = seen.lineage_id
               and card_lineage.version = seen.version
            """;

    /**
     * Moves the fences of lineages whose usage changed.
     *
     * @return false when a sibling card's owner was faster; the caller rolls back
     */
    public boolean moveLineages(Handle handle, List<LineageVersion> seen) {
        return seen.isEmpty()
                || ColumnArrays.of(seen)
                                .add(LineageVersion::lineage)
                                .add(LineageVersion::version)
                                .update(handle, MOVE_LINEAGES)
                        == seen.size();
    }
}
