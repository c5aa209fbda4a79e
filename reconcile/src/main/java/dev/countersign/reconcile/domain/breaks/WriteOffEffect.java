package dev.countersign.reconcile.domain.breaks;

import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.domain.ledger.Journal;

/**
 * The effect of writing a break off. One rule tells the effect, as things stand, to the operators
 * who ask for it and to those who agree, and then carries it out.
 */
public sealed interface WriteOffEffect {

    /** The amount in suspense for a clearing record is booked to the write-offs. */
    record SuspenseWriteOff(Journal journal) implements WriteOffEffect {}

    /** The amount by which the network's total differs is booked until the network corrects it. */
    record TotalWriteOff(Journal journal) implements WriteOffEffect {}

    /** The next night books what the bank moved otherwise. */
    record BankDayWriteOff() implements WriteOffEffect {}

    /**
     * The next night books what the records of a dispute contradict it by.
     *
     * @param allMinor what is written off in all
     * @param ofMinor the sum of the records of which it is
     * @param minor what of it the night books: above 0 what the network paid too much, below 0 what
     *     it did not pay
     * @param currency of the dispute
     */
    record DisputeWriteOff(
            DisputeId dispute, long allMinor, long ofMinor, long minor, String currency)
            implements WriteOffEffect {}

    /** The next night posts the records of a clearing file as they came. */
    record FilePosting() implements WriteOffEffect {}

    /** Nothing is booked: what moved has been booked where it moved, and stays. */
    record PlainClosing() implements WriteOffEffect {}

    /** It cannot be done: the difference is more than an account holds. */
    record ExcessiveAmount() implements WriteOffEffect {}
}
