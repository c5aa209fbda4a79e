package dev.countersign.facade.console.page;

import dev.countersign.reconcile.domain.audit.ActorKind;
import dev.countersign.reconcile.domain.id.IdText;
import dev.countersign.reconcile.domain.ledger.LedgerAccount;
import dev.countersign.reconcile.domain.money.Currencies;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Currency;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Formatter of amounts, times and names, the same everywhere in the console. */
public final class Formatter {

    /** Words that are written in capitals. */
    private static final Pattern SHORT =
            Pattern.compile("\\b(mcc|pin|cvc|fx|atm|arn|stan|rrn|pos|id|json)\\b");

    /** So many letters of an identifier are shown where its page is one click away. */
    private static final int TAIL = 8;

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("d MMM uuuu HH:mm:ss", Locale.ENGLISH)
                    .withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ENGLISH).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("d MMM uuuu", Locale.ENGLISH);
    private static final DateTimeFormatter DAY_OF_MONTH =
            DateTimeFormatter.ofPattern("d MMM", Locale.ENGLISH);
    private static final DateTimeFormatter MONTH =
            DateTimeFormatter.ofPattern("MMMM uuuu", Locale.ENGLISH);

    /** An amount of minor units with the decimals of its currency, such as {@code 1,234.50}. */
    public String amount(@Nullable Number minor, @Nullable String currency) {
        if (minor == null) {
            return "–";
        }
        int digits =
                currency == null
                        ? 0
                        : Currencies.find(currency)
                                .map(Currency::getDefaultFractionDigits)
                                .orElse(0);
        BigDecimal value = new BigDecimal(new BigInteger(minor.toString()), digits);
        String text = String.format(Locale.ENGLISH, "%,." + digits + "f", value);
        return text.startsWith("-") ? "−" + text.substring(1) : text;
    }

    /** A count with its thousands apart. */
    public String count(Number value) {
        return String.format(Locale.ENGLISH, "%,d", new BigInteger(value.toString()));
    }

    /** A moment, for people, in UTC. */
    public String time(Instant at) {
        return TIME.format(at) + " UTC";
    }

    /** The time of day alone. */
    public String clock(Instant at) {
        return CLOCK.format(at);
    }

    /** A moment, for programs. */
    public String iso(Instant at) {
        return at.toString();
    }

    /** A date. */
    public String day(LocalDate date) {
        return DAY.format(date);
    }

    /** A date without its year, where the year is plain. */
    public String dayOfMonth(LocalDate date) {
        return DAY_OF_MONTH.format(date);
    }

    /** A month. */
    public String month(YearMonth month) {
        return MONTH.format(month);
    }

    /** Formats the time that something took. */
    public String duration(Duration taken) {
        if (taken.toMillis() < 1_000) {
            return taken.toMillis() + " ms";
        }
        if (taken.toSeconds() < 60) {
            return String.format(Locale.ENGLISH, "%.1f s", taken.toMillis() / 1000.0);
        }
        return taken.toHours() > 0
                ? String.format(Locale.ROOT, "%d h %d min", taken.toHours(), taken.toMinutesPart())
                : String.format(
                        Locale.ROOT, "%d min %d s", taken.toMinutes(), taken.toSecondsPart());
    }

    /** A name of a closed set, for people: {@code spending_limit_exceeded} with spaces. */
    public String words(@Nullable Object name) {
        if (name == null) {
            return "–";
        }
        String text = name.toString().replace('_', ' ').replace('-', ' ').toLowerCase(Locale.ROOT);
        text = SHORT.matcher(text).replaceAll(word -> word.group().toUpperCase(Locale.ROOT));
        return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    /** The same within a sentence. */
    public String lower(@Nullable Object name) {
        String words = words(name);
        boolean initials = words.length() > 1 && Character.isUpperCase(words.charAt(1));
        return initials || words.isEmpty()
                ? words
                : words.substring(0, 1).toLowerCase(Locale.ROOT) + words.substring(1);
    }

    /** Returns the words for an action, by the code that is stored. */
    public String actionWords(String code) {
        return ActionNames.words(code, this);
    }

    /** Returns the words for a kind of actor. */
    public String actor(ActorKind kind) {
        return ActionNames.actor(kind);
    }

    /** A report by its name, for people. */
    public String report(String name) {
        return name.equals("camt053") ? "camt.053" : words(name);
    }

    /** A reason of a dispute, by its code. */
    public String reason(String code) {
        return code.equals("other") ? "Other reason" : words(code);
    }

    /** A kind of record as the parts of a settlement day name it. */
    public String kind(String recordType) {
        return switch (recordType) {
            case "clearing" -> "Purchase";
            case "atm" -> "Cash";
            default -> words(recordType);
        };
    }

    /** An identifier of ours in a table: its last letters, which differ from row to row. */
    public String tail(Object id) {
        String text = id.toString();
        return "…" + text.substring(Math.max(0, text.length() - TAIL));
    }

    /** An account of the ledger by its number, for people. */
    public String account(String code) {
        return LedgerAccount.find(code).map(this::words).orElse(code);
    }

    /** An identifier as it is written everywhere. */
    public String id(String prefix, UUID id) {
        return IdText.write(prefix, id);
    }
}
