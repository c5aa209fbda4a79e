package dev.countersign.reconcile.domain.authorization;

import dev.countersign.reconcile.domain.authorization.AuthorizationQuestion.Purpose;
import dev.countersign.reconcile.domain.card.AuthorizationControls;
import dev.countersign.reconcile.domain.card.CardFacts;
import dev.countersign.reconcile.domain.card.CardSecurity;
import dev.countersign.reconcile.domain.card.SpendingLimits;
import dev.countersign.reconcile.domain.card.Termination;
import dev.countersign.reconcile.domain.feed.CardActivity;
import dev.countersign.reconcile.domain.feed.Channel;
import dev.countersign.reconcile.domain.feed.Merchant;
import dev.countersign.reconcile.domain.feed.evidence.CryptogramEvidence;
import dev.countersign.reconcile.domain.feed.evidence.CvcEvidence;
import dev.countersign.reconcile.domain.feed.evidence.PinEvidence;
import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.domain.pin.PinState;
import dev.countersign.reconcile.domain.wallet.WalletTokenStatus;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides requests. The checks are those of {@link DeclineCode}, in its order: the first that fails
 * is the answer, the others run all the same, for those who must explain it. What a check changes
 * (a PIN try, an exemption) it changes only when no check before it failed: a frozen card burns no
 * tries.
 */
public record Authorizer(DecisionPolicy policy) {

    private static final String APPROVED = "00";
    private static final String APPROVED_IN_PART = "10";
    private static final String NO_REASON_TO_DECLINE = "85";
    private static final DeclineCode[] CODES = DeclineCode.values();

    /** Decides one request against the position that its card has when the request is reached. */
    public AuthorizationDecision decide(AuthorizationQuestion question, CardPosition position) {
        Checks checks = new Checks(question, position);
        checks.card();
        Purpose purpose = question.purpose();
        if (purpose != Purpose.REFUND) {
            checks.pin();
        }
        if (purpose.spends()) {
            checks.controls();
            checks.strongAuthentication();
            checks.limits();
            checks.funds();
            checks.risk();
        }
        return checks.decision();
    }

    /**
     * Tells whether the rules would have approved what the network approved for us. The checks are
     * the same, and they change nothing.
     */
    public boolean wouldApprove(AuthorizationQuestion question, CardPosition position) {
        return decide(question, position).approved();
    }

    /** One run through the checks. A failed one is a bit, at the place of its code. */
    private final class Checks {

        private final AuthorizationQuestion question;
        private final CardActivity activity;
        private final CardPosition position;
        private final CardFacts facts;
        private final Instant at;
        private final long amount;
        private CardSecurity security;
        private boolean lowValueUsed;
        private boolean tapped;
        private long failed;

        Checks(AuthorizationQuestion question, CardPosition position) {
            this.question = question;
            this.activity = question.activity();
            this.position = position;
            this.facts = position.facts();
            this.at = question.header().at();
            this.amount = activity.amount().minor();
            this.security = position.security();
        }

        void card() {
            fail(question.header().stale(), DeclineCode.ISSUER_UNAVAILABLE);
            fail(question.reversedBefore(), DeclineCode.REVERSED_BEFORE_AUTH);
            fail(amount != 0 && !movesMoney(), DeclineCode.INVALID_AMOUNT);
            fail(activity.cashbackMinor() > amount, DeclineCode.INVALID_AMOUNT);
            fail(
                    question.purpose() == Purpose.UNKNOWN
                            || question.nothingToAddTo()
                            || !activity.amount().currency().equals(facts.currency()),
                    DeclineCode.INVALID_TRANSACTION);
            switch (facts.status()) {
                case ACTIVE -> {}
                case PENDING -> fail(DeclineCode.CARD_PENDING);
                case FROZEN -> fail(DeclineCode.CARD_FROZEN);
                case TERMINATED -> fail(terminated(facts.termination()));
            }
            fail(!facts.customerActive(), DeclineCode.CUSTOMER_INACTIVE);
            fail(!facts.programActive(), DeclineCode.PROGRAM_INACTIVE);
            fail(
                    YearMonth.from(LocalDate.ofInstant(at, ZoneOffset.UTC)).isAfter(facts.expiry()),
                    DeclineCode.CARD_EXPIRED);
            fail(
                    activity.expiry() != null && !activity.expiry().equals(facts.expiry()),
                    DeclineCode.EXPIRY_MISMATCH);
            walletToken();
            fail(activity.evidence().cvc() == CvcEvidence.NO_MATCH, DeclineCode.CVC_MISMATCH);
            fail(
                    activity.evidence().cryptogram() == CryptogramEvidence.INVALID,
                    DeclineCode.CRYPTOGRAM_INVALID);
        }

