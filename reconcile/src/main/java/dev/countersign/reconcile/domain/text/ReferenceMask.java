package dev.countersign.reconcile.domain.text;

/**
 * Masks card numbers in what names a thing: a reference of the network, an external id, a key. The
 * same reference is masked to the same text wherever it comes in or is looked for, and another one
 * to another text, so that what belongs together is still found together.
 */
@FunctionalInterface
public interface ReferenceMask {

    /** Masks as any text is masked: names that differ in hidden digits alone become one. */
    ReferenceMask LAST_FOUR = CardNumberMask::lastFour;

    /**
     * Returns the token that stands for a card number.
     *
     * @param number as it is written, with its separators
     * @return as many characters at most, no digits of a card number among them
     */
    String tokenOf(String number);

    /** The reference without card numbers; itself where there is none. */
    default String mask(String reference) {
        return CardNumberMask.mask(reference, this);
    }

    /**
     * The same of what a network calls a purchase. 15 digits alone are Visa's transaction
     * identifier: one in ten passes the check digit, and no card of a network that is read here has
     * that many.
     */
    default String maskOfNetwork(String reference) {
        return isTransactionIdentifier(reference) ? reference : mask(reference);
    }

    private static boolean isTransactionIdentifier(String reference) {
        return reference.length() == 15
                && reference.chars().allMatch(each -> each >= '0' && each <= '9');
    }
}
