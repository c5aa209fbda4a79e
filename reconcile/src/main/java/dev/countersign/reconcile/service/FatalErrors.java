package dev.countersign.reconcile.service;

/**
 * Hands errors of the virtual machine to the handler of uncaught exceptions, which ends the
 * process: an executor would keep them to itself, and what it was to do would never be done again.
 */
public final class FatalErrors {

    private FatalErrors() {}

    /** Hands over; gives the error back to be thrown. */
    public static Error escalate(Error error) {
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, error);
        return error;
    }
}
