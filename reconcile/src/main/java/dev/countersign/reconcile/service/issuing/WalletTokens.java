package dev.countersign.reconcile.service.issuing;

import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.card.Card;
import dev.countersign.reconcile.domain.card.CardStatus;
import dev.countersign.reconcile.domain.customer.Customer;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.IdGenerator;
import dev.countersign.reconcile.domain.id.WalletTokenId;
import dev.countersign.reconcile.domain.list.ListPage;
import dev.countersign.reconcile.domain.text.ReferenceMask;
import dev.countersign.reconcile.domain.wallet.Wallet;
import dev.countersign.reconcile.domain.wallet.WalletToken;
import dev.countersign.reconcile.domain.wallet.WalletTokenStatus;
import dev.countersign.reconcile.service.AuditContext;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.IdempotentResponses;
import dev.countersign.reconcile.service.IdempotentResponses.Creation;
import dev.countersign.reconcile.service.IdempotentResponses.Reply;
import dev.countersign.reconcile.service.NotFound;
import dev.countersign.reconcile.store.issuing.CustomerStore;
import dev.countersign.reconcile.store.issuing.WalletTokenStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Cards in mobile wallets. */
public final class WalletTokens {

    private final Database database;
    private final IdempotentResponses answers;
    private final Cards cards;
    private final CustomerStore customers;
    private final WalletTokenStore tokens;
    private final InstantSource clock;
    private final IdGenerator ids;
    private final ReferenceMask references;

    public WalletTokens(
            Database database,
            IdempotentResponses answers,
            Cards cards,
            CustomerStore customers,
            WalletTokenStore tokens,
            InstantSource clock,
            IdGenerator ids,
            ReferenceMask references) {
        this.database = database;
        this.answers = answers;
        this.cards = cards;
        this.customers = customers;
        this.tokens = tokens;
        this.clock = clock;
        this.ids = ids;
        this.references = references;
    }

    /** A page of a card's tokens, removed ones too, newest first. */
    public ListPage<WalletToken> list(CardId card, @Nullable UUID after, int limit) {
        return database.read(handle -> tokens.list(handle, card, after, limit));
    }

    /** One token, if a card of the book has it. */
    public Optional<WalletToken> find(Book book, WalletTokenId id) {
        return database.read(handle -> tokens.find(handle, book, id));
    }

    /** Asks a wallet to take a card; the token is pending until the wallet confirms it. */
    public WalletToken provision(
            Book book,
            CardId id,
            Wallet wallet,
            @Nullable String deviceId,
            @Nullable String deviceName) {
        return database.atomically(
                handle -> provision(handle, book, id, wallet, deviceId, deviceName));
    }

    /** Asks a wallet for a caller that may ask twice. */
    public Reply provision(
            Book book,
            CardId id,
            Wallet wallet,
            @Nullable String deviceId,
            @Nullable String deviceName,
            Creation<WalletToken> creation) {
        return answers.answer(
                creation, handle -> provision(handle, book, id, wallet, deviceId, deviceName));
    }

    private WalletToken provision(
            Handle handle,
            Book book,
            CardId id,
            Wallet wallet,
            @Nullable String deviceId,
            @Nullable String deviceName) {
        Card card = cards.lock(handle, book, id);
        if (card.status() != CardStatus.ACTIVE) {
            throw RequestRefusedException.at(ErrorCode.CARD_NOT_ACTIVE, "card_id");
        }
        Customer customer =
                customers
                        .find(handle, book, card.customerId())
                        .orElseThrow(() -> NotFound.of("customer", "customer_id"));
        if (!customer.active()) {
            throw RequestRefusedException.at(ErrorCode.CUSTOMER_INACTIVE, "card_id");
        }
        if (customer.phone() == null) {
            throw RequestRefusedException.at(ErrorCode.CUSTOMER_PHONE_MISSING, "card_id");
        }
        Instant now = clock.instant();
        WalletToken token =
                new WalletToken(
                        new WalletTokenId(ids.next(now)),
                        id,
                        wallet,
                        WalletTokenStatus.PENDING,
                        deviceId == null ? null : references.mask(deviceId),
                        deviceName,
                        now);
        if (!tokens.insert(handle, token)) {
            throw RequestRefusedException.at(ErrorCode.WALLET_TOKEN_EXISTS, "device_id");
        }
        cards.changed(handle, id);
        AuditContext.setSubject(token.id().toString());
        return token;
    }

    /**
     * Removes a token; one that was removed before stays so.
     *
     * @param id as the caller wrote it
     */
    public void remove(Book book, CardId card, String id) {
        database.atomically(
                handle -> {
                    remove(handle, book, card, id);
                    return id;
                });
    }

    private void remove(Handle handle, Book book, CardId card, String id) {
        cards.lockForDecisions(handle, book, card);
        WalletToken token =
                WalletTokenId.parse(id)
                        .flatMap(known -> tokens.lock(handle, card, known))
                        .orElseThrow(() -> NotFound.of("wallet token", "wallet_token_id"));
        if (token.status() != WalletTokenStatus.REMOVED) {
            tokens.updateStatus(handle, token.id(), WalletTokenStatus.REMOVED, clock.instant());
            cards.changed(handle, card);
        }
    }
}
