package dev.countersign.facade.rest;

import dev.countersign.facade.rest.input.AllowedValues;
import dev.countersign.facade.rest.input.Body;
import dev.countersign.facade.rest.input.Call;
import dev.countersign.facade.rest.input.CardInPath;
import dev.countersign.facade.rest.input.ObjectShape;
import dev.countersign.facade.rest.input.PropertyType;
import dev.countersign.facade.rest.json.AuthorizationControlsJson;
import dev.countersign.facade.rest.json.CardJson;
import dev.countersign.facade.rest.json.ThreeDsJson;
import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.card.AuthorizationControls;
import dev.countersign.reconcile.domain.card.ChallengePreference;
import dev.countersign.reconcile.domain.card.ScaExemption;
import dev.countersign.reconcile.domain.card.SpendingLimits;
import dev.countersign.reconcile.domain.card.ThreeDsSettings;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.service.issuing.Cards;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.regex.Pattern;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The rules that the authorizations of a card are held to: limits, controls, 3-D Secure. */
@RestController
@RequestMapping({"/v1/cards/{card_id}", "/sandbox/v1/cards/{card_id}"})
record CardRulesResource(Cards cards) {

    private static final String READ = "controls:read";
    private static final String WRITE = "controls:write";
    private static final Pattern MCC = Pattern.compile("[0-9]{4}");
    private static final Pattern COUNTRY = Pattern.compile("[A-Z]{2}");
    private static final AllowedValues<ChallengePreference> PREFERENCES =
            AllowedValues.of(ChallengePreference.class);
    private static final AllowedValues<ScaExemption> EXEMPTIONS =
            AllowedValues.of(ScaExemption.class);

    private static final ObjectShape CONTROLS =
            new ObjectShape()
                    .optional(
                            PropertyType.TEXTS,
                            "allowed_mccs",
                            "blocked_mccs",
                            "allowed_countries",
                            "blocked_countries")
                    .optional(
                            PropertyType.BOOLEAN,
                            "allow_online",
                            "allow_contactless",
                            "allow_cash_withdrawal");
    private static final ObjectShape THREE_DS =
            new ObjectShape()
                    .optional(PropertyType.BOOLEAN, "enabled")
                    .optional(PropertyType.TEXT, "challenge_preference")
                    .optional(PropertyType.TEXTS, "exemptions");

    @PutMapping("/spending-controls")
    CardJson setLimits(@PathVariable("card_id") String id, HttpServletRequest request) {
        Book book = Call.book(request, WRITE);
        CardId card = CardInPath.find(cards, book, id).id();
        SpendingLimits limits =
                SpendingLimitsInput.read(Body.read(request, SpendingLimitsInput.SHAPE));
        return CardJson.of(cards.setLimits(book, card, limits));
    }

    @GetMapping("/authorization-controls")
    AuthorizationControlsJson controls(
            @PathVariable("card_id") String id, HttpServletRequest request) {
        return AuthorizationControlsJson.of(
                CardInPath.find(cards, Call.book(request, READ), id).rules().controls());
    }

    @PutMapping("/authorization-controls")
    AuthorizationControlsJson setControls(
            @PathVariable("card_id") String id, HttpServletRequest request) {
        Book book = Call.book(request, WRITE);
        CardId card = CardInPath.find(cards, book, id).id();
        AuthorizationControls controls = controls(Body.read(request, CONTROLS));
        return AuthorizationControlsJson.of(
                cards.setControls(book, card, controls).rules().controls());
    }

    private static AuthorizationControls controls(Body body) {
        List<String> allowedMccs = body.texts("allowed_mccs", MCC, "four digits");
        List<String> blockedMccs = body.texts("blocked_mccs", MCC, "four digits");
        List<String> allowedCountries =
                body.texts("allowed_countries", COUNTRY, "two uppercase letters");
        List<String> blockedCountries =
                body.texts("blocked_countries", COUNTRY, "two uppercase letters");
        refuseBoth(allowedMccs, blockedMccs, "blocked_mccs");
        refuseBoth(allowedCountries, blockedCountries, "blocked_countries");
        AuthorizationControls otherwise = AuthorizationControls.DEFAULT;
        return new AuthorizationControls(
                allowedMccs,
                blockedMccs,
                allowedCountries,
                blockedCountries,
                body.flag("allow_online", otherwise.allowOnline()),
                body.flag("allow_contactless", otherwise.allowContactless()),
                body.flag("allow_cash_withdrawal", otherwise.allowCashWithdrawal()));
    }

    private static void refuseBoth(List<String> allowed, List<String> blocked, String param) {
        if (!allowed.isEmpty() && !blocked.isEmpty()) {
            throw RequestRefusedException.at(ErrorCode.CONFLICTING_LISTS, param);
        }
    }

    @GetMapping("/3ds")
    ThreeDsJson threeDs(@PathVariable("card_id") String id, HttpServletRequest request) {
        return ThreeDsJson.of(
                CardInPath.find(cards, Call.book(request, READ), id).rules().threeDs());
    }

    @PutMapping("/3ds")
    ThreeDsJson setThreeDs(@PathVariable("card_id") String id, HttpServletRequest request) {
        Book book = Call.book(request, WRITE);
        CardId card = CardInPath.find(cards, book, id).id();
        Body body = Body.read(request, THREE_DS);
        ChallengePreference preference = body.choice("challenge_preference", PREFERENCES);
        ThreeDsSettings settings =
                new ThreeDsSettings(
                        body.flag("enabled", true),
                        preference == null ? ChallengePreference.NO_PREFERENCE : preference,
                        body.choices("exemptions", EXEMPTIONS));
        return ThreeDsJson.of(cards.setThreeDs(book, card, settings).rules().threeDs());
    }
}
