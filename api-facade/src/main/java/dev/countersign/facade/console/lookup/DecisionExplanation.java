package dev.countersign.facade.console.lookup;

import dev.countersign.facade.console.page.Formatter;
import dev.countersign.reconcile.domain.authorization.DeclineCode;
import dev.countersign.reconcile.domain.card.AuthorizationControls;
import dev.countersign.reconcile.domain.card.CardRules;
import dev.countersign.reconcile.domain.card.SpendingLimits;
import dev.countersign.reconcile.domain.transaction.DecisionRecord;
import dev.countersign.reconcile.domain.transaction.Origin;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The reasons why a request was decided as it was, check by check, in the order of the checks. They
 * are told from what the decision left behind: the checks that failed, the usage it saw, and the
 * version of the card's rules it used.
 *
 * @param sentence the answer in a few words
 * @param checks empty where the decision was not ours
 */
public record DecisionExplanation(String sentence, List<Check> checks) {

    /** The outcome of a check. */
    public enum Outcome {
        PASSED,
        FAILED,
        /** Not for this kind of request, or nothing was set to check against. */
        SKIPPED
    }

    /**
     * One check.
     *
     * @param observed what it looked at
     * @param decisive true for the one that gave the answer
     */
    public record Check(String name, Outcome outcome, String observed, boolean decisive) {}

    private static final Formatter SHOW = new Formatter();
    private static final String NO_LIMIT = "no limit is set";

    /**
     * One row of the explanation.
     *
     * @param always true for what is checked of refunds too
     * @param figures true where what it looked at is shown even when it failed
     */
    private record Row(
            DeclineCode.Check check,
            String name,
            boolean always,
            boolean figures,
            Function<CheckRun, String> observed) {

        static Row always(
                DeclineCode.Check check, String name, Function<CheckRun, String> observed) {
            return new Row(check, name, true, false, observed);
        }

        static Row spending(DeclineCode.Check check, String name, String passed) {
            return new Row(check, name, false, false, telling -> passed);
        }

        static Row figures(
                DeclineCode.Check check, String name, Function<CheckRun, String> observed) {
            return new Row(check, name, false, true, observed);
        }
    }

    private static final List<Row> ROWS =
            List.of(
                    Row.always(DeclineCode.Check.REQUEST, "Request", CheckRun::request),
                    Row.always(DeclineCode.Check.CARD, "Card", telling -> "usable"),
                    Row.always(
                            DeclineCode.Check.CUSTOMER_AND_PROGRAM,
                            "Customer and program",
                            telling -> "both active"),
                    Row.always(DeclineCode.Check.EXPIRY, "Expiry", telling -> "not expired"),
                    Row.spending(
                            DeclineCode.Check.WALLET_TOKEN,
                            "Wallet token",
                            "active, or none was used"),
                    Row.always(
                            DeclineCode.Check.CARD_DATA,
                            "Card data",
                            telling -> "nothing wrong with CVC and cryptogram"),
                    Row.always(DeclineCode.Check.PIN, "PIN", telling -> "right, or not needed"),
                    Row.figures(DeclineCode.Check.CHANNEL, "Channel", CheckRun::channel),
                    Row.figures(DeclineCode.Check.COUNTRY, "Country", CheckRun::country),
                    Row.figures(
                            DeclineCode.Check.MERCHANT_CATEGORY,
                            "Merchant category",
                            CheckRun::category),
                    Row.spending(
                            DeclineCode.Check.STRONG_AUTHENTICATION,
                            "Strong authentication",
                            "given, or not due"),
                    Row.figures(
                            DeclineCode.Check.SINGLE_LIMIT,
                            "Single limit",
                            telling ->
                                    telling.limit(
                                            telling.limits().singleTransaction(),
                                            0,
                                            DeclineCode.SINGLE_LIMIT_EXCEEDED)),
                    Row.figures(
                            DeclineCode.Check.DAILY_LIMIT,
                            "Day limit",
                            telling ->
                                    telling.limit(
                                            telling.limits().daily(),
                                            telling.verdict().dayUsedMinor(),
                                            DeclineCode.DAILY_LIMIT_EXCEEDED)),
                    Row.figures(
                            DeclineCode.Check.MONTHLY_LIMIT,
                            "Month limit",
                            telling ->
                                    telling.limit(
                                            telling.limits().monthly(),
                                            telling.verdict().monthUsedMinor(),
                                            DeclineCode.MONTHLY_LIMIT_EXCEEDED)),
                    Row.spending(
                            DeclineCode.Check.FUNDS,
                            "Funds",
                            "no balance is kept, or enough of it"),
                    Row.spending(DeclineCode.Check.RISK, "Risk", "merchant not suspected"));

