package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.jobs.night.NightState;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.dispute.DisputeStatus;
import dev.countersign.reconcile.domain.feed.CardActivity;
import dev.countersign.reconcile.domain.feed.CardReference;
import dev.countersign.reconcile.domain.feed.Channel;
import dev.countersign.reconcile.domain.feed.Flags;
import dev.countersign.reconcile.domain.feed.Merchant;
import dev.countersign.reconcile.domain.feed.MerchantClaim;
import dev.countersign.reconcile.domain.feed.MessageHeader;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.feed.NetworkKeys;
import dev.countersign.reconcile.domain.feed.NetworkMessage;
import dev.countersign.reconcile.domain.feed.NetworkRefs;
import dev.countersign.reconcile.domain.feed.Notice;
import dev.countersign.reconcile.domain.feed.Processing;
import dev.countersign.reconcile.domain.feed.evidence.ClaimedExemption;
import dev.countersign.reconcile.domain.feed.evidence.CryptogramEvidence;
import dev.countersign.reconcile.domain.feed.evidence.CvcEvidence;
import dev.countersign.reconcile.domain.feed.evidence.PinEvidence;
import dev.countersign.reconcile.domain.feed.evidence.VerificationEvidence;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.transaction.post.MessagePosting;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.service.feed.BatchRefusedException;
import dev.countersign.reconcile.service.feed.FeedBatch;
import dev.countersign.reconcile.service.feed.FeedPosting;
import dev.countersign.reconcile.service.feed.FeedStores;
import dev.countersign.reconcile.testkit.Feed;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.SeededBook;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** A book with its feed and its nights, on a database of a test's own, at a time the test sets. */
final class NightRun {

    private static final int DECIDE_TRIES_MAX = 20;

    final Jdbi jdbi;
    final Jdbi owner;
    final SeededBook book;
    final Feed feed = new Feed();
    final Nights nights;
    private final FeedPosting posting;
    private @Nullable String fileId;
    private @Nullable Integer fileSeq;
    private @Nullable Integer part;
    private @Nullable Integer parts;
    private String currency = "EUR";
    private CryptogramEvidence cryptogram = CryptogramEvidence.NOT_CHECKED;
    private @Nullable Long earned;
    private String settledIn = "EUR";
    private @Nullable Long settledMinor;
    private Instant now = Instant.parse("2026-11-25T02:00:00Z");

    NightRun(PostgresExtension postgres, Path reports) {
        this(postgres, new NightSettings(2, 3, 2, reports));
    }

    NightRun(PostgresExtension postgres, NightSettings settings) {
        this(postgres, settings, UnaryOperator.identity());
    }

    /**
     * @param around what the nights reach the database through
     */
    NightRun(PostgresExtension postgres, NightSettings settings, UnaryOperator<DataSource> around) {
        postgres.empty();
        jdbi = JdbiSetup.over(postgres.dataSource());
        owner = JdbiSetup.over(postgres.ownerSource());
        book = new SeededBook(jdbi);
        InstantSource clock = () -> now;
        Database database = new Database(jdbi);
        FeedStores stores =
                FeedStores.with(
                        (payload, at) -> {
                            throw new AssertionError("nothing is parked here: " + payload);
                        });
        database.doAtomically(handle -> stores.feed().begin(handle, Feed.TOPIC, 0, 0));
        posting = new FeedPosting(database, stores, MessagePosting.DEFAULT, clock, 1_000);
        nights = Nights.open(around.apply(postgres.dataSource()), clock, settings);
    }

    NightRun at(String instant) {
        now = Instant.parse(instant);
        return this;
    }

    /** Decides what was written to the feed so far; again, when a night changed it meanwhile. */
    NightRun decide() {
        FeedBatch batch = feed.batch();
        for (int tries = 1; ; tries++) {
            try {
                var unused = posting.post(batch);
                return this;
            } catch (BatchRefusedException e) {
                if (e.reason() != BatchRefusedException.RefusalReason.CHANGED_MEANWHILE
                        || tries == DECIDE_TRIES_MAX) {
                    throw e;
                }
                posting.forgetUnrecorded();
            }
        }
    }

