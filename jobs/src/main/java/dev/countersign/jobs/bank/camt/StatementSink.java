package dev.countersign.jobs.bank.camt;

/**
 * Takes what a document states, chunk by chunk: each statement's header, its booked entries, its
 * end. None of it is held back, so that a statement may be of any length.
 */
public interface StatementSink {

    void begin(StatementHeader header);

    void take(BankEntry entry);

    void end(StatementEnd end);
}
