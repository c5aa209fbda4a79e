package dev.countersign.facade.rest;

import dev.countersign.facade.rest.input.AllowedValues;
import dev.countersign.facade.rest.input.Body;
import dev.countersign.facade.rest.input.Call;
import dev.countersign.facade.rest.input.CardInPath;
import dev.countersign.facade.rest.input.ObjectShape;
import dev.countersign.facade.rest.input.PropertyType;
import dev.countersign.facade.rest.input.Query;
import dev.countersign.facade.rest.json.ListJson;
import dev.countersign.facade.rest.json.WalletTokenJson;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.wallet.Wallet;
import dev.countersign.reconcile.service.issuing.Cards;
import dev.countersign.reconcile.service.issuing.WalletTokens;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Cards in mobile wallets. */
@RestController
@RequestMapping({"/v1/cards/{card_id}/wallet-tokens", "/sandbox/v1/cards/{card_id}/wallet-tokens"})
record WalletTokensResource(Cards cards, WalletTokens tokens) {

    private static final String READ = "wallets:read";
    private static final String WRITE = "wallets:write";
    private static final int DEVICE_MAX = 255;
    private static final AllowedValues<Wallet> WALLETS = AllowedValues.of(Wallet.class);

    private static final ObjectShape PROVISION =
            new ObjectShape()
                    .required(PropertyType.TEXT, "wallet")
                    .optional(PropertyType.TEXT, "device_id", "device_name")
                    .fixed(WalletTokenJson.class);

    @GetMapping
    ListJson<WalletTokenJson> list(@PathVariable("card_id") String id, HttpServletRequest request) {
        Book book = Call.book(request, READ);
        CardId card = CardInPath.find(cards, book, id).id();
        Query query = Query.of(request, book, Set.of());
        return ListJson.of(
                tokens.list(card, query.after(), query.limit()), WalletTokenJson::of, query);
    }

    @PostMapping
    ResponseEntity<String> provision(
            @PathVariable("card_id") String id, HttpServletRequest request) {
        Book book = Call.book(request, WRITE);
        CardId card = CardInPath.find(cards, book, id).id();
        Call.requireKeyForm(request);
        Body body = Body.read(request, PROVISION);
        Wallet wallet = body.requiredChoice("wallet", WALLETS);
        @Nullable String deviceId =
                body.has("device_id") ? body.requiredReference("device_id", DEVICE_MAX) : null;
        @Nullable String deviceName = body.text("device_name", DEVICE_MAX);
        return Call.send(
                tokens.provision(
                        book,
                        card,
                        wallet,
                        deviceId,
                        deviceName,
                        Call.creation(request, book, body, WalletTokenJson::of)));
    }

    @DeleteMapping("/{wallet_token_id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void remove(
            @PathVariable("card_id") String id,
            @PathVariable("wallet_token_id") String token,
            HttpServletRequest request) {
        Book book = Call.book(request, WRITE);
        tokens.remove(book, CardInPath.alone(cards, book, id, request), token);
    }
}