    /** The same by an owner that has no card at hand. */
    NightRun decideAnew() {
        posting.forget();
        return decide();
    }

    NightReport run(String date) {
        NightReport report = nights.run(Mode.SANDBOX, LocalDate.parse(date));
        assertThat(report.night().state())
                .as(report.night().failure())
                .isEqualTo(NightState.COMPLETED);
        return report;
    }

    /** The differences that a complete night finds when it is run again. */
    List<String> differences(String date) {
        return nights.rerun(Mode.SANDBOX, LocalDate.parse(date)).differences();
    }

    void runThrough(LocalDate first, LocalDate last) {
        first.datesUntil(last.plusDays(1)).forEach(date -> run(date.toString()));
    }

    List<String> rows(String sql) {
        return jdbi.withHandle(handle -> handle.createQuery(sql).mapTo(String.class).list());
    }

    /** Each break such as {@code "AMOUNT_OVER 600 open"}, the oldest first. */
    List<String> breaks() {
        return rows("select type || ' ' || amount_minor || ' ' || state from break order by id");
    }

    /** Each transaction such as {@code "100 settled 5000 held 0"}, by its reference. */
    List<String> transactions() {
        return rows(
                """
                select network_txn_id || ' ' || status || ' ' || amount_minor || ' held ' || held_minor
                  from transaction
                 order by network_txn_id
                """);
    }

    /** The transaction of a reference. */
    TransactionId transaction(String reference) {
        return new TransactionId(
                UUID.fromString(
                        rows("select id::text from transaction where network_txn_id = '%s'"
                                        .formatted(reference))
                                .getFirst()));
    }

    /** Each account that is not even such as {@code "1900 EUR -5000"}. */
    List<String> openBalances() {
        return rows(
                """
                select account || ' ' || currency || ' ' || sum(debit_minor - credit_minor)
                  from ledger_day
                 group by account, currency
                having sum(debit_minor) <> sum(credit_minor)
                 order by account, currency
                """);
    }

    /** The debits of an account less its credits. */
    String balance(String account) {
        return rows("select coalesce(sum(debit_minor - credit_minor), 0)::text from ledger_day"
                        + " where account = '%s'".formatted(account))
                .getFirst();
    }

    List<String> balances(String... accounts) {
        return Stream.of(accounts).map(this::balance).toList();
    }

    /** Closes a month softly, given by its first day. */
    void close(String month) {
        owner.useHandle(
                handle ->
                        handle.execute(
                                "insert into month_close (mode, month, stage, soft_closed_at,"
                                        + " soft_closed_by) values ('sandbox', ?::date,"
                                        + " 'soft_closed', now(), 'ann')",
                                month));
    }

    // ---- messages

    NightRun request(CardId card, String reference, long amount, String at) {
        feed.send(
                new NetworkMessage.AuthorizationRequest(
                        header(MessageKind.AUTHORIZATION_REQUEST, reference, at),
                        MessageKind.AUTHORIZATION_REQUEST,
                        activity(card, reference, null, null, amount, Processing.PURCHASE)));
        return this;
    }

    /** More on top of a purchase. */
    NightRun increment(CardId card, String reference, long amount, String at) {
        feed.send(
                new NetworkMessage.IncrementalAuthorization(
                        header(MessageKind.INCREMENTAL_AUTHORIZATION, reference, at),
                        activity(card, reference, null, null, amount, Processing.PURCHASE)));
        return this;
    }

    NightRun cash(CardId card, String reference, long amount, String at) {
        return cash(card, reference, amount, null, at);
    }

    /** Cash, with what the message says of interchange. */
    NightRun cash(
            CardId card, String reference, long amount, @Nullable Long interchange, String at) {
        return cash(card, reference, amount, interchange, NetworkMessage.Settlement.NONE, at);
    }

