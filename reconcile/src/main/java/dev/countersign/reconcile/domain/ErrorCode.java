package dev.countersign.reconcile.domain;

/**
 * The reasons for which a command is refused: the closed list that the interface publishes. An
 * error that is not in the list is no refusal but a bug.
 */
public enum ErrorCode implements Wire {
    BODY_MALFORMED(Kind.MALFORMED, "The body is not the JSON object that the operation takes."),
    CONTENT_TYPE_INVALID(Kind.MALFORMED, "The body is not sent as application/json."),
    PARAMETER_MISSING(Kind.MALFORMED, "A required property is missing."),
    PARAMETER_UNKNOWN(Kind.MALFORMED, "A property is not known at all."),
    PARAMETER_TYPE_INVALID(Kind.MALFORMED, "A property is of another JSON type."),
    QUERY_INVALID(
            Kind.MALFORMED,
            "A query parameter is unknown, repeated or has no such value, or a header is repeated."),
    LIMIT_INVALID(Kind.MALFORMED, "The page size is not a number of 1 to 100."),
    CURSOR_INVALID(Kind.MALFORMED, "The cursor is not one of this list with these filters."),
    IDEMPOTENCY_KEY_INVALID(Kind.MALFORMED, "The key is not 1 to 255 printable ASCII characters."),
    VERSION_UNSUPPORTED(Kind.MALFORMED, "Another version of the interface is asked for."),
    API_KEY_MISSING(Kind.UNAUTHENTICATED, "The request carries no API key."),
    API_KEY_INVALID(Kind.UNAUTHENTICATED, "The API key is unknown, revoked or expired."),
    API_KEY_WRONG_MODE(Kind.UNAUTHENTICATED, "The API key belongs to the other base address."),
    SCOPE_MISSING(Kind.FORBIDDEN, "The API key lacks the scope of the operation."),
    RESOURCE_MISSING(Kind.MISSING, "The account has no such resource in this mode."),
    ROUTE_UNKNOWN(Kind.MISSING, "There is nothing at this path."),
    TOO_MANY_REQUESTS(
            Kind.LIMITED,
            "The API key is used faster than its rate, or too many PIN blocks were invalid."),
    INTERNAL_ERROR(Kind.FAILED, "Something went wrong on the side of the service."),
    TEMPORARILY_UNAVAILABLE(Kind.UNAVAILABLE, "The service cannot answer now; try again."),
    CARD_NOT_ACTIVE(Kind.CONFLICT, "The operation needs an active card."),
    CARD_ALREADY_FROZEN(Kind.CONFLICT, "The card is frozen already."),
    CARD_NOT_FROZEN(Kind.CONFLICT, "Only a frozen card can be unfrozen."),
    CARD_ALREADY_TERMINATED(Kind.CONFLICT, "A terminated card stays terminated."),
    CARD_NOT_PENDING(Kind.CONFLICT, "A physical card is ordered while it is pending."),
    CARD_NOT_PHYSICAL(Kind.CONFLICT, "Only a physical card has this."),
    CARD_ALREADY_REPLACED(Kind.CONFLICT, "The card has a replacement that is not terminated."),
    CUSTOMER_INACTIVE(Kind.CONFLICT, "The customer is inactive."),
    CUSTOMER_PHONE_MISSING(Kind.CONFLICT, "A wallet needs the customer's phone number."),
    PROGRAM_INACTIVE(Kind.CONFLICT, "The program is inactive."),
    EXTERNAL_ID_IN_USE(Kind.CONFLICT, "Another customer of the account has this external id."),
    ORDER_ALREADY_EXISTS(Kind.CONFLICT, "The card has an order that is not cancelled."),
    ORDER_NOT_CANCELLABLE(Kind.CONFLICT, "Only a pending order can be cancelled."),
    WALLET_TOKEN_EXISTS(Kind.CONFLICT, "The card is in this wallet on this device already."),
    PIN_NOT_BLOCKED(Kind.CONFLICT, "Only a blocked PIN can be unblocked."),
    TRANSACTION_NOT_SETTLED(Kind.CONFLICT, "Only a settled transaction can be disputed."),
    TRANSACTION_NOT_DISPUTABLE(Kind.CONFLICT, "A refund cannot be disputed."),
    DISPUTE_ALREADY_EXISTS(Kind.CONFLICT, "The transaction has a dispute that is not withdrawn."),
    DISPUTE_WINDOW_CLOSED(Kind.CONFLICT, "The network's time to dispute it is over."),
    FUNDING_ACCOUNT_EXISTS(
            Kind.CONFLICT, "Its owner has a funding account in this currency already."),
    FUNDS_INSUFFICIENT(Kind.CONFLICT, "The funding account has less available than is debited."),
    IDEMPOTENCY_KEY_IN_USE(Kind.CONFLICT, "A request with this key is still being answered."),
    VALUE_INVALID(Kind.INVALID, "A value is not one of those that are allowed."),
    VALUE_TOO_LONG(Kind.INVALID, "A text is longer than allowed."),
    VALUE_OUT_OF_RANGE(Kind.INVALID, "A number is smaller or larger than allowed."),
    FORMAT_INVALID(Kind.INVALID, "A text does not have the form that is asked for."),
    CONFLICTING_LISTS(Kind.INVALID, "The allowed and the blocked list of one kind are both set."),
    NO_PROPERTIES(Kind.INVALID, "An update changes at least one property."),
    PROPERTY_NOT_UPDATABLE(Kind.INVALID, "A property exists, but is not for callers to set here."),
    METADATA_TOO_MANY_KEYS(Kind.INVALID, "Metadata holds at most 50 pairs."),
    METADATA_VALUE_INVALID(
            Kind.INVALID, "A metadata value is not a string of at most 500 characters."),
    PROGRAM_REQUIRED(Kind.INVALID, "No program is named and the account has no default one."),
    CARD_TYPE_NOT_SUPPORTED(Kind.INVALID, "The program does not issue cards of this type."),
    CURRENCY_NOT_SUPPORTED(Kind.INVALID, "The program does not issue cards in this currency."),
    AMOUNT_TOO_LARGE(Kind.INVALID, "More is disputed than the transaction came to."),
    EVIDENCE_TOO_LARGE(Kind.INVALID, "Evidence is larger than 64 KB."),
    PIN_BLOCK_INVALID(Kind.INVALID, "The PIN block is not one for this card under the PIN key."),
    IDEMPOTENCY_KEY_REUSED(Kind.INVALID, "The key was used before with another body.");

    /** The subject of a refusal; the interface gives each kind its own status and type. */
    public enum Kind {
        MALFORMED,
        UNAUTHENTICATED,
        FORBIDDEN,
        MISSING,
        CONFLICT,
        INVALID,
        LIMITED,
        FAILED,
        UNAVAILABLE
    }

    private final Kind kind;
    private final String meaning;

    ErrorCode(Kind kind, String meaning) {
        this.kind = kind;
        this.meaning = meaning;
    }

    public Kind kind() {
        return kind;
    }

    /** Returns a sentence that tells when the code is given. */
    public String meaning() {
        return meaning;
    }
}
