package dev.countersign.reconcile.service.operations;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.card.Card;
import dev.countersign.reconcile.domain.card.CardRules;
import dev.countersign.reconcile.domain.clearing.Identification;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.list.ListPage;
import dev.countersign.reconcile.domain.list.ListPosition;
import dev.countersign.reconcile.domain.lookup.CardHit;
import dev.countersign.reconcile.domain.lookup.ClearedRecord;
import dev.countersign.reconcile.domain.lookup.CustomerHit;
import dev.countersign.reconcile.domain.lookup.LaterMessage;
import dev.countersign.reconcile.domain.lookup.LedgerBooking;
import dev.countersign.reconcile.domain.lookup.RelatedRefund;
import dev.countersign.reconcile.domain.lookup.SpentAmounts;
import dev.countersign.reconcile.domain.lookup.TransactionDispute;
import dev.countersign.reconcile.domain.lookup.WaitingRecord;
import dev.countersign.reconcile.domain.text.ReferenceMask;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.issuing.CardStore;
import dev.countersign.reconcile.store.lookup.LookupStore;
import dev.countersign.reconcile.store.lookup.LookupStore.RulesVersion;
import dev.countersign.reconcile.store.lookup.RelatedRefundStore;
import dev.countersign.reconcile.store.lookup.TransactionHistoryStore;
import dev.countersign.reconcile.store.lookup.TransactionListStore;
import dev.countersign.reconcile.store.settlement.IdentificationStore;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Read-only searches of operations over all accounts. */
public final class Lookup {

    /** Maximum number of rows of each kind in the history of a transaction. */
    public static final int HISTORY_ROWS_MAX = TransactionHistoryStore.ROWS_MAX;

    private static final int CARDS_OF_LAST4_MAX = 5_000;
    private static final int VERSIONS_MAX = 20;
    private static final int APPROVAL_CODE_MAX = 6;
    private static final int ARN_LENGTH = 23;

    private final Database database;
    private final LookupStore store = new LookupStore();
    private final TransactionHistoryStore lives = new TransactionHistoryStore();
    private final RelatedRefundStore refunds = new RelatedRefundStore();
    private final IdentificationStore links = new IdentificationStore();
    private final TransactionListStore transactions;
    private final CardStore cards;
    private final ReferenceMask references;

    /**
     * Looks in a book.
     *
     * @param references masks card numbers in what is looked for, as they were masked when it came
     */
    public Lookup(
            Database database,
            TransactionListStore transactions,
            CardStore cards,
            ReferenceMask references) {
        this.database = database;
        this.transactions = transactions;
        this.cards = cards;
        this.references = references;
    }

    /**
     * The hits of one word, the newest first.
     *
     * @param cardsSearched more than these cards fit, whose transactions were looked for; null
     *     where all were searched
     */
    public record SearchHits(
            List<CustomerHit> customers,
            List<CardHit> cards,
            List<Transaction> transactions,
            @Nullable Integer cardsSearched) {

        private static final Comparator<Transaction> NEWEST_FIRST =
                Comparator.comparing((Transaction each) -> each.id().toString()).reversed();

        public static SearchHits none() {
            return of(List.of(), List.of(), List.of());
        }

        private static SearchHits of(
                List<CustomerHit> customers, List<CardHit> cards, List<Transaction> transactions) {
            return new SearchHits(
                    customers,
                    cards,
                    transactions.stream().distinct().sorted(NEWEST_FIRST).toList(),
                    null);
        }

        /** The newest of each kind. */
        public SearchHits newest(int most) {
            return new SearchHits(
                    customers.stream().limit(most).toList(),
                    cards.stream().limit(most).toList(),
                    transactions.stream().limit(most).toList(),
                    cardsSearched);
        }

        /** Returns what this search or another found. */
        public SearchHits and(SearchHits other) {
            return of(
                    both(customers, other.customers),
                    both(cards, other.cards),
                    both(transactions, other.transactions));
        }

        private static <T> List<T> both(List<T> ours, List<T> others) {
            return Stream.concat(ours.stream(), others.stream()).distinct().toList();
        }

        /** True when it found nothing. */
        public boolean nothing() {
            return customers.isEmpty() && cards.isEmpty() && transactions.isEmpty();
        }
    }