    /** Explains a decision. */
    static DecisionExplanation of(Transaction transaction, @Nullable CardRules rules) {
        Set<Origin> decided = EnumSet.of(Origin.REQUEST, Origin.SINGLE_MESSAGE);
        if (!decided.contains(transaction.origin()) && transaction.decision().failed().isEmpty()) {
            return new DecisionExplanation(notOurs(transaction.origin()), List.of());
        }
        CheckRun telling = new CheckRun(transaction, rules);
        return new DecisionExplanation(telling.sentence(), telling.checks());
    }

    private static String notOurs(Origin origin) {
        return switch (origin) {
            case ADVICE -> "The network decided this in stand-in, and advised us afterwards.";
            case INCREMENT -> "This grew out of an increment whose authorization came later.";
            case REFUND_REQUEST -> "A refund was accepted; no limits apply to it.";
            case REFUND -> "The merchant gave money back; nothing was asked of us.";
            case FORCE_POST -> "The merchant presented this without an authorization.";
            case REQUEST, SINGLE_MESSAGE -> "This was approved.";
        };
    }

    /** One run through the checks, again. */
    private record CheckRun(Transaction transaction, @Nullable CardRules rules) {

        private DecisionRecord verdict() {
            return transaction.decision();
        }

        String sentence() {
            String amount = money(transaction.amounts().requested());
            DeclineCode declined = verdict().declinedFor();
            if (declined != null) {
                return amount + " was declined: " + because(declined);
            }
            if (verdict().approvedMinor() < transaction.amounts().requested()) {
                return "%s of %s was approved: more did not fit."
                        .formatted(money(verdict().approvedMinor()), amount);
            }
            return amount + " was approved: every check passed.";
        }

        private String because(DeclineCode code) {
            SpendingLimits limits = limits();
            return switch (code) {
                case DAILY_LIMIT_EXCEEDED ->
                        over(limits.daily(), verdict().dayUsedMinor(), "the daily limit");
                case MONTHLY_LIMIT_EXCEEDED ->
                        over(limits.monthly(), verdict().monthUsedMinor(), "the monthly limit");
                case SINGLE_LIMIT_EXCEEDED ->
                        over(limits.singleTransaction(), 0, "the limit of one transaction");
                case CARD_FROZEN -> "the card was frozen.";
                case CARD_PENDING -> "the card was not active yet.";
                case CARD_EXPIRED -> "the card had expired.";
                case CUSTOMER_INACTIVE -> "its customer was inactive.";
                case PROGRAM_INACTIVE -> "its program was inactive.";
                case TOKEN_UNKNOWN -> "the card has no such token in a wallet.";
                case TOKEN_REMOVED -> "its token in the wallet was removed.";
                case TOKEN_SUSPENDED -> "its token in the wallet was suspended.";
                case TOKEN_PENDING -> "the wallet had not confirmed its token.";
                case MCC_NOT_ALLOWED ->
                        "merchants of category %s are not allowed."
                                .formatted(transaction.claim().merchant().mcc());
                case COUNTRY_NOT_ALLOWED ->
                        "merchants in %s are not allowed."
                                .formatted(transaction.claim().merchant().country());
                case ONLINE_NOT_ALLOWED -> "online purchases are not allowed.";
                case CONTACTLESS_NOT_ALLOWED -> "contactless payments are not allowed.";
                case CASH_NOT_ALLOWED -> "cash is not allowed.";
                case PIN_MISMATCH -> "the PIN was wrong.";
                case PIN_TRIES_EXCEEDED -> "the PIN is blocked after three wrong ones.";
                case PIN_MISSING -> "no PIN was given.";
                case TAP_NEEDS_PIN ->
                        "the card was tapped as often, or for as much, as it may be without its PIN.";
                case SCA_REQUIRED -> "strong customer authentication was due.";
                default -> words(code.wire()) + ".";
            };
        }