        /**
         * Declines what names a token that does not spend; money may still come back through it.
         */
        private void walletToken() {
            String token = activity.token();
            if (token == null || question.purpose() == Purpose.REFUND) {
                return;
            }
            WalletTokenStatus status = facts.tokens().statusOf(token);
            if (status == null) {
                fail(DeclineCode.TOKEN_UNKNOWN);
                return;
            }
            switch (status) {
                case ACTIVE -> {}
                case PENDING -> fail(DeclineCode.TOKEN_PENDING);
                case SUSPENDED -> fail(DeclineCode.TOKEN_SUSPENDED);
                case REMOVED -> fail(DeclineCode.TOKEN_REMOVED);
            }
        }

        private boolean movesMoney() {
            return question.purpose().spends() || question.purpose() == Purpose.REFUND;
        }

        private DeclineCode terminated(@Nullable Termination why) {
            if (why == Termination.LOST) {
                return DeclineCode.CARD_LOST;
            }
            return why == Termination.STOLEN
                    ? DeclineCode.CARD_STOLEN
                    : DeclineCode.CARD_TERMINATED;
        }

        /** Only a PIN that was really wrong costs a try; the third in a row blocks. */
        void pin() {
            PinEvidence evidence = activity.evidence().pin();
            if (evidence == PinEvidence.ABSENT && activity.claim().channel() != Channel.ATM) {
                return;
            }
            boolean reached = failed == 0;
            PinState pin = security.pin();
            if (pin.blocked() || evidence == PinEvidence.BLOCKED) {
                fail(DeclineCode.PIN_TRIES_EXCEEDED);
            } else if (evidence == PinEvidence.MISMATCH) {
                PinState after = pin.afterMismatch();
                fail(after.blocked() ? DeclineCode.PIN_TRIES_EXCEEDED : DeclineCode.PIN_MISMATCH);
                security = reached ? security.withPin(after) : security;
            } else if (evidence == PinEvidence.MATCH) {
                security = reached ? security.withPin(pin.afterMatch()).afterPinOnCard() : security;
            } else {
                fail(
                        evidence == PinEvidence.ERROR
                                ? DeclineCode.SYSTEM_ERROR
                                : DeclineCode.PIN_MISSING);
            }
        }

        void controls() {
            AuthorizationControls controls = facts.rules().controls();
            boolean cash =
                    question.purpose() == Purpose.CASH_WITHDRAWAL || activity.cashbackMinor() > 0;
            Merchant merchant = activity.claim().merchant();
            fail(cash && !controls.allowCashWithdrawal(), DeclineCode.CASH_NOT_ALLOWED);
            fail(
                    activity.claim().channel() == Channel.ONLINE && !controls.allowOnline(),
                    DeclineCode.ONLINE_NOT_ALLOWED);
            fail(
                    activity.claim().channel() == Channel.CONTACTLESS
                            && !controls.allowContactless(),
                    DeclineCode.CONTACTLESS_NOT_ALLOWED);
            fail(
                    !allowed(
                            merchant.country(),
                            controls.allowedCountries(),
                            controls.blockedCountries()),
                    DeclineCode.COUNTRY_NOT_ALLOWED);
            fail(
                    !allowed(merchant.mcc(), controls.allowedMccs(), controls.blockedMccs()),
                    DeclineCode.MCC_NOT_ALLOWED);
        }

        /**
         * Tells whether a value is allowed. Where only some values are allowed, an unknown one is
         * not.
         */
        private boolean allowed(
                @Nullable String value, List<String> allowed, List<String> blocked) {
            if (value == null) {
                return allowed.isEmpty();
            }
            return (allowed.isEmpty() || allowed.contains(value)) && !blocked.contains(value);
        }

        void strongAuthentication() {
            if (facts.scaEnforced() && activity.claim().channel() == Channel.CONTACTLESS) {
                tap();
                return;
            }
            if (!facts.scaEnforced()
                    || activity.claim().channel() != Channel.ONLINE
                    || activity.flags().cardholderAbsentByNature()) {
                return;
            }
            boolean reached = failed == 0;
            switch (ScaPolicy.assess(
                    facts.rules().threeDs(), activity.evidence(), activity.amount(), security)) {
                case AUTHENTICATED ->
                        security = reached ? security.afterAuthentication() : security;
                case ACCEPTED -> {}
                case LOW_VALUE_USED -> lowValueUsed = true;
                case REQUIRED -> fail(DeclineCode.SCA_REQUIRED);
                case NOT_POSSIBLE -> fail(DeclineCode.SCA_NOT_POSSIBLE);
                case REFUSED -> fail(DeclineCode.AUTHENTICATION_FAILED);
            }
        }

