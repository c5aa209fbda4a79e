package dev.countersign.reconcile.store.event;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.card.CardStatus;
import dev.countersign.reconcile.domain.event.EventKind;
import dev.countersign.reconcile.domain.event.StateEvent;
import dev.countersign.reconcile.domain.event.StateEvent.CardState;
import dev.countersign.reconcile.domain.event.StateEvent.Images;
import dev.countersign.reconcile.domain.event.TransactionChange;
import dev.countersign.reconcile.domain.event.TransactionChangeLog;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.domain.id.ProgramId;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/**
 * The oldest changes that were not published, as events without their sequence. It reads the
 * changes, and of each by key what never changes; nothing that a card had before.
 */
public final class EventPageStore {

    private static final int ROWS_MAX = 500;

    /** Packed changes that are read at once: of about two thousand transactions or accounts. */
    private static final int PACKED_BYTES_MAX = 40_000;

    /**
     * A page of changes.
     *
     * @param numbers its rows
     * @param full whether it is as long as it may be, so that there may be more
     * @param age since the oldest of them was recorded
     */
    public record EventPage(
            List<StateEvent> events, Set<Long> numbers, boolean full, Duration age) {}

    /** One row, and of a row of many funding accounts one of these. */
    private record Row(
            long number,
            Instant recordedAt,
            long ageMillis,
            boolean more,
            EventKind kind,
            List<TransactionChange> changes,
            List<StateEvent> events) {}

    /** By key, however few rows the planner believes there are: "offset 0" keeps it a look-up. */
    private static final String OLDEST =
            """
            with page as materialized (
                select number, recorded_at, kind, image_before, image_after, transactions,
                       count(*) over () = :rows
                       or sum(bytes) over () >= :bytes as more
                  from (select number, recorded_at, kind, image_before, image_after, transactions,
                               bytes, sum(bytes) over (order by number) - bytes as bytes_before
                          from (select number, recorded_at, kind, image_before, image_after,
                                       transactions,
                                       coalesce(octet_length(transactions),
                                                case kind
                                                when 'funding_account'
                                                then 20 * jsonb_array_length(image_after)
                                                else 0
                                                end) as bytes
                                  from state_change
                                 order by number
                                 limit :rows) oldest) sized
                 where bytes_before < :bytes
            )
            select page.number, page.recorded_at, page.kind, page.transactions, page.more,
                   (extract(epoch from clock_timestamp() - page.recorded_at) * 1000)::bigint
                     as age_millis,
                   page.image_before::text as image_before, page.image_after::text as image_after,
                   coalesce(page.image_after ->> 'account_id', card.account_id::text,
                            account.account_id::text) as account_id,
                   coalesce(page.image_after ->> 'mode', card.mode, account.mode) as mode,
                   coalesce(page.image_after ->> 'id', page.image_after ->> 'night_id') as subject_id,
                   card.id as card_id, card.status as card_status, card.type as card_type,
                   card.network as brand, to_jsonb(former)::text as rules_before,
                   to_jsonb(latter)::text as rules_after,
                   former.card_id is null
                   or (former.allowed_mccs, former.blocked_mccs, former.allowed_countries,
                       former.blocked_countries, former.allow_online, former.allow_contactless,
                       former.allow_cash_withdrawal)
                      is distinct from
                      (latter.allowed_mccs, latter.blocked_mccs, latter.allowed_countries,
                       latter.blocked_countries, latter.allow_online, latter.allow_contactless,
                       latter.allow_cash_withdrawal) as other_controls,
                   former.card_id is null
                   or (former.three_ds_enabled, former.challenge_preference, former.sca_exemptions)
                      is distinct from
                      (latter.three_ds_enabled, latter.challenge_preference, latter.sca_exemptions)
                     as other_three_ds,
                   moved.ordinal, moved.image::text as moved, account.id as funding_id,
                   account.program_id, account.customer_id, account.currency
              from page
              left join lateral jsonb_array_elements(
                            case page.kind when 'funding_account' then page.image_after end)
                          with ordinality as moved (image, ordinal)
                on true
              left join lateral (
                       select id, account_id, mode, program_id, customer_id, currency
                         from funding_account
                        where funding_account.id = (moved.image ->> 0)::uuid
                       offset 0) account on true
              left join lateral (
                       select transaction.card_id
                         from transaction
                        where page.kind = 'dispute'
                          and transaction.id = (page.image_after ->> 'transaction_id')::uuid
                       offset 0) disputed on true
              left join lateral (
                       select card.id, card.account_id, card.mode, card.status, card.type,
                              program.network
                         from card
                         join program
                           on program.id = card.program_id
                        where card.id = case page.kind
                                        when 'card' then (page.image_after ->> 'id')::uuid
                                        when 'dispute' then disputed.card_id
                                        when 'funding_account' then null
                                        else (page.image_after ->> 'card_id')::uuid
                                        end
                       offset 0) card on true
              left join lateral (
                       select *
                         from card_rules
                        where page.kind = 'card'
                          and card_rules.card_id = card.id
                          and version = (page.image_before ->> 'rules_version')::integer
                       offset 0) former on true
              left join lateral (
                       select *
                         from card_rules
                        where page.kind = 'card'
                          and card_rules.card_id = card.id
                          and version = (page.image_after ->> 'rules_version')::integer
                       offset 0) latter on true
             order by page.number, moved.ordinal
            """;