    /** Cash whose message says in which cycle it is settled: that of a clearing of its date. */
    NightRun settledCash(CardId card, String reference, long amount, long interchange, String at) {
        return cash(card, reference, amount, interchange, settlement(true, amount, at), at);
    }

    private NightRun cash(
            CardId card,
            String reference,
            long amount,
            @Nullable Long interchange,
            NetworkMessage.Settlement settlement,
            String at) {
        feed.send(
                new NetworkMessage.AuthorizationRequest(
                        header(MessageKind.FINANCIAL_REQUEST, reference, at),
                        MessageKind.FINANCIAL_REQUEST,
                        activity(card, reference, null, null, amount, Processing.CASH_WITHDRAWAL),
                        interchange == null
                                ? null
                                : new NetworkMessage.Interchange(interchange, "EUR"),
                        settlement));
        return this;
    }

    /** The network stood in for us and approved. */
    NightRun cashAdvice(CardId card, String reference, long amount, String at) {
        return advice(card, reference, amount, Processing.CASH_WITHDRAWAL, at);
    }

    /** The same, for a purchase. */
    NightRun advice(CardId card, String reference, long amount, String at) {
        return advice(card, reference, amount, Processing.PURCHASE, at);
    }

    private NightRun advice(
            CardId card, String reference, long amount, Processing processing, String at) {
        feed.send(
                new NetworkMessage.AuthorizationAdvice(
                        header(MessageKind.AUTHORIZATION_ADVICE, reference, at),
                        activity(card, reference, null, null, amount, processing),
                        true,
                        "00",
                        amount));
        return this;
    }

    /** Of the whole, whatever its amount. */
    NightRun reversal(CardId card, String reference, long amount, String at) {
        return reversal(card, reference, amount, 0, at);
    }

    /** One after which a merchant may still present something. */
    NightRun reversal(CardId card, String reference, long amount, long left, String at) {
        feed.send(
                new NetworkMessage.Reversal(
                        header(MessageKind.REVERSAL, reference, at),
                        activity(card, reference, null, null, amount, Processing.PURCHASE),
                        left));
        return this;
    }

    NightRun clearing(@Nullable CardId card, String reference, String arn, long amount, String at) {
        return clearing(MessageKind.CLEARING, card, reference, null, arn, amount, at);
    }

    /** One of several records under one ARN. */
    NightRun clearingPart(
            CardId card, String reference, String arn, int number, long amount, String at) {
        part = number;
        clearing(card, reference, arn, amount, at);
        part = null;
        return this;
    }

    /** A part of a purchase that announces how many there are. */
    NightRun clearingPartOf(
            CardId card,
            String reference,
            String arn,
            int number,
            int count,
            long amount,
            String at) {
        parts = count;
        clearingPart(card, reference, arn, number, amount, at);
        parts = null;
        return this;
    }

    NightRun refund(CardId card, String reference, String arn, long amount, String at) {
        return clearing(MessageKind.REFUND, card, reference, null, arn, amount, at);
    }

    NightRun clearingReversal(CardId card, String reference, String arn, long amount, String at) {
        return clearing(MessageKind.CLEARING_REVERSAL, card, reference, null, arn, amount, at);
    }

    /** One of several reversals under one ARN. */
    NightRun clearingReversalPart(
            CardId card, String reference, String arn, int number, long amount, String at) {
        part = number;
        clearingReversal(card, reference, arn, amount, at);
        part = null;
        return this;
    }

    /** A refund that names its purchase. */
    NightRun refundOf(
            CardId card, String purchase, String reference, String arn, long amount, String at) {
        return clearing(MessageKind.REFUND, card, reference, purchase, arn, amount, at);
    }

    /** The merchant takes a refund back; the record names the purchase as the refund did. */
    NightRun refundReversal(
            CardId card, String purchase, String reference, String arn, long amount, String at) {
        return clearing(MessageKind.CLEARING_REVERSAL, card, reference, purchase, arn, amount, at);
    }

