package dev.countersign.facade.launch.demo;

import java.time.Instant;
import java.time.InstantSource;

/** The time at which something of the history is done, for the services that do it. */
final class DemoClock implements InstantSource {

    private volatile Instant now;

    DemoClock(Instant now) {
        this.now = now;
    }

    void set(Instant to) {
        now = to;
    }

    @Override
    public Instant instant() {
        return now;
    }
}