    /**
     * Looks for a customer, by their id here.
     *
     * @param most so many of a kind are looked for, in this and in each other search: the newest
     */
    public SearchHits customer(Mode mode, CustomerId id, int most) {
        return database.read(
                handle ->
                        SearchHits.of(
                                store.customer(handle, mode, id).stream().toList(),
                                store.ofCustomer(handle, mode, id, most),
                                List.of()));
    }

    /** Looks for cards by the last four digits. */
    public SearchHits last4(Mode mode, String last4, int most) {
        return database.read(
                handle ->
                        SearchHits.of(
                                List.of(), store.byLast4(handle, mode, last4, most), List.of()));
    }

    /** Looks for what the cards with these last four digits did on a day. */
    public SearchHits last4(Mode mode, String last4, LocalDate day, int most) {
        return database.read(
                handle -> {
                    List<CardHit> fitting =
                            store.byLast4(handle, mode, last4, CARDS_OF_LAST4_MAX + 1);
                    boolean all = fitting.size() <= CARDS_OF_LAST4_MAX;
                    List<CardId> searched =
                            fitting.stream().limit(CARDS_OF_LAST4_MAX).map(CardHit::id).toList();
                    return new SearchHits(
                            List.of(),
                            List.of(),
                            store.onDay(handle, searched, day, most),
                            all ? null : CARDS_OF_LAST4_MAX);
                });
    }

    /**
     * Searches for a word from outside: an issuer's id of a customer, a reference of the network,
     * the ARN of a clearing record, an approval code in small letters or capitals. For ARNs and
     * codes that nobody knows all summaries are read: the looks go at the same time.
     */
    public SearchHits word(Mode mode, String word, int most) {
        List<CustomerHit> customers =
                database.read(handle -> store.byExternalId(handle, mode, references.mask(word)));
        List<CardHit> cards = cardsOf(mode, customers, most);
        try (ExecutorService looks = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<List<Transaction>>> found =
                    searches(mode, word, most).stream()
                            .map(
                                    look ->
                                            CompletableFuture.supplyAsync(
                                                    () -> database.readAtomically(look), looks))
                            .toList();
            return SearchHits.of(
                    customers,
                    cards,
                    found.stream().map(Lookup::seen).flatMap(List::stream).toList());
        }
    }

    /** Returns what a scan found. A scan that failed fails as if no other had run beside it. */
    private static <T> T seen(CompletableFuture<T> look) {
        try {
            return look.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw e;
        }
    }

    /** Only what the word can be is looked for: no look over all transactions is free. */
    private List<Function<Handle, List<Transaction>>> searches(Mode mode, String word, int most) {
        List<Function<Handle, List<Transaction>>> looks = new ArrayList<>();
        String reference = references.maskOfNetwork(word);
        looks.add(handle -> store.byNetworkReference(handle, mode, reference, most));
        if (word.length() == ARN_LENGTH) {
            looks.add(handle -> store.byArn(handle, mode, word, most));
        }
        if (word.length() <= APPROVAL_CODE_MAX) {
            looks.add(handle -> store.byApprovalCode(handle, mode, word, most));
        }
        return looks;
    }

    private List<CardHit> cardsOf(Mode mode, List<CustomerHit> customers, int most) {
        return database.read(
                handle ->
                        customers.stream()
                                .map(each -> store.ofCustomer(handle, mode, each.id(), most))
                                .flatMap(List::stream)
                                .toList());
    }

    /** Returns the transactions that were decided last in a mode, among the newest thousands. */
    public List<Transaction> newest(Mode mode, int limit) {
        return database.read(handle -> store.newest(handle, mode, limit));
    }

    /**
     * The transactions of a mode, the newest first. A search costs a bounded number of rows: of
     * what is rare it may find fewer than are wanted, and says where it goes on.
     *
     * @param status null for all
     */
    public ListPage<Transaction> transactions(
            Mode mode, @Nullable TransactionStatus status, ListPosition<UUID> at, int limit) {
        return database.read(handle -> transactions.list(handle, mode, status, at, limit));
    }

    /** So many transactions, of all books, one search looks at. */
    public int searchedMax() {
        return transactions.rowsScannedMax();
    }

