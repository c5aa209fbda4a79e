package dev.countersign.reconcile.service.issuing;

import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.card.Card;
import dev.countersign.reconcile.domain.card.CardRules;
import dev.countersign.reconcile.domain.card.CardStatus;
import dev.countersign.reconcile.domain.card.CardType;
import dev.countersign.reconcile.domain.card.SpendingLimits;
import dev.countersign.reconcile.domain.card.Termination;
import dev.countersign.reconcile.domain.customer.Customer;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.IdGenerator;
import dev.countersign.reconcile.domain.id.ProgramId;
import dev.countersign.reconcile.domain.program.Program;
import dev.countersign.reconcile.service.AuditContext;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.IdempotentResponses;
import dev.countersign.reconcile.service.IdempotentResponses.Creation;
import dev.countersign.reconcile.service.IdempotentResponses.Reply;
import dev.countersign.reconcile.service.NotFound;
import dev.countersign.reconcile.store.feed.FeedLock;
import dev.countersign.reconcile.store.issuing.CardChangeStore;
import dev.countersign.reconcile.store.issuing.CardStore;
import dev.countersign.reconcile.store.issuing.CustomerStore;
import dev.countersign.reconcile.store.issuing.ProgramStore;
import dev.countersign.reconcile.store.issuing.ProgramStore.Terms;
import dev.countersign.reconcile.vault.Pan;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** New cards: first ones and those that take another's place. */
public final class CardIssuing {

    /** Number of months for which a card is good. */
    static final int LIFETIME_MONTHS = 48;

    private final Database database;
    private final IdempotentResponses answers;
    private final Cards lives;
    private final CardStore cards;
    private final CustomerStore customers;
    private final ProgramStore programs;
    private final CardNumbers numbers;
    private final CardChangeStore changes;
    private final InstantSource clock;
    private final IdGenerator ids;

    public CardIssuing(
            Database database,
            IdempotentResponses answers,
            Cards lives,
            CardStore cards,
            CustomerStore customers,
            ProgramStore programs,
            CardNumbers numbers,
            CardChangeStore changes,
            InstantSource clock,
            IdGenerator ids) {
        this.database = database;
        this.answers = answers;
        this.lives = lives;
        this.cards = cards;
        this.customers = customers;
        this.programs = programs;
        this.numbers = numbers;
        this.changes = changes;
        this.clock = clock;
        this.ids = ids;
    }

    /**
     * A card to be created.
     *
     * @param customer its id, as the caller wrote it
     * @param program its id, as the caller wrote it; null takes the account's default
     */
    public record NewCard(
            String customer,
            @Nullable String program,
            CardType type,
            String currency,
            @Nullable String cardholderName,
            SpendingLimits limits,
            Map<String, String> metadata) {}

    /** Creates a card: a virtual one is active, a physical one pending until it is delivered. */
    public Card create(Book book, NewCard wanted) {
        return database.atomically(handle -> create(handle, book, wanted));
    }

    /** Creates a card for a caller that may ask twice. */
    public Reply create(Book book, NewCard wanted, Creation<Card> creation) {
        return answers.answer(creation, handle -> create(handle, book, wanted));
    }

    private Card create(Handle handle, Book book, NewCard wanted) {
        Optional<CustomerId> customer = CustomerId.parse(wanted.customer());
        Terms terms = terms(handle, book, wanted.program(), customer.orElse(null));
        Program program = terms.program();
        requireSupported(program, wanted.type(), wanted.currency());
        if (terms.customerActive() == null) {
            throw NotFound.of("customer", "customer_id");
        }
        requireActive(terms.customerActive(), program);
        Instant now = clock.instant();
        CardId id = new CardId(ids.next(now));
        Card issued =
                issue(
                        handle,
                        book,
                        id,
                        now,
                        new Draft(
                                customer.orElseThrow(),
                                program,
                                wanted.type(),
                                wanted.currency(),
                                wanted.cardholderName(),
                                null,
                                id.value(),
                                CardRules.initial(wanted.limits()),
                                wanted.metadata()));
        AuditContext.setSubject(id.toString());
        return issued;
    }

    private Terms terms(
            Handle handle, Book book, @Nullable String named, @Nullable CustomerId customer) {
        if (named == null) {
            return programs.terms(handle, book, null, customer)
                    .orElseThrow(
                            () ->
                                    RequestRefusedException.at(
                                            ErrorCode.PROGRAM_REQUIRED, "program_id"));
        }
        return ProgramId.parse(named)
                .flatMap(id -> programs.terms(handle, book, id, customer))
                .orElseThrow(() -> NotFound.of("program", "program_id"));
    }

    /**
     * The manner in which a card is replaced.
     *
     * @param type null keeps that of the card
     * @param terminate whether the card ends once its replacement is there
     */
    public record Replacement(Reason reason, @Nullable CardType type, boolean terminate) {}

