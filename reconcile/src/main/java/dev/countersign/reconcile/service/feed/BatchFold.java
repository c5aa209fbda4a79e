package dev.countersign.reconcile.service.feed;

import static dev.countersign.reconcile.service.feed.BatchFetch.historyOf;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.authorization.CardPosition;
import dev.countersign.reconcile.domain.breaks.Break;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.card.CardFacts;
import dev.countersign.reconcile.domain.card.CardStatus;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.feed.NetworkMessage;
import dev.countersign.reconcile.domain.feed.NetworkMessage.AuthorizationRequest;
import dev.countersign.reconcile.domain.feed.NetworkMessage.IncrementalAuthorization;
import dev.countersign.reconcile.domain.feed.NetworkMessage.RecordOnlyMessage;
import dev.countersign.reconcile.domain.feed.Notice;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.domain.id.NamedId;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.provider.ProviderMove;
import dev.countersign.reconcile.domain.provider.ProviderMove.DisputeMove;
import dev.countersign.reconcile.domain.provider.ProviderMove.OrderMove;
import dev.countersign.reconcile.domain.provider.ProviderMove.TokenMove;
import dev.countersign.reconcile.domain.transaction.CardHistory;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.domain.transaction.Origin;
import dev.countersign.reconcile.domain.transaction.OriginalReference;
import dev.countersign.reconcile.domain.transaction.RecordedMessage;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.post.MessagePosting;
import dev.countersign.reconcile.domain.transaction.post.Posting;
import dev.countersign.reconcile.domain.transaction.post.PublishedDecisions;
import dev.countersign.reconcile.store.console.ProviderMoveStore.SubjectState;
import dev.countersign.reconcile.store.feed.MessageStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The fold of one batch: message after message over the cards that were fetched for it, each of
 * which the next message meets as the one before left it.
 */
final class BatchFold {

    private final MessagePosting messagePosting;
    private final Map<CardId, CardHistory> cards;
    private final Map<UUID, MessageStore.ProcessedMessage> known;
    private final Map<String, SubjectState> standings;
    private final BatchFunds funds;
    private final DecidedBatch decided;
    private final Instant now;
    private final PublishedDecisions answered;
    private final Map<UUID, List<CardId>> lineages = new HashMap<>();

    /** True once a decision hung on how much a funding account has left. */
    private boolean hangsOnFunds;

    /**
     * A fold that has not begun. What it is given moves with it.
     *
     * @param funds what funding accounts have left
     * @param answered answers that some of its requests have got already
     */
    BatchFold(
            MessagePosting messagePosting,
            Map<CardId, CardHistory> cards,
            Map<UUID, MessageStore.ProcessedMessage> known,
            Map<String, SubjectState> standings,
            BatchFunds funds,
            DecidedBatch decided,
            Instant now,
            PublishedDecisions answered) {
        this.messagePosting = messagePosting;
        this.cards = cards;
        this.known = known;
        this.standings = standings;
        this.funds = funds;
        this.decided = decided;
        this.now = now;
        this.answered = answered;
    }

    /** The cards as the messages so far left them. */
    Map<CardId, CardHistory> cards() {
        return cards;
    }

    DecidedBatch decided() {
        return decided;
    }

    void all(FeedBatch batch) {
        batch.entries().forEach(this::fold);
    }

    /**
     * Folds messages for as long as no decision hangs on how much a funding account has left.
     *
     * @return false where one did: what was folded is of no use then
     */
    boolean allUnlessShort(FeedBatch batch) {
        for (FeedEntry entry : batch.entries()) {
            fold(entry);
            if (hangsOnFunds) {
                return false;
            }
        }
        return true;
    }

    /** The same again gets the same answer; the same identity with other content is a break. */
    private void fold(FeedEntry entry) {
        MessageStore.ProcessedMessage before = known.get(entry.identity());
        if (before == null) {
            passTime(entry);
            post(entry);
        } else if (before.payloadHash() != entry.payloadHash()) {
            decided.addConflict(conflict(entry, before, historyOf(entry, cards)));
        } else {
            passTime(entry);
            if (before.answer() != null) {
                decided.addAnswer(before.answer());
            }
        }
    }

