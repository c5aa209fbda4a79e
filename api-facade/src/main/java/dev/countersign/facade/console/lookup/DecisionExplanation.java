package dev.countersign.facade.console.lookup;

import static dev.countersign.reconcile.domain.authorization.DeclineCode.AUTHENTICATION_FAILED;
import static dev.countersign.reconcile.domain.authorization.DeclineCode.CARD_EXPIRED;
import static dev.countersign.reconcile.domain.authorization.DeclineCode.CARD_FROZEN;
import static dev.countersign.reconcile.domain.authorization.DeclineCode.CARD_LOST;
import static dev.countersign.reconcile.domain.authorization.DeclineCode.CARD_NOT_FOUND;
import static dev.countersign.reconcile.domain.authorization.DeclineCode.CARD_PENDING;
import static dev.countersign.reconcile.domain.authorization.DeclineCode.CARD_STOLEN;
import static dev.countersign.reconcile.domain.authorization.DeclineCode.CARD_TERMINATED;
import static dev.countersign.reconcile.domain.authorization.DeclineCode.CASH_NOT_ALLOWED;
import static dev.countersign.reconcile.domain.authorization.DeclineCode.CONTACTLESS_NOT_ALLOWED;
import static dev.countersign.reconcile.domain.authorization.DeclineCode.COUNTRY_NOT_ALLOWED;
import static dev.countersign.reconcile.domain.authorization.DeclineCode.CRYPTOGRAM_INVALID;
import static dev.countersign.reconcile.domain.authorization.DeclineCode.CUSTOMER_INACTIVE;
import static dev.countersign.reconcile.domain.authorization.DeclineCode.CVC_MISMATCH;
import static dev.countersign.reconcile.domain.authorization.DeclineCode.DAILY_LIMIT_EXCEEDED;
import static dev.countersign.reconcile.domain.authorization.DeclineCode.EXPIRY_MISMATCH;
import static dev.countersign.reconcile.domain.authorization.DeclineCode.FUNDS_INSUFFICIENT;
import static dev.countersign.reconcile.domain.authorization.DeclineCode.INVALID_AMOUNT;
import static dev.countersign.reconcile.domain.authorization.DeclineCode.INVALID_TRANSACTION;
import static dev.countersign.reconcile.domain.authorization.DeclineCode.ISSUER_UNAVAILABLE;
import static dev.countersign.reconcile.domain.authorization.DeclineCode.MCC_NOT_ALLOWED;
import static dev.countersign.reconcile.domain.authorization.DeclineCode.MONTHLY_LIMIT_EXCEEDED;
import static dev.countersign.reconcile.domain.authorization.DeclineCode.ONLINE_NOT_ALLOWED;
import static dev.countersign.reconcile.domain.authorization.DeclineCode.PIN_MISMATCH;
import static dev.countersign.reconcile.domain.authorization.DeclineCode.PIN_MISSING;
import static dev.countersign.reconcile.domain.authorization.DeclineCode.PIN_TRIES_EXCEEDED;
import static dev.countersign.reconcile.domain.authorization.DeclineCode.PROGRAM_INACTIVE;
import static dev.countersign.reconcile.domain.authorization.DeclineCode.REVERSED_BEFORE_AUTH;
import static dev.countersign.reconcile.domain.authorization.DeclineCode.RISK_RULE;
import static dev.countersign.reconcile.domain.authorization.DeclineCode.SCA_NOT_POSSIBLE;
import static dev.countersign.reconcile.domain.authorization.DeclineCode.SCA_REQUIRED;
import static dev.countersign.reconcile.domain.authorization.DeclineCode.SINGLE_LIMIT_EXCEEDED;
import static dev.countersign.reconcile.domain.authorization.DeclineCode.SYSTEM_ERROR;

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
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
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
     * @param saw what it looked at
     * @param decisive true for the one that gave the answer
     */
    public record Check(String name, Outcome outcome, String saw, boolean decisive) {}

    private static final Formatter SHOW = new Formatter();

    /** Explains a decision. */
    static DecisionExplanation of(Transaction transaction, @Nullable CardRules rules) {
        Set<Origin> decided = EnumSet.of(Origin.REQUEST, Origin.SINGLE_MESSAGE);
        if (!decided.contains(transaction.origin()) && transaction.verdict().failed().isEmpty()) {
            return new DecisionExplanation(notOurs(transaction.origin()), List.of());
        }
        Telling telling = new Telling(transaction, rules);
        return new DecisionExplanation(telling.sentence(), telling.checks());
    }

    private static String notOurs(Origin origin) {
        return switch (origin) {
            case ADVICE -> "The network decided this for us, and told us afterwards.";
            case INCREMENT -> "This grew out of an increment whose authorization came later.";
            case REFUND_REQUEST -> "A refund was accepted; no limits apply to it.";
            case REFUND -> "The merchant gave money back; nothing was asked of us.";
            case FORCE_POST -> "The merchant presented this without an authorization.";
            case REQUEST, SINGLE_MESSAGE -> "This was approved.";
        };
    }

    /** One run through the checks, again. */
    private static final class Telling {

        private final Transaction transaction;
        private final DecisionRecord verdict;
        private final @Nullable CardRules rules;
        private final String currency;
        private final List<Check> checks = new ArrayList<>();

        Telling(Transaction transaction, @Nullable CardRules rules) {
            this.transaction = transaction;
            this.verdict = transaction.verdict();
            this.rules = rules;
            this.currency = transaction.currency().getCurrencyCode();
        }

        String sentence() {
            String amount = money(transaction.amounts().requested());
            DeclineCode declined = verdict.declinedFor();
            if (declined != null) {
                return amount + " was declined: " + because(declined);
            }
            if (verdict.approvedMinor() < transaction.amounts().requested()) {
                return "%s of %s was approved: more did not fit."
                        .formatted(money(verdict.approvedMinor()), amount);
            }
            return amount + " was approved: every check passed.";
        }

        private String because(DeclineCode code) {
            SpendingLimits limits = rules == null ? SpendingLimits.NONE : rules.limits();
            return switch (code) {
                case DAILY_LIMIT_EXCEEDED ->
                        over(limits.daily(), verdict.dayUsedMinor(), "the daily limit");
                case MONTHLY_LIMIT_EXCEEDED ->
                        over(limits.monthly(), verdict.monthUsedMinor(), "the monthly limit");
                case SINGLE_LIMIT_EXCEEDED ->
                        over(limits.singleTransaction(), 0, "the limit of one transaction");
                case CARD_FROZEN -> "the card was frozen.";
                case CARD_PENDING -> "the card was not active yet.";
                case CARD_EXPIRED -> "the card had expired.";
                case CUSTOMER_INACTIVE -> "its customer was inactive.";
                case PROGRAM_INACTIVE -> "its program was inactive.";
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
                case SCA_REQUIRED -> "strong customer authentication was due.";
                default -> SHOW.words(code.wire()).toLowerCase(Locale.ROOT) + ".";
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
            boolean spends = transaction.type() != TransactionType.REFUND;
            check(
                    "Request",
                    request(),
                    ISSUER_UNAVAILABLE,
                    REVERSED_BEFORE_AUTH,
                    INVALID_AMOUNT,
                    INVALID_TRANSACTION,
                    CARD_NOT_FOUND);
            check(
                    "Card",
                    firstFailed(
                            "usable",
                            CARD_TERMINATED,
                            CARD_LOST,
                            CARD_STOLEN,
                            CARD_PENDING,
                            CARD_FROZEN),
                    CARD_TERMINATED,
                    CARD_LOST,
                    CARD_STOLEN,
                    CARD_PENDING,
                    CARD_FROZEN);
            check(
                    "Customer and program",
                    firstFailed("both active", CUSTOMER_INACTIVE, PROGRAM_INACTIVE),
                    CUSTOMER_INACTIVE,
                    PROGRAM_INACTIVE);
            check(
                    "Expiry",
                    firstFailed("not expired", CARD_EXPIRED, EXPIRY_MISMATCH),
                    CARD_EXPIRED,
                    EXPIRY_MISMATCH);
            check(
                    "Card data",
                    firstFailed(
                            "nothing wrong with CVC and cryptogram",
                            CVC_MISMATCH,
                            CRYPTOGRAM_INVALID),
                    CVC_MISMATCH,
                    CRYPTOGRAM_INVALID);
            check(
                    "PIN",
                    firstFailed(
                            "right, or not needed",
                            PIN_MISSING,
                            PIN_MISMATCH,
                            PIN_TRIES_EXCEEDED,
                            SYSTEM_ERROR),
                    PIN_MISSING,
                    PIN_MISMATCH,
                    PIN_TRIES_EXCEEDED,
                    SYSTEM_ERROR);
            if (!spends) {
                return checks;
            }
            controls();
            check(
                    "Strong authentication",
                    firstFailed(
                            "given, or not due",
                            AUTHENTICATION_FAILED,
                            SCA_REQUIRED,
                            SCA_NOT_POSSIBLE),
                    AUTHENTICATION_FAILED,
                    SCA_REQUIRED,
                    SCA_NOT_POSSIBLE);
            limits();
            check(
                    "Funds",
                    firstFailed("no balance is kept, or enough of it", FUNDS_INSUFFICIENT),
                    FUNDS_INSUFFICIENT);
            check("Risk", firstFailed("merchant not suspected", RISK_RULE), RISK_RULE);
            return checks;
        }

        private String request() {
            return firstFailed(
                    money(transaction.amounts().requested()) + ", in the card's currency",
                    ISSUER_UNAVAILABLE,
                    REVERSED_BEFORE_AUTH,
                    INVALID_AMOUNT,
                    INVALID_TRANSACTION,
                    CARD_NOT_FOUND);
        }

        private void controls() {
            AuthorizationControls controls =
                    rules == null ? AuthorizationControls.DEFAULT : rules.controls();
            check(
                    "Channel",
                    "%s; %s%s%s"
                            .formatted(
                                    SHOW.words(transaction.claim().channel().wire())
                                            .toLowerCase(Locale.ROOT),
                                    controls.allowOnline()
                                            ? "online allowed"
                                            : "online not allowed",
                                    controls.allowContactless()
                                            ? ", contactless allowed"
                                            : ", contactless not allowed",
                                    controls.allowCashWithdrawal()
                                            ? ", cash allowed"
                                            : ", cash not allowed"),
                    CASH_NOT_ALLOWED,
                    ONLINE_NOT_ALLOWED,
                    CONTACTLESS_NOT_ALLOWED);
            check(
                    "Country",
                    among(
                            transaction.claim().merchant().country(),
                            controls.allowedCountries(),
                            controls.blockedCountries()),
                    COUNTRY_NOT_ALLOWED);
            check(
                    "Merchant category",
                    among(
                            transaction.claim().merchant().mcc(),
                            controls.allowedMccs(),
                            controls.blockedMccs()),
                    MCC_NOT_ALLOWED);
        }

        private static String among(
                @Nullable String value, List<String> allowed, List<String> blocked) {
            String saw = value == null ? "unknown" : value;
            if (!allowed.isEmpty()) {
                return saw + "; allowed: " + String.join(", ", allowed);
            }
            return blocked.isEmpty()
                    ? saw + "; no list is set"
                    : saw + "; blocked: " + String.join(", ", blocked);
        }

        private void limits() {
            SpendingLimits limits = rules == null ? SpendingLimits.NONE : rules.limits();
            limit("Single", limits.singleTransaction(), 0, SINGLE_LIMIT_EXCEEDED);
            limit("Day", limits.daily(), verdict.dayUsedMinor(), DAILY_LIMIT_EXCEEDED);
            limit("Month", limits.monthly(), verdict.monthUsedMinor(), MONTHLY_LIMIT_EXCEEDED);
        }

        private void limit(String name, @Nullable Long limit, long used, DeclineCode code) {
            if (limit == null && !verdict.failed().contains(code)) {
                checks.add(
                        new Check(
                                name + " limit",
                                Outcome.SKIPPED,
                                used == 0
                                        ? "no limit is set"
                                        : "no limit is set; used before: " + money(used),
                                false));
                return;
            }
            if (limit == null) {
                check(name + " limit", "exceeded", code);
                return;
            }
            long asked = transaction.amounts().requested();
            BigInteger left = BigInteger.valueOf(limit).subtract(BigInteger.valueOf(used));
            BigInteger over = BigInteger.valueOf(asked).subtract(left);
            String saw =
                    used == 0
                            ? "asked %s, limit %s".formatted(money(asked), money(limit))
                            : "used %s before, asked %s, limit %s"
                                    .formatted(money(used), money(asked), money(limit));
            String rest =
                    over.signum() > 0
                            ? "; %s over".formatted(money(over))
                            : "; %s left".formatted(money(over.negate()));
            check(name + " limit", saw + rest, code);
        }

        private void check(String name, String saw, DeclineCode... codes) {
            boolean failed = false;
            boolean decisive = false;
            for (DeclineCode code : codes) {
                failed |= verdict.failed().contains(code) || verdict.declinedFor() == code;
                decisive |= verdict.declinedFor() == code;
            }
            checks.add(new Check(name, failed ? Outcome.FAILED : Outcome.PASSED, saw, decisive));
        }

        private String firstFailed(String otherwise, DeclineCode... codes) {
            for (DeclineCode code : codes) {
                if (verdict.failed().contains(code) || verdict.declinedFor() == code) {
                    return SHOW.words(code.wire()).toLowerCase(Locale.ROOT);
                }
            }
            return otherwise;
        }

        private String money(Number minor) {
            return SHOW.amount(minor, currency) + " " + currency;
        }
    }
}
