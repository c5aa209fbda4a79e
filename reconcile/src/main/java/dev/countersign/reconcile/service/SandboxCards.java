package dev.countersign.reconcile.service;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.card.AuthorizationControls;
import dev.countersign.reconcile.domain.card.CardRules;
import dev.countersign.reconcile.domain.card.SpendingLimits;
import dev.countersign.reconcile.domain.card.ThreeDsSettings;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.IdGenerator;
import dev.countersign.reconcile.domain.program.Program;
import dev.countersign.reconcile.store.AccountStore;
import dev.countersign.reconcile.store.CardRulesStore;
import dev.countersign.reconcile.store.HolderStore;
import dev.countersign.reconcile.store.HolderStore.NewHolder;
import dev.countersign.reconcile.store.ProgramStore;
import dev.countersign.reconcile.vault.Pan;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Customers with cards to try the product on, in the sandbox book of the first account. */
public final class SandboxCards {

    private static final int LIFETIME_MONTHS = 48;

    /** The stream waits while cards are issued, so they are issued by and by. */
    private static final int CARDS_PER_TRANSACTION = 1_000;

    private final Database database;
    private final AccountStore accounts;
    private final HolderStore cards;
    private final CardRulesStore rules;
    private final ProgramStore programs;
    private final CardNumbers numbers;
    private final InstantSource clock;
    private final IdGenerator ids;

    public SandboxCards(
            Database database,
            AccountStore accounts,
            HolderStore cards,
            CardRulesStore rules,
            ProgramStore programs,
            CardNumbers numbers,
            InstantSource clock,
            IdGenerator ids) {
        this.database = database;
        this.accounts = accounts;
        this.cards = cards;
        this.rules = rules;
        this.programs = programs;
        this.numbers = numbers;
        this.clock = clock;
        this.ids = ids;
    }

    /** A card to be there, by the external id of its customer. */
    public record Wanted(
            String externalId, SpendingLimits limits, AuthorizationControls controls) {}

    /** A card that is there. */
    public record Issued(CardId id, YearMonth expiry, String currency) {}

    /** Issues the cards that are missing and gives all of them, in their order. */
    public List<Issued> issueMissing(List<Wanted> wanted) {
        List<Issued> issued = new ArrayList<>(wanted.size());
        for (int from = 0; from < wanted.size(); from += CARDS_PER_TRANSACTION) {
            List<Wanted> some =
                    wanted.subList(from, Math.min(from + CARDS_PER_TRANSACTION, wanted.size()));
            issued.addAll(database.changingCards(handle -> issueMissing(handle, some)));
        }
        return issued;
    }

    private List<Issued> issueMissing(Handle handle, List<Wanted> wanted) {
        AccountId account =
                accounts.first(handle)
                        .orElseThrow(() -> new IllegalStateException("there is no account yet"));
        Program program =
                programs.findDefault(handle, new Book(account, Mode.SANDBOX))
                        .orElseThrow(
                                () ->
                                        new IllegalStateException(
                                                "the sandbox has no default program"));
        Instant now = clock.instant();
        YearMonth expiry =
                YearMonth.from(LocalDate.ofInstant(now, ZoneOffset.UTC))
                        .plusMonths(LIFETIME_MONTHS);
        Iterator<Pan> free = numbers.draw(handle, program.bin(), wanted.size()).iterator();
        List<Issued> issued = new ArrayList<>(wanted.size());
        List<NewHolder> missing = new ArrayList<>();
        Map<CardId, Pan> pans = new LinkedHashMap<>();
        Map<CardId, CardRules> missingRules = new LinkedHashMap<>();
        for (Wanted one : wanted) {
            Optional<CardId> found =
                    cards.findByExternalId(handle, account, Mode.SANDBOX, one.externalId());
            CardId card = found.orElseGet(() -> new CardId(ids.next(now)));
            if (found.isEmpty()) {
                Pan pan = free.next();
                pans.put(card, pan);
                missing.add(
                        new NewHolder(
                                account,
                                Mode.SANDBOX,
                                new CustomerId(ids.next(now)),
                                one.externalId(),
                                card,
                                program.id(),
                                "EUR",
                                pan.last4(),
                                expiry,
                                now));
                missingRules.put(
                        card,
                        new CardRules(1, one.limits(), one.controls(), ThreeDsSettings.DEFAULT));
            }
            issued.add(new Issued(card, expiryOf(handle, card, expiry, found.isPresent()), "EUR"));
        }
        cards.insert(handle, missing);
        missingRules.forEach((card, its) -> rules.insert(handle, card, its, now));
        numbers.keep(handle, pans);
        return issued;
    }

    private YearMonth expiryOf(Handle handle, CardId card, YearMonth fresh, boolean found) {
        return found ? cards.expiry(handle, card) : fresh;
    }
}
