package dev.countersign.jobs.night;

/** A night that may not run now, but may soon: another one of its mode is not done yet. */
public final class NightBusyException extends NightRefusedException {

    private static final long serialVersionUID = 1L;

    public NightBusyException(String sentence) {
        super(sentence);
    }
}
