package dev.countersign.reconcile.service.issuing;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.card.AuthorizationControls;
import dev.countersign.reconcile.domain.card.CardRules;
import dev.countersign.reconcile.domain.card.CardType;
import dev.countersign.reconcile.domain.card.SpendingLimits;
import dev.countersign.reconcile.domain.card.ThreeDsSettings;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.IdGenerator;
import dev.countersign.reconcile.domain.program.Program;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.issuing.AccountStore;
import dev.countersign.reconcile.store.issuing.CardChangeStore;
import dev.countersign.reconcile.store.issuing.CardRulesStore;
import dev.countersign.reconcile.store.issuing.ProgramStore;
import dev.countersign.reconcile.store.issuing.SandboxCardStore;
import dev.countersign.reconcile.store.issuing.SandboxCardStore.ExistingCard;
import dev.countersign.reconcile.store.issuing.SandboxCardStore.NewCardholder;
import dev.countersign.reconcile.vault.Pan;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.jdbi.v3.core.Handle;

/** Customers with cards to try the product on, in the sandbox book of the first account. */
public final class SandboxCards {

    private static final String CURRENCY = "EUR";

    /** A process that ends in the middle loses no more than these. */
    private static final int CARDS_PER_TRANSACTION = 1_000;

    private final Database database;
    private final AccountStore accounts = new AccountStore();
    private final SandboxCardStore cards = new SandboxCardStore();
    private final CardRulesStore rules = new CardRulesStore();
    private final ProgramStore programs;
    private final CardNumbers numbers;
    private final CardChangeStore changes;
    private final InstantSource clock;
    private final IdGenerator ids;

    public SandboxCards(
            Database database,
            ProgramStore programs,
            CardNumbers numbers,
            CardChangeStore changes,
            InstantSource clock,
            IdGenerator ids) {
        this.database = database;
        this.programs = programs;
        this.numbers = numbers;
        this.changes = changes;
        this.clock = clock;
        this.ids = ids;
    }

    /** Has all be issued together, or nothing: such as some customers with their cards. */
    public void together(Runnable issuing) {
        database.doAtomically(handle -> issuing.run());
    }

    /** A card to be there, by the external id of its customer. */
    public record RequestedCard(
            String externalId, SpendingLimits limits, AuthorizationControls controls) {}

    /** A card that is there. */
    public record IssuedCard(CardId id, YearMonth expiry, String currency) {}

    /**
     * Issues the cards that are missing and gives all of them, in their order.
     *
     * @param watcher gets the number of those done now and then
     */
    public List<IssuedCard> issueMissing(List<RequestedCard> wanted, IntConsumer watcher) {
        List<IssuedCard> issued = new ArrayList<>(wanted.size());
        for (int from = 0; from < wanted.size(); from += CARDS_PER_TRANSACTION) {
            List<RequestedCard> some =
                    wanted.subList(from, Math.min(from + CARDS_PER_TRANSACTION, wanted.size()));
            issued.addAll(issueSome(some));
            watcher.accept(issued.size());
        }
        return issued;
    }

    private List<IssuedCard> issueSome(List<RequestedCard> wanted) {
        Map<String, ExistingCard> there = database.read(handle -> find(handle, wanted));
        if (there.size() < wanted.size()) {
            there = database.atomically(handle -> complete(handle, wanted));
        }
        List<IssuedCard> issued = new ArrayList<>(wanted.size());
        for (RequestedCard one : wanted) {
            ExistingCard card = Objects.requireNonNull(there.get(one.externalId()));
            issued.add(new IssuedCard(card.card(), card.expiry(), card.currency()));
        }
        return issued;
    }

    private Map<String, ExistingCard> find(Handle handle, List<RequestedCard> wanted) {
        return cards.findByExternalIds(
                handle,
                account(handle),
                Mode.SANDBOX,
                wanted.stream().map(RequestedCard::externalId).toList());
    }

    private AccountId account(Handle handle) {
        return accounts.first(handle)
                .orElseThrow(
                        () ->
                                new ActionRefusedException(
                                        "There is no account yet: start the product, which opens"
                                                + " the first one, or open one with"
                                                + " 'countersign accounts create --name NAME'."));
    }

    /** Issues what nobody else has issued meanwhile, by the rules of every other card. */
    private Map<String, ExistingCard> complete(Handle handle, List<RequestedCard> wanted) {
        accounts.takeTurn(handle);
        Map<String, ExistingCard> there = new HashMap<>(find(handle, wanted));
        List<RequestedCard> missing =
                wanted.stream().filter(one -> !there.containsKey(one.externalId())).toList();
        AccountId account = account(handle);
        Program program =
                programs.findDefault(handle, new Book(account, Mode.SANDBOX))
                        .orElseThrow(
                                () ->
                                        new ActionRefusedException(
                                                "The first account has no default program in its"
                                                        + " sandbox: make one with 'countersign programs"
                                                        + " create --default'."));
        CardIssuing.requireSupported(program, CardType.VIRTUAL, CURRENCY);
        CardIssuing.requireActive(program);
        Instant now = clock.instant();
        YearMonth expiry = CardIssuing.expiry(now);
        Iterator<Pan> free = numbers.draw(handle, program.bin(), missing.size()).iterator();
        List<NewCardholder> holders = new ArrayList<>(missing.size());
        Map<CardId, Pan> pans = new LinkedHashMap<>();
        Map<CardRules, List<CardId>> cardsByRules = new LinkedHashMap<>();
        for (RequestedCard one : missing) {
            CardId card = new CardId(ids.next(now));
            Pan pan = free.next();
            pans.put(card, pan);
            holders.add(
                    new NewCardholder(
                            account,
                            Mode.SANDBOX,
                            new CustomerId(ids.next(now)),
                            one.externalId(),
                            card,
                            program.id(),
                            CURRENCY,
                            pan.last4(),
                            expiry,
                            now));
            cardsByRules
                    .computeIfAbsent(
                            new CardRules(1, one.limits(), one.controls(), ThreeDsSettings.DEFAULT),
                            same -> new ArrayList<>())
                    .add(card);
            there.put(one.externalId(), new ExistingCard(card, expiry, CURRENCY));
        }
        cards.insert(handle, holders);
        cardsByRules.forEach((its, having) -> rules.insert(handle, having, its, now));
        numbers.keep(handle, pans);
        changes.insert(handle, pans.keySet());
        return there;
    }
}
