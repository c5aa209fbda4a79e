package dev.countersign.facade.console.breaks;

import dev.countersign.reconcile.domain.breaks.BreakType;

/** The meaning of each break type, and what an operator usually does about it, in plain words. */
final class BreakExplanation {

    private BreakExplanation() {}

    static String of(BreakType type) {
        return switch (type) {
            case DEDUPE_CONFLICT ->
                    "A message came again under the same identity with other content. The first one"
                            + " stands, the second was not applied: ask the network which is right.";
            case LEDGER_MISMATCH ->
                    "The book contradicts itself: a proof of the night does not hold, and its date stays"
                            + " open. This must never happen: find the missing or surplus journal before"
                            + " anything else.";
            case RECORD_NOT_POSTED ->
                    "A record could not be processed, so that nothing of it is booked: the reason is"
                            + " beside it. All else of its night was. Each night tries it again, and"
                            + " it closes by itself when it is posted.";
            case TOTALS_MISMATCH ->
                    "The network's total of a cycle is not what its records add up to. Usually a"
                            + " record came late and the difference goes by itself; else ask the"
                            + " network, and write it off until it is corrected.";
            case MISSING_FILE ->
                    "A clearing file did not come whole: its trailer is missing or disagrees. Its"
                            + " records wait. Ask the source to send it again; written off, it is"
                            + " posted as it came.";
            case SEQUENCE_GAP ->
                    "A number is missing between two clearing files or two bank statements, or a page"
                            + " of a statement. Ask the source for it, or whether the number was"
                            + " never used.";
            case BANK_MISMATCH ->
                    "The bank moved another amount than the networks say is due. Compare the"
                            + " statement with the network's advice; mark an entry as a bank"
                            + " fee, or assign it to a funding account. A difference that is explained"
                            + " can be written off.";
            case USAGE_DRIFT ->
                    "What was counted towards a card's limits on a day is not what its messages say."
                            + " It may have declined, or allowed, too much: compare the day's"
                            + " messages.";
            case DISPUTE_MISMATCH ->
                    "A network settled a chargeback, a representment or an arbitration that is not"
                            + " what our dispute comes to: another amount, or a case that is none of"
                            + " our disputes. What belongs to no dispute waits in suspense: ask the"
                            + " network, or write it off. The rest closes by itself when a later"
                            + " cycle settles the difference.";
            case FUNDS_NEGATIVE ->
                    "Clearings, or a payment of the bank, took a funding account below zero: what"
                            + " cleared was not authorized, or for less. It is posted nevertheless, as"
                            + " is what the bank says. Holds that the network approved in stand-in are"
                            + " listed apart, and count once they clear. Ask its owner for the money;"
                            + " the break closes when it is there.";
            case FX_RATE_MISSING ->
                    "A month ended with an amount in a currency on accounts 1900 and 1901, and no rate of"
                            + " its last seven days is known, so it was not valued. Import the rates"
                            + " with 'fx import', those of a currency that the European Central Bank does"
                            + " not publish as a CSV of your own (a line Date,AED, then"
                            + " 2026-11-30,4.2513): the next night does it, and the break closes.";
            case UNKNOWN_CARD ->
                    "A clearing record came for a card that is not ours. Its amount waits in"
                            + " suspense: say whose card it is, and the next night posts it.";
            case CURRENCY_MISMATCH ->
                    "A message came in another currency than the card's. An advice or a reversal was"
                            + " kept and not applied; a clearing or a chargeback waits in suspense;"
                            + " cash was charged and is in no settlement cycle. Where the program may"
                            + " be settled in that currency, say so with 'programs update"
                            + " --settles-in': the next night posts the clearing, or the chargeback"
                            + " whose message says the amount of the case in the dispute's currency,"
                            + " and closes the break. Else ask the network for the amount in the"
                            + " card's currency.";
            case AMBIGUOUS_MATCH ->
                    "Several authorizations fit a clearing equally well, so none was taken and it"
                            + " was posted to a transaction of its own; or a record could not be taken"
                            + " from its transaction any more. Match it to the one that was meant.";
            case REVERSAL_UNMATCHED ->
                    "The merchant takes back a clearing that we never posted. It waits in suspense"
                            + " and closes by itself when that clearing comes.";
            case AMOUNT_OVER ->
                    "More cleared than was approved, with what its kind of merchant may add. It was"
                            + " charged in full. The merchant refunds what is too much, or it is"
                            + " disputed as an incorrect amount.";
            case DUPLICATE_CLEARING ->
                    "The same purchase cleared a second time under another number. Both were"
                            + " charged. The merchant takes one back, or it is disputed as a"
                            + " duplicate.";
            case CLEARED_AFTER_DECLINE ->
                    "The merchant presented a purchase that had been declined. It was charged all"
                            + " the same, since the network settles it. The merchant refunds it, or"
                            + " it is disputed.";
            case CLEARED_AFTER_REVERSAL ->
                    "The merchant presented a purchase that it had reversed before. The merchant"
                            + " refunds it, or it is disputed.";
            case LATE_PRESENTMENT ->
                    "The merchant presented after its time was over. It was charged. Whether it is"
                            + " disputed depends on what the cardholder says.";
            case CLEARING_WITHOUT_AUTH ->
                    "A clearing came for which no authorization fits. It was charged as a"
                            + " transaction of its own. Match it if you know the purchase that was"
                            + " meant; else the merchant refunds it, or it is disputed.";
            case REFUND_EXCEEDS ->
                    "More was given back of a purchase than had cleared: by refunds, reversals and"
                            + " chargebacks that were won. The cardholder has it all; the merchant"
                            + " may reverse the refund.";
            case REVERSAL_EXCEEDS ->
                    "More was reversed than was held or had cleared; it stopped at zero. What is too"
                            + " much of a clearing reversal waits in suspense: ask the network which"
                            + " clearing it is for, or write it off.";
            case REVERSAL_AFTER_CLEARING ->
                    "An authorization was reversed after it had cleared. Nothing moved: only a"
                            + " clearing reversal or a refund gives money back. See whether one"
                            + " came.";
            case FX_VARIANCE ->
                    "The billed amount moved more between authorization and clearing than exchange"
                            + " rates do. Nothing is wrong with the merchant's amount; it closes by"
                            + " itself after thirty days.";
            case INTERCHANGE_VARIANCE ->
                    "The network and we agree about the records of a cycle, and not about the"
                            + " interchange on them. Compare the rates; it closes by itself when the"
                            + " difference goes, or after thirty days.";
            case RATE_VARIANCE ->
                    "The interchange that the network reported for a program differs from what the"
                            + " imported rates come to. The report interchange-variance names each"
                            + " record: ask the network, or import the rates that are right. It"
                            + " closes by itself after thirty days.";
            case STIP_OVERRIDE ->
                    "The network decided for us while we did not answer in time, and otherwise than"
                            + " we did or would have. Its decision stands. Nothing has to be done"
                            + " unless there are many; it closes by itself after thirty days.";
            case CLOCK_SKEW ->
                    "The time that a message gave was too far from the time it came. The time it"
                            + " came was used. Many of one source mean that its clock is wrong.";
            case LOW_CONFIDENCE ->
                    "A clearing found its authorization by amount, merchant and date alone. It is"
                            + " usually right; match it elsewhere if it is not. It closes by itself"
                            + " after thirty days.";
            case REFUND_UNLINKED ->
                    "A refund names no purchase that we know. The cardholder has the money; nothing"
                            + " has to be done. It closes by itself when the purchase becomes known,"
                            + " or after thirty days.";
        };
    }
}
