package dev.countersign.facade.console.breaks;

import dev.countersign.reconcile.domain.breaks.BreakType;

/** The meaning of each break type, and what an operator usually does about it, in plain words. */
final class BreakExplanation {

    private BreakExplanation() {}

    static String of(BreakType type) {
        return switch (type) {
            case DEDUPE_CONFLICT ->
                    "A message arrived again under the same identity with different content. The"
                            + " first one stands, the second was not applied: ask the network"
                            + " which is right.";
            case LEDGER_MISMATCH ->
                    "The book contradicts itself: a proof of the night failed, and its date stays"
                            + " open. This must never happen: find the missing or surplus journal"
                            + " before anything else.";
            case RECORD_NOT_POSTED ->
                    "A night could not process a record and booked nothing of it; the reason is"
                            + " beside it. All other records are booked. Each night tries it"
                            + " again, and the break closes when it is posted.";
            case TOTALS_MISMATCH ->
                    "The network's total of a cycle differs from the sum of its records. Usually"
                            + " a record is late, and the break closes when it arrives. Otherwise"
                            + " ask the network, and write the break off until it is corrected.";
            case MISSING_FILE ->
                    "A clearing file is incomplete: its trailer is missing or disagrees. Its"
                            + " records wait. Ask the source to send it again; once written off,"
                            + " it is posted as it came.";
            case SEQUENCE_GAP ->
                    "A number is missing between two clearing files or two bank statements, or a"
                            + " page of a statement. Ask the source for it, or whether the number"
                            + " was never used.";
            case BANK_MISMATCH ->
                    "The bank moved a different amount than the networks say is due. Compare the"
                            + " statement with the network's advice. Mark an entry as a bank fee,"
                            + " or assign it to a funding account. An explained difference can be"
                            + " written off.";
            case USAGE_DRIFT ->
                    "The usage counted towards a card's limits on a day differs from its"
                            + " messages. Too much may have been declined, or allowed: compare"
                            + " the day's messages.";
            case DISPUTE_MISMATCH ->
                    "A network settled a chargeback, a representment or an arbitration that does"
                            + " not agree with our dispute: another amount, or a case that is"
                            + " none of our disputes. An amount without a dispute waits in"
                            + " suspense: ask the network, or write it off. Any other break"
                            + " closes automatically when a later cycle settles the difference.";
            case FUNDS_NEGATIVE ->
                    "Clearings, or a payment by the bank, took a funding account below zero. The"
                            + " cleared amount was not authorized, or was above its"
                            + " authorization. All of it is posted. Holds that the network"
                            + " approved in stand-in are listed apart, and count once they clear."
                            + " Ask the account's owner for the money; the break closes when it"
                            + " is there.";
            case FX_RATE_MISSING ->
                    "A month ended with an amount in a currency on accounts 1900 and 1901 that"
                            + " was not valued, because no rate of its last seven days is known."
                            + " Import the rates with 'fx import'. For a currency that the"
                            + " European Central Bank does not publish, write a CSV (a line"
                            + " Date,AED, then 2026-11-30,4.2513). The next night values the"
                            + " amount, and the break closes.";
            case UNKNOWN_CARD ->
                    "A clearing record came for a card that is not ours. Its amount waits in"
                            + " suspense. Identify its card, and the next night posts it.";
            case CURRENCY_MISMATCH ->
                    "A message came in a currency other than the card's. An advice or a reversal"
                            + " was kept and not applied. A clearing or a chargeback waits in"
                            + " suspense. Cash was charged and is in no settlement cycle. If the"
                            + " program may settle in that currency, allow it with 'programs"
                            + " update --settles-in'. The next night then posts the clearing, or"
                            + " the chargeback whose message states the amount of the case in the"
                            + " dispute's currency, and closes the break. Otherwise ask the"
                            + " network for the amount in the card's currency.";
            case AMBIGUOUS_MATCH ->
                    "Several authorizations fit a clearing equally well, so it was posted to a"
                            + " separate transaction; or a record could no longer be taken from"
                            + " its transaction. Match it to the right one.";
            case REVERSAL_UNMATCHED ->
                    "The merchant reversed a clearing that we never posted. It waits in suspense"
                            + " until that clearing comes; then the break closes.";
            case AMOUNT_OVER ->
                    "More cleared than was approved plus the amount that this kind of merchant"
                            + " may add. It was charged in full. The merchant refunds the excess,"
                            + " or it is disputed as an incorrect amount.";
            case DUPLICATE_CLEARING ->
                    "The same purchase cleared a second time under another number. Both were"
                            + " charged. The merchant reverses one, or it is disputed as a"
                            + " duplicate.";
            case CLEARED_AFTER_DECLINE ->
                    "The merchant presented a purchase that had been declined. It was charged"
                            + " nevertheless, since the network settles it. The merchant refunds"
                            + " it, or it is disputed.";
            case CLEARED_AFTER_REVERSAL ->
                    "The merchant presented a purchase that it had reversed before. The merchant"
                            + " refunds it, or it is disputed.";
            case LATE_PRESENTMENT ->
                    "The merchant presented the purchase too late. It was charged. A dispute"
                            + " depends on the cardholder's statement.";
            case CLEARING_WITHOUT_AUTH ->
                    "No authorization fits a clearing. It was charged as a separate transaction."
                            + " Match it if you know the purchase; otherwise the merchant refunds"
                            + " it, or it is disputed.";
            case REFUND_EXCEEDS ->
                    "Refunds, reversals and won chargebacks gave back more of a purchase than had"
                            + " cleared. The cardholder has all of it; the merchant may reverse"
                            + " the refund.";
            case REVERSAL_EXCEEDS ->
                    "More was reversed than was held or had cleared; it stopped at zero. The"
                            + " excess of a clearing reversal waits in suspense: ask the network"
                            + " which clearing it belongs to, or write it off.";
            case REVERSAL_AFTER_CLEARING ->
                    "An authorization was reversed after it had cleared. Nothing moved: only a"
                            + " clearing reversal or a refund gives money back. Check whether one"
                            + " came.";
            case FX_VARIANCE ->
                    "The billed amount moved more between authorization and clearing than"
                            + " exchange rates do. The merchant's amount is right. The break"
                            + " closes automatically after thirty days.";
            case INTERCHANGE_VARIANCE ->
                    "The network and we agree about the records of a cycle, but not about their"
                            + " interchange. Compare the rates. The break closes automatically"
                            + " when the difference disappears, or after thirty days.";
            case RATE_VARIANCE ->
                    "The interchange that the network reported for a program differs from the"
                            + " imported rates. The report interchange-variance names each"
                            + " record: ask the network, or import the right rates. The break"
                            + " closes automatically after thirty days.";
            case STIP_OVERRIDE ->
                    "The network decided for us while we did not answer in time, and not as we"
                            + " did or would have. Its decision stands. No action is needed"
                            + " unless there are many. The break closes automatically after"
                            + " thirty days.";
            case CLOCK_SKEW ->
                    "The time stated in a message was too far from its arrival. The time of"
                            + " arrival was used. Many from one source mean that its clock is"
                            + " wrong.";
            case LOW_CONFIDENCE ->
                    "A clearing was matched by amount, merchant and date alone. The match is"
                            + " usually right; match it elsewhere if it is not. The break closes"
                            + " automatically after thirty days.";
            case REFUND_UNLINKED ->
                    "A refund names no purchase that we know. The cardholder has the money; no"
                            + " action is needed. The break closes automatically when the"
                            + " purchase becomes known, or after thirty days.";
        };
    }
}