    /** Reads the oldest changes that can be seen; empty where there is none. */
    public Optional<EventPage> oldest(Handle handle) {
        List<Row> rows =
                handle.createQuery(OLDEST)
                        .bind("rows", ROWS_MAX)
                        .bind("bytes", PACKED_BYTES_MAX)
                        .map(EventPageStore::row)
                        .list();
        if (rows.isEmpty()) {
            return Optional.empty();
        }
        PostedEventStore posted = new PostedEventStore();
        Map<UUID, PostedEventStore.Facts> facts =
                posted.load(handle, rows.stream().flatMap(row -> row.changes().stream()).toList());
        List<StateEvent> events = new ArrayList<>();
        Set<Long> numbers = new LinkedHashSet<>();
        for (Row row : rows) {
            numbers.add(row.number());
            events.addAll(
                    row.changes().isEmpty()
                            ? row.events()
                            : posted.events(
                                    name(row.number(), row.recordedAt()),
                                    row.recordedAt(),
                                    row.changes(),
                                    facts));
        }
        return Optional.of(
                new EventPage(
                        events,
                        numbers,
                        rows.getFirst().more(),
                        Duration.ofMillis(rows.getFirst().ageMillis())));
    }

    /**
     * Returns those of the ids of events that are of changes which were not published yet: of a
     * part of a topic that may be as long as it likes, few.
     */
    public Set<String> pending(Handle handle, Set<String> ids) {
        Map<String, List<String>> byName = new HashMap<>();
        Set<Long> numbers = new HashSet<>();
        for (String id : ids) {
            Matcher name = NAME.matcher(id);
            if (name.lookingAt()) {
                byName.computeIfAbsent(name.group(), none -> new ArrayList<>()).add(id);
                numbers.add(Long.valueOf(name.group(1)));
            }
        }
        Set<String> pending = new HashSet<>();
        if (numbers.isEmpty()) {
            return pending;
        }
        handle.createQuery(
                        "select number, recorded_at from state_change"
                                + " where number = any(:numbers)")
                .bindArray("numbers", Long.class, numbers)
                .map(
                        (row, context) ->
                                name(row.getLong("number"), Rows.instant(row, "recorded_at")))
                .forEach(name -> pending.addAll(byName.getOrDefault(name, List.of())));
        return pending;
    }

    private static Row row(ResultSet row, StatementContext context) throws SQLException {
        long number = row.getLong("number");
        EventKind kind = Rows.wire(row, "kind", EventKind.class);
        byte[] packed = row.getBytes("transactions");
        return new Row(
                number,
                Rows.instant(row, "recorded_at"),
                row.getLong("age_millis"),
                row.getBoolean("more"),
                kind,
                packed == null ? List.of() : TransactionChangeLog.read(packed),
                kind == EventKind.TRANSACTION ? List.of() : events(row, number, kind));
    }

    /** The name of a change, with which the ids of its events begin. */
    private static final Pattern NAME = Pattern.compile("([0-9]{1,18})_[0-9]+");