    /** From here on the chip answers for what it pays. */
    NightRun withChip() {
        cryptogram = CryptogramEvidence.VALID;
        return this;
    }

    /** From here on messages are about this currency. */
    NightRun inCurrency(String code) {
        currency = code;
        return this;
    }

    /** From here on each record is settled for so much in this currency; EUR for its own amount. */
    NightRun settledIn(String code, @Nullable Long minor) {
        settledIn = code;
        settledMinor = minor;
        return this;
    }

    /** The program's cards may be settled in these currencies from now on. */
    NightRun settlementCurrencies(String... currencies) {
        jdbi.useHandle(
                handle ->
                        handle.execute(
                                "update program set settlement_currencies = ?::text[] where id = ?",
                                "{" + String.join(",", currencies) + "}",
                                book.programId().value()));
        return this;
    }

    /** From here on records say this of interchange, above 0 what is earned; else it is 1 %. */
    NightRun earning(long interchange) {
        earned = interchange;
        return this;
    }

    /** The network's totals of the first cycle of a settlement date: interchange 1 %, fees 2. */
    NightRun total(String settlementDate, int version, int debits, long debit, String at) {
        return total(settlementDate, version, debits, debit, 90, true, at);
    }

    /** The network's totals of the first cycle of a settlement date: fees 2. */
    NightRun total(
            String settlementDate,
            int version,
            int debits,
            long debit,
            long interchange,
            boolean complete,
            String at) {
        return total(
                settlementDate,
                version,
                String.format(
                        Locale.ROOT,
                        """
                "debit_count": %d, "debit_amount": %d, "interchange_net": %d, "fees": 2,
                "net_amount": %d, "is_complete": %s
                """,
                        debits,
                        debit,
                        interchange,
                        debit - interchange + 2,
                        complete),
                at);
    }

    /** The network's totals of the first cycle of a settlement date, in its own words. */
    NightRun total(String settlementDate, int version, String members, String at) {
        return total(settlementDate, "EUR", version, members, at);
    }

    /** The network says that nothing is due of a cycle. */
    NightRun zeroTotal(String settlementDate, String of, String at) {
        return total(
                settlementDate,
                of,
                1,
                """
                "debit_count": 0, "debit_amount": 0, "credit_count": 0, "credit_amount": 0,
                "interchange_net": 0, "fees": 0, "net_amount": 0, "is_complete": true
                """,
                at);
    }

    /** The same in a currency. */
    NightRun total(String settlementDate, String of, int version, String members, String at) {
        feed.send(
                new NetworkMessage.RecordOnlyMessage(
                        header(MessageKind.SETTLEMENT_TOTAL, settlementDate + of + version, at),
                        MessageKind.SETTLEMENT_TOTAL,
                        null,
                        book.accountId(),
                        Mode.SANDBOX,
                        settlementDate + "|" + of + "|" + version,
                        null),
                String.format(
                        Locale.ROOT,
                        """
                {"settlement": {"settlement_date": "%s", "cycle": 1, "service": "intl",
                                "institution_id": "1000000000", "currency": "%s"},
                 "total": {"version": %d, %s}}
                """,
                        settlementDate,
                        of,
                        version,
                        members));
        return this;
    }

    /** The network takes a fee of the first cycle of a settlement date. */
    NightRun fee(String settlementDate, String reference, long amount, String at) {
        return fee(null, book.accountId(), settlementDate, reference, amount, at);
    }

    /** The same, of a book and of none of its accounts. */
    NightRun feeOfNoAccount(String settlementDate, String reference, long amount, String at) {
        return fee(null, null, settlementDate, reference, amount, at);
    }

    /** The same, for something that a card did. */
    NightRun fee(CardId card, String settlementDate, String reference, long amount, String at) {
        return fee(card, book.accountId(), settlementDate, reference, amount, at);
    }