    private void post(FeedEntry entry) {
        CardHistory history = historyOf(entry, cards);
        Posting posting = messagePosting.post(entry, withFunds(entry, history), now, answered);
        take(entry, posting, history);
        if (!remember(entry, posting)) {
            rememberAnswer(entry, posting);
        }
        if (entry.message() instanceof AuthorizationRequest request && request.saysHowItSettles()) {
            decided.addSingle(identityOfSingle(entry, posting), request);
        }
        if (entry.message() instanceof RecordOnlyMessage recorded && recorded.notice() != null) {
            Mode mode = history == null ? recorded.mode() : history.position().facts().mode();
            move(recorded.notice(), mode, recorded.header().at());
        }
    }

    /** The message that made the transaction: an advice may have come before the request. */
    private static UUID identityOfSingle(FeedEntry entry, Posting posting) {
        return posting.changes().stream()
                .map(Posting.Change::after)
                .filter(made -> made.origin() == Origin.SINGLE_MESSAGE)
                .map(made -> made.message().identity())
                .findFirst()
                .orElse(entry.identity());
    }

    /**
     * Decides what waited for too long for itself, before the message with which its time passes:
     * it draws on the card's own funds, and has its own part in what is held.
     */
    private void passTime(FeedEntry entry) {
        CardHistory history = historyOf(entry, cards);
        if (history == null || history.early().isEmpty()) {
            return;
        }
        CardHistory funded = withFunds(history, history.position().facts().funding());
        Posting posting = messagePosting.passTime(entry, funded, now, answered);
        take(entry, posting, history);
        var unused = remember(entry, posting);
    }

    /** A card beside what it may draw on: an increment draws on what its original was held on. */
    private @Nullable CardHistory withFunds(FeedEntry entry, @Nullable CardHistory history) {
        if (history == null) {
            return null;
        }
        FundingId payer = history.position().facts().funding();
        if (entry.message() instanceof IncrementalAuthorization increment
                && !history.atHand().isEmpty()) {
            Transaction original =
                    OriginalReference.original(
                            increment.activity(), increment.header().at(), history);
            payer = original == null ? payer : original.owner().funding();
        }
        return withFunds(history, payer);
    }

    private CardHistory withFunds(CardHistory history, @Nullable FundingId payer) {
        return payer == null
                ? history
                : history.withPosition(funds.onto(history.position(), payer));
    }

    /**
     * Moves the thing of a card that a notice is about; an active card decides what follows.
     *
     * @param mode of the card that the message names, or of the message itself; nothing of another
     *     moves, and null is of any
     */
    private void move(Notice notice, @Nullable Mode mode, Instant at) {
        SubjectState before = standings.get(notice.subject());
        if (before == null || (mode != null && mode != before.mode())) {
            return; // nobody knows the thing
        }
        CardHistory history = cards.get(before.card());
        CardStatus status = statusOf(history);
        ProviderMove.of(notice, before.status(), status, at)
                .ifPresent(
                        move -> {
                            decided.add(before.card(), status, move);
                            standings.put(
                                    notice.subject(),
                                    new SubjectState(
                                            before.card(),
                                            before.mode(),
                                            move.change().to().wire()));
                            if (history != null) {
                                cards.put(
                                        before.card(),
                                        history.withPosition(after(history.position(), move)));
                            }
                        });
    }

    /** The position of a card once a thing of it moved. */
    private static CardPosition after(CardPosition position, ProviderMove move) {
        return switch (move) {
            case OrderMove order -> order.activatesCard() ? position.activated() : position;
            case TokenMove token -> position.withToken(token.id(), token.change().to());
            case DisputeMove dispute -> position;
        };
    }

    /** The state of the card that a message names; null where it names another or none. */
    private static @Nullable CardStatus statusOf(@Nullable CardHistory history) {
        return history == null ? null : history.position().facts().status();
    }

