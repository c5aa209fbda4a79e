package dev.countersign.jobs.bank.camt;

import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.domain.text.CardNumberMask;
import dev.countersign.reconcile.domain.text.PlainText;
import dev.countersign.reconcile.service.ActionRefusedException;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Currency;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Values as a bank states them: read, or refused with the place where they stand. */
final class StatedValues {

    private static final int ISO_DATE = 10;

    private static final Pattern AMOUNT = Pattern.compile("[0-9]{1,18}([.][0-9]{0,17})?");
    private static final Pattern WHOLE = Pattern.compile("[0-9]{1,9}");

    private StatedValues() {}

    /** A text for people to read, without control characters and card numbers. */
    static String legible(String value) {
        return CardNumberMask.mask(PlainText.legibleLine(value));
    }

    /** A number of up to nine digits; of a page, from 1. */
    static long whole(String value, String id, String what) {
        if (!WHOLE.matcher(value).matches() || (what.equals("page") && Long.parseLong(value) < 1)) {
            throw new ActionRefusedException(
                    "Statement %s has the %s '%s'.".formatted(id, what, legible(value)));
        }
        return Long.parseLong(value);
    }

    /** The date of a date or a time; null where none is stated. */
    static @Nullable LocalDate date(@Nullable String value, String name, String where) {
        if (value == null) {
            return null;
        }
        try {
            return LocalDate.parse(
                    value.length() > ISO_DATE ? value.substring(0, ISO_DATE) : value);
        } catch (DateTimeException e) {
            throw new ActionRefusedException("%s has no date in %s.".formatted(where, name), e);
        }
    }

    static Currency currency(String code, String where) {
        return Currencies.find(code)
                .orElseThrow(
                        () ->
                                new ActionRefusedException(
                                        "%s is in no currency: '%s'."
                                                .formatted(where, legible(code))));
    }

    /** True for a debit. A reversal is stated on the side to which it moves the money back. */
    static boolean leaves(@Nullable String side, String where) {
        return switch (side == null ? "" : side) {
            case "DBIT" -> true;
            case "CRDT" -> false;
            default ->
                    throw new ActionRefusedException(
                            "%s is neither a debit nor a credit (CdtDbtInd).".formatted(where));
        };
    }

    /** An amount in minor units of its currency. */
    static long minor(@Nullable String amount, Currency in, String where) {
        if (amount != null && AMOUNT.matcher(amount).matches()) {
            try {
                return new BigDecimal(amount)
                        .movePointRight(in.getDefaultFractionDigits())
                        .longValueExact();
            } catch (ArithmeticException e) {
                throw new ActionRefusedException(
                        "%s has an amount that is none in %s: %s."
                                .formatted(where, in, legible(amount)),
                        e);
            }
        }
        throw new ActionRefusedException(
                "%s has no amount in its currency: '%s'."
                        .formatted(where, amount == null ? "" : legible(amount)));
    }
}