    /** The books that a visitor begins with: live, while nothing but the sandbox is used. */
    public Mode firstMode() {
        boolean onlySandbox =
                database.read(
                        handle ->
                                !store.anyCard(handle, Mode.LIVE)
                                        && store.anyCard(handle, Mode.SANDBOX));
        return onlySandbox ? Mode.SANDBOX : Mode.LIVE;
    }

    /**
     * The whole life of a transaction.
     *
     * @param rules what its decision looked at
     * @param links what people linked to it, or away from it
     * @param refunds that name it
     * @param refunded the purchases that it names, when it is a refund
     */
    public record TransactionHistory(
            Transaction transaction,
            @Nullable CardRules rules,
            List<LaterMessage> messages,
            List<ClearedRecord> cleared,
            List<Identification> links,
            List<WaitingRecord> arrived,
            List<LedgerBooking> bookings,
            List<TransactionHistoryStore.BreakOfTransaction> breaks,
            List<TransactionDispute> disputes,
            List<RelatedRefund> refunds,
            List<RelatedRefund> refunded) {

        /** True when there is more of some part of it than is shown. */
        public boolean inPart() {
            return journalsInPart()
                    || bookings.size() > HISTORY_ROWS_MAX
                    || Stream.of(arrived, breaks).anyMatch(part -> part.size() >= HISTORY_ROWS_MAX);
        }

        /** True when there is more that may have been booked for than is shown. */
        public boolean journalsInPart() {
            return Stream.of(messages, cleared, links, disputes)
                    .anyMatch(part -> part.size() >= HISTORY_ROWS_MAX);
        }
    }

    /** The whole life of a transaction, whosever it is. */
    public Optional<TransactionHistory> history(TransactionId id) {
        return database.read(
                handle ->
                        store.bookOf(handle, id)
                                .flatMap(book -> transactions.find(handle, book, id))
                                .map(
                                        transaction -> {
                                            var messages = lives.messages(handle, id);
                                            var cleared = lives.cleared(handle, transaction);
                                            List<UUID> subjects = new ArrayList<>();
                                            messages.forEach(each -> subjects.add(each.identity()));
                                            cleared.forEach(each -> subjects.add(each.row()));
                                            var linked =
                                                    links.ofTransaction(
                                                            handle, id, HISTORY_ROWS_MAX);
                                            linked.forEach(each -> subjects.add(each.clearing()));
                                            var disputes = lives.disputes(handle, id);
                                            disputes.forEach(
                                                    each -> subjects.add(each.id().value()));
                                            return new TransactionHistory(
                                                    transaction,
                                                    store.rules(
                                                                    handle,
                                                                    transaction.owner().cardId(),
                                                                    transaction
                                                                            .decision()
                                                                            .rulesVersion())
                                                            .orElse(null),
                                                    messages,
                                                    cleared,
                                                    linked,
                                                    lives.arrived(handle, transaction),
                                                    lives.bookings(handle, subjects, id),
                                                    lives.breaks(handle, id),
                                                    disputes,
                                                    refunds.naming(handle, transaction),
                                                    refunds.namedBy(handle, transaction));
                                        }));
    }

    /**
     * A card with what it may do and did.
     *
     * @param spent today and this month, by the whole chain of its replacements
     */
    public record CardDetails(Card card, SpentAmounts spent, List<RulesVersion> versions) {}

    /** A card, whosever it is. */
    public Optional<CardDetails> card(CardId id, LocalDate today) {
        return database.read(
                handle ->
                        store.bookOf(handle, id)
                                .flatMap(book -> cards.find(handle, book, id))
                                .map(
                                        card ->
                                                new CardDetails(
                                                        card,
                                                        store.spent(handle, card.lineage(), today),
                                                        store.rulesOf(handle, id, VERSIONS_MAX))));
    }

    /** The transactions of a card, the newest first, from a position on. */
    public List<Transaction> ofCard(CardId card, ListPosition<TransactionId> at, int limit) {
        return database.read(handle -> store.ofCard(handle, card, at, limit));
    }

    public Optional<Book> bookOf(TransactionId id) {
        return database.read(handle -> store.bookOf(handle, id));
    }
}