    private void take(FeedEntry entry, Posting posting, @Nullable CardHistory before) {
        MessageKind cause = entry.message().kind();
        CardHistory after = posting.after();
        if (before == null || after == null) {
            hangsOnFunds |= BatchFunds.decidedFor(posting);
            decided.add(cause, posting);
            return;
        }
        decided.add(cause, posting, before, after);
        hangsOnFunds |= BatchFunds.decidedFor(posting);
        funds.take(posting, answered);
        CardFacts facts = before.position().facts();
        cards.put(
                facts.id(),
                after.position().fundsMinor() == null
                        ? after
                        : after.withPosition(after.position().withFunds(null)));
        if (before.lineageVersion() != null) {
            shareUsage(posting, facts);
        }
    }

    /** Cards of one lineage spend from the same limits, within a batch too. */
    private void shareUsage(Posting posting, CardFacts spender) {
        for (CardId other : lineage(spender)) {
            if (!other.equals(spender.id())) {
                cards.computeIfPresent(
                        other,
                        (id, history) -> {
                            decided.touch(id);
                            CardPosition position = history.position();
                            for (Posting.Change change : posting.changes()) {
                                position = change.countIn(position);
                            }
                            return history.withPosition(position);
                        });
            }
        }
    }

    /** The cards of the batch that replaced each other, looked through once for all messages. */
    private List<CardId> lineage(CardFacts card) {
        if (lineages.isEmpty()) {
            for (CardHistory history : cards.values()) {
                CardFacts facts = history.position().facts();
                lineages.computeIfAbsent(facts.lineage(), none -> new ArrayList<>(1))
                        .add(facts.id());
            }
        }
        return lineages.getOrDefault(card.lineage(), List.of());
    }

    /**
     * Remembers what a later message of the same batch must know about those of a posting.
     *
     * @return true where the message itself is among them
     */
    private boolean remember(FeedEntry entry, Posting posting) {
        boolean recorded = false;
        for (RecordedMessage message : posting.messages()) {
            UUID identity = message.entry().identity();
            remember(
                    new MessageStore.ProcessedMessage(
                            identity,
                            message.entry().payloadHash(),
                            message.entry().offset(),
                            message.answer()));
            recorded |= identity.equals(entry.identity());
        }
        return recorded;
    }

    private void rememberAnswer(FeedEntry entry, Posting posting) {
        Decision own =
                posting.answers().stream()
                        .filter(
                                answer ->
                                        answer.inReplyTo()
                                                .equals(entry.message().header().messageId()))
                        .findFirst()
                        .orElse(null);
        remember(
                new MessageStore.ProcessedMessage(
                        entry.identity(), entry.payloadHash(), entry.offset(), own));
    }

    private void remember(MessageStore.ProcessedMessage message) {
        known.put(message.identity(), message);
        decided.addProcessed(message);
    }

    private static Break conflict(
            FeedEntry entry, MessageStore.ProcessedMessage applied, @Nullable CardHistory history) {
        CardFacts facts = history == null ? null : history.position().facts();
        Money amount =
                entry.message() instanceof NetworkMessage.CardMessage message
                        ? message.activity().amount()
                        : null;
        NetworkMessage.RecordOnlyMessage recorded =
                entry.message() instanceof NetworkMessage.RecordOnlyMessage message
                        ? message
                        : null;
        return new Break(
                BreakType.DEDUPE_CONFLICT,
                content(entry),
                facts != null ? facts.accountId() : recorded == null ? null : recorded.account(),
                facts != null ? facts.mode() : recorded == null ? null : recorded.mode(),
                facts == null ? null : facts.id(),
                applied.answer() == null ? null : applied.answer().transactionId(),
                amount,
                entry.message().header().at(),
                entry.payload().text(),
                new Break.AppliedReference(applied.identity(), applied.offset()),
                entry.offset());
    }

    /** Names one content of a message: the same again is the same. */
    private static UUID content(FeedEntry entry) {
        return NamedId.of(entry.identity(), entry.payloadHash());
    }
}