    /** The reason for which a card is replaced. */
    public enum Reason implements Wire {
        LOST,
        STOLEN,
        DAMAGED,
        EXPIRED,
        OTHER;

        private Termination termination() {
            return switch (this) {
                case LOST -> Termination.LOST;
                case STOLEN -> Termination.STOLEN;
                case DAMAGED, EXPIRED, OTHER -> Termination.OTHER;
            };
        }

        private boolean alwaysEnds() {
            return this == LOST || this == STOLEN;
        }
    }

    /**
     * Creates the card that takes another's place, with its customer, program, limits, controls and
     * 3-D Secure settings. Both share one usage of limits.
     */
    public Card replace(Book book, CardId id, Replacement how) {
        return database.atomically(handle -> replace(handle, book, id, how));
    }

    /** Replaces a card for a caller that may ask twice. */
    public Reply replace(Book book, CardId id, Replacement how, Creation<Card> creation) {
        return answers.answer(creation, handle -> replace(handle, book, id, how));
    }

    private Card replace(Handle handle, Book book, CardId id, Replacement how) {
        Card old = lives.lock(handle, book, id);
        Program program =
                programs.find(handle, book, old.programId())
                        .orElseThrow(() -> NotFound.of("program", "program_id"));
        CardType type = how.type() == null ? old.type() : how.type();
        requireSupported(program, type, old.currency());
        if (cards.isReplaced(handle, id)) {
            throw RequestRefusedException.at(ErrorCode.CARD_ALREADY_REPLACED, "card_id");
        }
        Customer customer =
                customers
                        .find(handle, book, old.customerId())
                        .orElseThrow(() -> NotFound.of("customer", "customer_id"));
        requireActive(customer.active(), program);
        Instant now = clock.instant();
        Card issued =
                issue(
                        handle,
                        book,
                        new CardId(ids.next(now)),
                        now,
                        new Draft(
                                customer.id(),
                                program,
                                type,
                                old.currency(),
                                old.cardholderName(),
                                id,
                                old.lineage(),
                                new CardRules(
                                        1,
                                        old.rules().limits(),
                                        old.rules().controls(),
                                        old.rules().threeDs()),
                                old.metadata()));
        FeedLock.tryExclusive(handle);
        cards.joinLineage(handle, old.lineage());
        if (how.terminate() || how.reason().alwaysEnds()) {
            var unused = lives.end(handle, old, how.reason().termination());
        }
        changes.insert(handle, cards.lineage(handle, old.lineage()));
        AuditContext.setSubject(issued.id().toString());
        return issued;
    }

    private record Draft(
            CustomerId customer,
            Program program,
            CardType type,
            String currency,
            @Nullable String cardholderName,
            @Nullable CardId replaced,
            UUID lineage,
            CardRules rules,
            Map<String, String> metadata) {}

    private Card issue(Handle handle, Book book, CardId id, Instant now, Draft draft) {
        return numbers.give(
                handle,
                id,
                draft.program().bin(),
                (pan, number) -> {
                    Card card = card(book, id, now, draft, pan);
                    return cards.insert(handle, card, number) ? card : null;
                });
    }

    private static Card card(Book book, CardId id, Instant now, Draft draft, Pan pan) {
        return new Card(
                id,
                book,
                draft.customer(),
                draft.program().id(),
                draft.type(),
                draft.type() == CardType.VIRTUAL ? CardStatus.ACTIVE : CardStatus.PENDING,
                draft.currency(),
                draft.cardholderName(),
                draft.program().network(),
                pan.last4(),
                expiry(now),
                draft.replaced(),
                draft.lineage(),
                draft.rules(),
                draft.metadata(),
                now,
                now);
    }

    /** Through which month a card is valid that is issued now. */
    static YearMonth expiry(Instant now) {
        return YearMonth.from(LocalDate.ofInstant(now, ZoneOffset.UTC)).plusMonths(LIFETIME_MONTHS);
    }

    /** Refuses a card of a type or currency that its program does not have. */
    static void requireSupported(Program program, CardType type, String currency) {
        if (!program.cardTypes().contains(type)) {
            throw RequestRefusedException.at(ErrorCode.CARD_TYPE_NOT_SUPPORTED, "type");
        }
        if (!program.currencies().contains(currency)) {
            throw RequestRefusedException.at(ErrorCode.CURRENCY_NOT_SUPPORTED, "currency");
        }
    }

    private static void requireActive(boolean customerActive, Program program) {
        if (!customerActive) {
            throw RequestRefusedException.at(ErrorCode.CUSTOMER_INACTIVE, "customer_id");
        }
        requireActive(program);
    }

    /** Refuses a card of a program that issues none now. */
    static void requireActive(Program program) {
        if (!program.active()) {
            throw RequestRefusedException.at(ErrorCode.PROGRAM_INACTIVE, "program_id");
        }
    }
}