        private String over(@Nullable Long limit, long used, String name) {
            if (limit == null) {
                return name + " was exceeded.";
            }
            BigInteger over =
                    BigInteger.valueOf(used)
                            .add(BigInteger.valueOf(transaction.amounts().requested()))
                            .subtract(BigInteger.valueOf(limit));
            return "%s over %s.".formatted(money(over), name);
        }

        List<Check> checks() {
            return ROWS.stream()
                    .filter(row -> row.always() || transaction.type() != TransactionType.REFUND)
                    .map(this::check)
                    .toList();
        }

        private Check check(Row row) {
            DeclineCode failed =
                    Arrays.stream(DeclineCode.values())
                            .filter(code -> code.check() == row.check())
                            .filter(this::failed)
                            .findFirst()
                            .orElse(null);
            DeclineCode declined = verdict().declinedFor();
            boolean decisive = declined != null && declined.check() == row.check();
            String observed = row.observed().apply(this);
            if (failed != null) {
                String shown = row.figures() ? observed : words(failed.wire());
                return new Check(row.name(), Outcome.FAILED, shown, decisive);
            }
            return new Check(
                    row.name(),
                    observed.startsWith(NO_LIMIT) ? Outcome.SKIPPED : Outcome.PASSED,
                    observed,
                    decisive);
        }

        private boolean failed(DeclineCode code) {
            return verdict().failed().contains(code) || verdict().declinedFor() == code;
        }

        private String request() {
            return money(transaction.amounts().requested()) + ", in the card's currency";
        }

        private AuthorizationControls controls() {
            return rules == null ? AuthorizationControls.DEFAULT : rules.controls();
        }

        private String channel() {
            AuthorizationControls controls = controls();
            return "%s; online %s, contactless %s, cash %s"
                    .formatted(
                            words(transaction.claim().channel().wire()),
                            allowed(controls.allowOnline()),
                            allowed(controls.allowContactless()),
                            allowed(controls.allowCashWithdrawal()));
        }

        private static String allowed(boolean allowed) {
            return allowed ? "allowed" : "not allowed";
        }

        private String country() {
            return among(
                    transaction.claim().merchant().country(),
                    controls().allowedCountries(),
                    controls().blockedCountries());
        }

        private String category() {
            return among(
                    transaction.claim().merchant().mcc(),
                    controls().allowedMccs(),
                    controls().blockedMccs());
        }

        private static String among(
                @Nullable String value, List<String> allowed, List<String> blocked) {
            String observed = value == null ? "unknown" : value;
            if (!allowed.isEmpty()) {
                return observed + "; allowed: " + String.join(", ", allowed);
            }
            return blocked.isEmpty()
                    ? observed + "; no list is set"
                    : observed + "; blocked: " + String.join(", ", blocked);
        }

        private SpendingLimits limits() {
            return rules == null ? SpendingLimits.NONE : rules.limits();
        }

        private String limit(@Nullable Long limit, long used, DeclineCode code) {
            if (limit == null) {
                if (failed(code)) {
                    return "exceeded";
                }
                return used == 0 ? NO_LIMIT : NO_LIMIT + "; used before: " + money(used);
            }
            long asked = transaction.amounts().requested();
            BigInteger left = BigInteger.valueOf(limit).subtract(BigInteger.valueOf(used));
            BigInteger over = BigInteger.valueOf(asked).subtract(left);
            String observed =
                    used == 0
                            ? "asked %s, limit %s".formatted(money(asked), money(limit))
                            : "used %s before, asked %s, limit %s"
                                    .formatted(money(used), money(asked), money(limit));
            return over.signum() > 0
                    ? "%s; %s over".formatted(observed, money(over))
                    : "%s; %s left".formatted(observed, money(over.negate()));
        }

        private static String words(String wire) {
            return SHOW.words(wire).toLowerCase(Locale.ROOT);
        }

        private String money(Number minor) {
            String currency = transaction.currency().getCurrencyCode();
            return SHOW.amount(minor, currency) + " " + currency;
        }
    }
}
