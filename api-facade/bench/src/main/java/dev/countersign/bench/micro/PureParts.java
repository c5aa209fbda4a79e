package dev.countersign.bench.micro;

import dev.countersign.bench.load.BenchBook;
import dev.countersign.bench.load.BenchMessages;
import dev.countersign.bench.load.Spread;
import dev.countersign.ingest.codec.CodecOptions;
import dev.countersign.ingest.codec.DecodedMessage;
import dev.countersign.ingest.codec.FeedCodec;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.authorization.CardPosition;
import dev.countersign.reconcile.domain.authorization.SpendUsage;
import dev.countersign.reconcile.domain.card.CardFacts;
import dev.countersign.reconcile.domain.card.CardRules;
import dev.countersign.reconcile.domain.card.CardSecurity;
import dev.countersign.reconcile.domain.card.CardStatus;
import dev.countersign.reconcile.domain.card.SpendingLimits;
import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.clearing.FeedCut;
import dev.countersign.reconcile.domain.clearing.match.Candidate;
import dev.countersign.reconcile.domain.clearing.match.MatchResult;
import dev.countersign.reconcile.domain.clearing.match.PresentmentMatcher;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.FeedOffset;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.transaction.CardHistory;
import dev.countersign.reconcile.domain.transaction.post.MessagePosting;
import dev.countersign.reconcile.domain.transaction.post.Posting;
import dev.countersign.reconcile.domain.wallet.CardTokens;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Reading a request, deciding it, and finding the authorization of a clearing record. */
@State(Scope.Thread)
@BenchmarkMode(org.openjdk.jmh.annotations.Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PureParts {

    private static final Instant AT = Instant.parse("2026-11-21T10:00:00Z");
    private static final FeedOffset PLACE = new FeedOffset(0, 0);
    private static final int CANDIDATES = 8;

    private final FeedCodec codec = new FeedCodec(CodecOptions.DEFAULT, InstantSource.fixed(AT));
    private final MessagePosting messagePosting = MessagePosting.DEFAULT;
    private final PresentmentMatcher matcher =
            new PresentmentMatcher(ClearingPolicy.DEFAULT, new FeedCut(Map.of(0, Long.MAX_VALUE)));
    private final BenchMessages messages = new BenchMessages(1, Spread.EVEN, AT, 1_000);
    private final byte[] key = messages.key(0);
    private final byte[] request = messages.request(0);
    private final FeedEntry entry = read(request);
    private final CardHistory card = unspent();
    private final List<Candidate> candidates = new ArrayList<>();
    private final ClearingRecord record;

    public PureParts() {
        CardHistory history = card;
        for (int number = 0; number < CANDIDATES; number++) {
            Posting posting = messagePosting.post(read(messages.request(number)), history, AT);
            candidates.add(new Candidate(posting.changes().getFirst().after(), List.of()));
            history = Objects.requireNonNull(posting.after());
        }
        record =
                ClearingRecord.of(
                        messagePosting
                                .post(read(messages.clearing(CANDIDATES / 2)), history, AT)
                                .clearings()
                                .getFirst());
    }

    /** The codec: bytes to a message. */
    @Benchmark
    public DecodedMessage codec() {
        return codec.decode(key, request, PLACE, AT);
    }

    /** The decision: a message folded over a card. */
    @Benchmark
    public Posting decision() {
        return messagePosting.post(entry, card, AT);
    }

    /** The matcher: a record among eight authorizations of its card. */
    @Benchmark
    public MatchResult matcher() {
        return matcher.match(record, candidates);
    }

    private FeedEntry read(byte[] message) {
        if (codec.decode(key, message, PLACE, AT) instanceof DecodedMessage.Entry found) {
            return found.entry();
        }
        throw new IllegalStateException("a message of the benchmark cannot be read");
    }

    private static CardHistory unspent() {
        UUID owner = new UUID(0, 0);
        LocalDate day = LocalDate.ofInstant(AT, ZoneOffset.UTC);
        SpendingLimits limits = new SpendingLimits(10_000_000L, 1_000_000_000L, 10_000_000_000L);
        return new CardHistory(
                new CardPosition(
                        new CardFacts(
                                BenchBook.card(1),
                                new AccountId(owner),
                                Mode.SANDBOX,
                                BenchBook.customer(1),
                                BenchBook.card(1).value(),
                                CardStatus.ACTIVE,
                                null,
                                Currency.getInstance("EUR"),
                                YearMonth.of(2032, 12),
                                true,
                                true,
                                false,
                                CardRules.initial(limits),
                                null,
                                CardTokens.NONE),
                        CardSecurity.NEW,
                        SpendUsage.EMPTY.withDay(day, 0).withMonth(YearMonth.from(day), 0),
                        null),
                List.of(),
                List.of(),
                null);
    }
}