    /** With its time, since a book that was restored counts on from an earlier number. */
    private static String name(long number, Instant recordedAt) {
        return number + "_" + ChronoUnit.MICROS.between(Instant.EPOCH, recordedAt);
    }

    private static List<StateEvent> events(ResultSet row, long number, EventKind kind)
            throws SQLException {
        String mode = row.getString("mode");
        UUID account = account(row);
        Mode inMode = mode == null ? null : Rows.wire(row, "mode", Mode.class);
        UUID card = Rows.uuidOrNull(row, "card_id");
        CardState state =
                card == null
                        ? null
                        : new CardState(
                                new CardId(card), Rows.wire(row, "card_status", CardStatus.class));
        StateEvent event =
                new StateEvent(
                        name(number, Rows.instant(row, "recorded_at")),
                        state == null ? keyOf(kind, row) : state.id().toString(),
                        0,
                        Rows.instant(row, "recorded_at"),
                        kind,
                        account == null || inMode == null
                                ? null
                                : new Book(new AccountId(account), inMode),
                        inMode,
                        state,
                        images(row, kind));
        return switch (kind) {
            case CARD -> ofCard(row, event);
            case FUNDING_ACCOUNT -> List.of(as(event, kind, "_" + row.getLong("ordinal")));
            default -> List.of(event);
        };
    }

    /** A card and its rules are told apart, as the interface shows them. */
    private static List<StateEvent> ofCard(ResultSet row, StateEvent card) throws SQLException {
        List<StateEvent> events = new ArrayList<>();
        events.add(card);
        if (row.getBoolean("other_controls")) {
            events.add(as(card, EventKind.AUTHORIZATION_CONTROLS, "_controls"));
        }
        if (row.getBoolean("other_three_ds")) {
            events.add(as(card, EventKind.THREE_DS, "_3ds"));
        }
        return events;
    }

    private static StateEvent as(StateEvent event, EventKind kind, String suffix) {
        return new StateEvent(
                event.id() + suffix,
                event.key(),
                0,
                event.recordedAt(),
                kind,
                event.book(),
                event.mode(),
                event.card(),
                event.content());
    }

    private static @Nullable UUID account(ResultSet row) throws SQLException {
        String account = row.getString("account_id");
        return account == null ? null : UUID.fromString(account);
    }

    /** The key of a thing that is of no card. */
    private static String keyOf(EventKind kind, ResultSet row) throws SQLException {
        return switch (kind) {
            case FUNDING_ACCOUNT -> new FundingId(Rows.uuid(row, "funding_id")).toString();
            case NIGHT, REPORT -> "night_" + row.getString("subject_id");
            case PROGRAM -> new ProgramId(subjectId(row)).toString();
            case CUSTOMER -> new CustomerId(subjectId(row)).toString();
            case BREAK -> new BreakId(subjectId(row)).toString();
            case DISPUTE -> new DisputeId(subjectId(row)).toString();
            default -> throw new IllegalStateException("of no card: " + kind);
        };
    }

    private static UUID subjectId(ResultSet row) throws SQLException {
        return UUID.fromString(row.getString("subject_id"));
    }

    private static Images images(ResultSet row, EventKind kind) throws SQLException {
        if (kind == EventKind.FUNDING_ACCOUNT) {
            return new Images(
                    null,
                    """
                    {"id": "%s", "program_id": %s, "customer_id": %s, "currency": "%s", "moved": %s}
                    """
                            .formatted(
                                    Rows.uuid(row, "funding_id"),
                                    quoted(Rows.uuidOrNull(row, "program_id")),
                                    quoted(Rows.uuidOrNull(row, "customer_id")),
                                    row.getString("currency"),
                                    row.getString("moved")),
                    null,
                    null,
                    null,
                    null);
        }
        return new Images(
                row.getString("image_before"),
                row.getString("image_after"),
                row.getString("rules_before"),
                row.getString("rules_after"),
                row.getString("card_type"),
                row.getString("brand"));
    }

    private static @Nullable String quoted(@Nullable UUID id) {
        return id == null ? null : "\"" + id + "\"";
    }
}
