package dev.countersign.jobs.remote;

/** Brings requests to the workers, to one of them each. */
@FunctionalInterface
public interface PartitionSender {

    /**
     * Sends a request, and returns when it cannot be lost any more.
     *
     * @throws PartitionNotSentException when it may not have been sent
     */
    void send(PartitionRequest request);
}
