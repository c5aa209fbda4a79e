package dev.countersign.facade.administer.argument;

import dev.countersign.facade.output.TerminalCommand;
import dev.countersign.reconcile.domain.money.Currencies;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Currency;
import java.util.regex.Pattern;
import picocli.CommandLine.ParameterException;

/**
 * Reads an amount of money on a command line: whole minor units of its currency. Who writes a
 * decimal point is told what to write in its place.
 */
public final class MinorUnits {

    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,40}");
    private static final Pattern DECIMAL = Pattern.compile("-?[0-9]{1,18}[.,][0-9]{1,18}");
    private static final BigInteger EXAMPLE = BigInteger.valueOf(250_000);

    private MinorUnits() {}

    /**
     * Reads an amount.
     *
     * @param command refuses what is none
     * @throws ParameterException when it is no whole number, or more than an amount can say
     */
    public static long read(TerminalCommand command, String text, Currency currency) {
        if (DECIMAL.matcher(text).matches()) {
            throw command.misuse(
                    "%s is not whole minor units: %s"
                            .formatted(
                                    text,
                                    instead(new BigDecimal(text.replace(',', '.')), currency)));
        }
        if (!WHOLE.matcher(text).matches()) {
            throw command.misuse(
                    "'%s' is not an amount in whole minor units, such as %s for %s."
                            .formatted(text, EXAMPLE, Currencies.amount(EXAMPLE, currency)));
        }
        BigInteger minor = new BigInteger(text);
        if (minor.bitLength() >= Long.SIZE) {
            throw command.misuse("%s is more than an amount can say.".formatted(text));
        }
        return minor.longValue();
    }

    private static String instead(BigDecimal amount, Currency currency) {
        int decimals = currency.getDefaultFractionDigits();
        BigDecimal minor = amount.movePointRight(decimals);
        if (minor.stripTrailingZeros().scale() > 0) {
            return currency.getCurrencyCode() + " has " + decimals + " decimals.";
        }
        BigInteger whole = minor.toBigIntegerExact();
        return "for %s write %s.".formatted(Currencies.amount(whole, currency), whole);
    }
}