    /** A fee of ten euro, which the network settles in another currency. */
    NightRun feeOfTenEuro(String settlementDate, String currency, long paid, String at) {
        return fee(null, book.accountId(), settlementDate, "F10", 1_000, currency, paid, at);
    }

    private NightRun fee(
            @Nullable CardId card,
            @Nullable AccountId account,
            String settlementDate,
            String reference,
            long amount,
            String at) {
        return fee(card, account, settlementDate, reference, amount, "EUR", amount, at);
    }

    private NightRun fee(
            @Nullable CardId card,
            @Nullable AccountId account,
            String settlementDate,
            String reference,
            long amount,
            String currency,
            long paid,
            String at) {
        feed.send(
                new NetworkMessage.RecordOnlyMessage(
                        header(MessageKind.FEE_COLLECTION, reference, at),
                        MessageKind.FEE_COLLECTION,
                        card == null ? null : CardReference.of(card.toString()),
                        account,
                        Mode.SANDBOX,
                        reference,
                        null),
                String.format(
                        Locale.ROOT,
                        """
                {"direction": "debit", "amount": {"value": %d, "currency": "EUR"},
                 "settlement": {"settlement_date": "%s", "cycle": 1, "service": "intl",
                                "institution_id": "1000000000", "currency": "%s",
                                "amount": %d}}
                """,
                        amount,
                        settlementDate,
                        currency,
                        paid));
        return this;
    }

    /** The network tells where a dispute of a card is. */
    NightRun disputeMoves(CardId card, DisputeId dispute, DisputeStatus status, String at) {
        return disputeMoves(CardReference.of(card), null, dispute, status, at);
    }

    /** A network tells the same without the card, in a mode. */
    NightRun disputeMovesIn(Mode mode, DisputeId dispute, DisputeStatus status, String at) {
        return disputeMoves(null, mode, dispute, status, at);
    }

    private NightRun disputeMoves(
            @Nullable CardReference card,
            @Nullable Mode mode,
            DisputeId dispute,
            DisputeStatus status,
            String at) {
        MessageKind kind =
                status == DisputeStatus.LOST ? MessageKind.ARBITRATION : MessageKind.CHARGEBACK;
        feed.send(
                new NetworkMessage.RecordOnlyMessage(
                        header(kind, dispute + status.wire() + mode, at),
                        kind,
                        card,
                        null,
                        mode,
                        dispute + "|" + status.wire() + mode,
                        new Notice(dispute.toString(), status.wire(), null, null)));
        return this;
    }

    /**
     * The network tells of a case of a card.
     *
     * @param card null where the message names none
     * @param dispute as the message names it
     * @param to where the dispute moves; null where the stage moves none
     * @param settlement the member of the message, or an empty object
     */
    NightRun caseRecord(
            @Nullable CardId card,
            MessageKind kind,
            String dispute,
            String stage,
            @Nullable DisputeStatus to,
            String settlement,
            String at) {
        feed.send(
                new NetworkMessage.RecordOnlyMessage(
                        header(kind, dispute + stage, at),
                        kind,
                        card == null ? null : CardReference.of(card),
                        null,
                        null,
                        dispute + "|" + stage,
                        to == null ? null : new Notice(dispute, to.wire(), null, null)),
                String.format(
                        Locale.ROOT,
                        """
                {"refs": {"case_id": "%s"},
                 "dispute": {"reason_code": "12.6", "stage": "%s",
                             "amount": {"value": 10000, "currency": "%s"}},
                 "settlement": %s}
                """,
                        dispute,
                        stage,
                        currency,
                        settlement));
        return this;
    }

    /** From here on messages belong to a file, of the sender of the tests. */
    NightRun inFile(@Nullable String id, @Nullable Integer number) {
        fileId = id;
        fileSeq = number;
        return this;
    }

    /** The header of the file that is written. */
    NightRun fileHeader(String at) {
        return control(MessageKind.BATCH_HEADER, "", at);
    }

