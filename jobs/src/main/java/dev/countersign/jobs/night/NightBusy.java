package dev.countersign.jobs.night;

/** A night that may not run now, but may soon: another one of its mode is not done yet. */
public final class NightBusy extends NightRefused {

    private static final long serialVersionUID = 1L;

    public NightBusy(String sentence) {
        super(sentence);
    }
}