        /** Counts taps since the last PIN; a wallet's device has authenticated its owner itself. */
        private void tap() {
            if (activity.evidence().pin() == PinEvidence.MATCH
                    || activity.token() != null
                    || !ScaPolicy.countsTaps(activity.claim().merchant().mcc())) {
                return;
            }
            tapped = ScaPolicy.mayTap(activity.amount(), security);
            fail(!tapped, DeclineCode.TAP_NEEDS_PIN);
        }

        void limits() {
            SpendingLimits limits = facts.rules().limits();
            fail(
                    room(limits.singleTransaction(), question.alreadyApprovedMinor()) < amount,
                    DeclineCode.SINGLE_LIMIT_EXCEEDED);
            fail(room(limits.daily(), dayUsed()) < amount, DeclineCode.DAILY_LIMIT_EXCEEDED);
            fail(room(limits.monthly(), monthUsed()) < amount, DeclineCode.MONTHLY_LIMIT_EXCEEDED);
        }

        /**
         * Returns the amount that a limit leaves. It is below zero when the limit is already
         * passed, so that not even 0 fits.
         */
        private long room(@Nullable Long limit, long used) {
            return limit == null ? Long.MAX_VALUE : limit - used;
        }

        void funds() {
            fail(
                    position.fundsMinor() != null && position.fundsMinor() < amount,
                    DeclineCode.FUNDS_INSUFFICIENT);
        }

        void risk() {
            String merchant = activity.claim().merchant().id();
            fail(
                    merchant != null && policy.suspectMerchants().contains(merchant),
                    DeclineCode.RISK_RULE);
        }

        AuthorizationDecision decision() {
            if (failed == 0) {
                String code =
                        question.purpose() == Purpose.ACCOUNT_VERIFICATION
                                ? NO_REASON_TO_DECLINE
                                : APPROVED;
                return approved(amount, code);
            }
            long part = part();
            if (part > 0) {
                return approved(part, APPROVED_IN_PART);
            }
            List<DeclineCode> all = failedInOrder();
            DeclineCode first = all.getFirst();
            return new AuthorizationDecision(
                    0,
                    first.responseCode(question.header().network()),
                    first,
                    all,
                    dayUsed(),
                    monthUsed(),
                    security);
        }

        private AuthorizationDecision approved(long minor, String responseCode) {
            CardSecurity after = lowValueUsed ? security.afterExemption(minor) : security;
            after = tapped && amount > 0 ? after.afterTap(minor) : after;
            return new AuthorizationDecision(
                    minor, responseCode, null, List.of(), dayUsed(), monthUsed(), after);
        }

        /**
         * Returns the part that can be approved instead of the whole, 0 when nothing can. It
         * applies to purchases only, and is one unit at least.
         */
        private long part() {
            if (question.purpose() != Purpose.PURCHASE
                    || question.increment()
                    || activity.cashbackMinor() > 0
                    || !activity.flags().partialApprovalSupported()
                    || (activity.claim().channel() == Channel.ONLINE && !policy.partialOnline())) {
                return 0;
            }
            long curable = bit(DeclineCode.FUNDS_INSUFFICIENT);
            if (policy.partialOnLimits()) {
                curable |=
                        bit(DeclineCode.SINGLE_LIMIT_EXCEEDED)
                                | bit(DeclineCode.DAILY_LIMIT_EXCEEDED)
                                | bit(DeclineCode.MONTHLY_LIMIT_EXCEEDED);
            }
            if ((failed & ~curable) != 0) {
                return 0;
            }
            SpendingLimits limits = facts.rules().limits();
            long available = position.fundsMinor() == null ? Long.MAX_VALUE : position.fundsMinor();
            available = Math.min(available, room(limits.singleTransaction(), 0));
            available = Math.min(available, room(limits.daily(), dayUsed()));
            available = Math.min(available, room(limits.monthly(), monthUsed()));
            available = Math.min(available, amount);
            return available < Currencies.majorUnit(facts.currency()) ? 0 : available;
        }

        private List<DeclineCode> failedInOrder() {
            List<DeclineCode> codes = new ArrayList<>(Long.bitCount(failed));
            for (long rest = failed; rest != 0; rest &= rest - 1) {
                codes.add(CODES[Long.numberOfTrailingZeros(rest)]);
            }
            return List.copyOf(codes);
        }

        private long dayUsed() {
            return question.purpose().spends() ? position.usage().onDayOf(at) : 0;
        }

        private long monthUsed() {
            return question.purpose().spends() ? position.usage().inMonthOf(at) : 0;
        }

        private void fail(boolean when, DeclineCode code) {
            if (when) {
                fail(code);
            }
        }

        private void fail(DeclineCode code) {
            failed |= bit(code);
        }

        @SuppressWarnings("EnumOrdinal") // the order of the codes is the order of the checks
        private static long bit(DeclineCode code) {
            return 1L << code.ordinal();
        }
    }
}