    /** The trailer of the file that is written: debits and credits, count and sum. */
    NightRun fileTrailer(int debits, long debit, int credits, long credit, String at) {
        return control(
                MessageKind.BATCH_TRAILER,
                String.format(
                        Locale.ROOT,
                        """
                , "total": {"debit_count": %d, "debit_amount": %d, "credit_count": %d,
                            "credit_amount": %d}
                """,
                        debits,
                        debit,
                        credits,
                        credit),
                at);
    }

    private NightRun control(MessageKind kind, String total, String at) {
        feed.send(
                new NetworkMessage.RecordOnlyMessage(
                        header(kind, fileId + kind, at),
                        kind,
                        null,
                        book.accountId(),
                        Mode.SANDBOX,
                        fileId + "|" + fileSeq,
                        null),
                String.format(
                        Locale.ROOT,
                        """
                {"source": {"system": "test", "file_id": "%s", "file_seq": %d} %s}
                """,
                        fileId,
                        fileSeq,
                        total));
        return this;
    }

    private NightRun clearing(
            MessageKind kind,
            @Nullable CardId card,
            String reference,
            @Nullable String original,
            String arn,
            long amount,
            String at) {
        boolean debit = kind == MessageKind.CLEARING;
        feed.send(
                new NetworkMessage.Clearing(
                        header(kind, reference + arn, at),
                        kind,
                        activity(
                                card,
                                reference,
                                original,
                                arn,
                                amount,
                                kind == MessageKind.REFUND
                                        ? Processing.REFUND
                                        : Processing.PURCHASE),
                        kind == MessageKind.REFUND ? "200000" : "000000",
                        debit ? NetworkMessage.Direction.DEBIT : NetworkMessage.Direction.CREDIT,
                        null,
                        interchange(debit ? amount : -amount),
                        settledIn,
                        settlement(debit, debit ? amount : -amount, at)));
        return this;
    }

    private long interchange(long signed) {
        return earned == null ? signed / 100 : earned;
    }

    private NetworkMessage.Settlement settlement(boolean debit, long signed, String at) {
        return new NetworkMessage.Settlement(
                LocalDate.parse(at.substring(0, 10)).plusDays(1),
                1,
                "intl",
                "1000000000",
                settledIn,
                settledMinor == null ? signed : debit ? settledMinor : -settledMinor);
    }

    private MessageHeader header(MessageKind kind, String reference, String at) {
        Instant sent = Instant.parse(at);
        return new MessageHeader(
                UUID.nameUUIDFromBytes((kind + reference + at).getBytes(StandardCharsets.UTF_8)),
                Network.VISA,
                sent,
                sent,
                false,
                fileId,
                fileSeq,
                null,
                false,
                false);
    }

    private CardActivity activity(
            @Nullable CardId card,
            String reference,
            @Nullable String original,
            @Nullable String arn,
            long amount,
            Processing processing) {
        Money money = Money.of(amount, currency);
        return new CardActivity(
                card == null ? CardReference.of("card_nobody") : CardReference.of(card),
                null,
                null,
                new NetworkRefs(
                        new NetworkKeys(reference, arn == null ? "000001" : null, null, "400001"),
                        original,
                        null,
                        null,
                        arn,
                        null,
                        part,
                        parts,
                        null,
                        null),
                processing,
                money,
                new MerchantClaim(
                        new Merchant("M1", "T1", "SHOP", "5999", "ROMA", "IT"),
                        processing == Processing.CASH_WITHDRAWAL ? Channel.ATM : Channel.IN_STORE,
                        money),
                0,
                Flags.NONE,
                new VerificationEvidence(
                        processing == Processing.CASH_WITHDRAWAL
                                ? PinEvidence.MATCH
                                : PinEvidence.ABSENT,
                        CvcEvidence.NOT_CHECKED,
                        cryptogram,
                        null,
                        null,
                        ClaimedExemption.NONE));
    }
}
