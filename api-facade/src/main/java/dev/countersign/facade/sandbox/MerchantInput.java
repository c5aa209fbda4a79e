package dev.countersign.facade.sandbox;

import dev.countersign.facade.rest.input.Body;
import dev.countersign.facade.rest.input.ObjectShape;
import dev.countersign.facade.rest.input.PropertyType;
import dev.countersign.reconcile.domain.feed.Merchant;
import java.util.regex.Pattern;

/** A merchant as a caller describes it. */
final class MerchantInput {

    static final ObjectShape SHAPE =
            new ObjectShape()
                    .optional(
                            PropertyType.TEXT,
                            "id",
                            "terminal_id",
                            "name",
                            "mcc",
                            "city",
                            "country");

    /** The merchant where a card is used if the caller does not say where. */
    static final Merchant ANY =
            new Merchant("SANDBOX0001", "SBX00001", "SANDBOX STORE", "5999", "LONDON", "GB");

    /** The machine where cash is drawn if the caller does not say where. */
    static final Merchant ANY_CASH_MACHINE =
            new Merchant("SANDBOX0002", "SBX00002", "SANDBOX CASH", "6011", "LONDON", "GB");

    private static final Pattern MCC = Pattern.compile("[0-9]{4}");
    private static final Pattern COUNTRY = Pattern.compile("[A-Z]{2}");
    private static final int TEXT_MAX = 256;

    private MerchantInput() {}

    /** The merchant of a body, or another where it names none. */
    static Merchant read(Body body, Merchant otherwise) {
        if (!body.has("merchant")) {
            return otherwise;
        }
        Body merchant = body.part("merchant");
        return new Merchant(
                merchant.reference("id", TEXT_MAX),
                merchant.reference("terminal_id", TEXT_MAX),
                merchant.text("name", TEXT_MAX),
                merchant.text("mcc", MCC, "four digits"),
                merchant.text("city", TEXT_MAX),
                merchant.text("country", COUNTRY, "two uppercase letters"));
    }
}
