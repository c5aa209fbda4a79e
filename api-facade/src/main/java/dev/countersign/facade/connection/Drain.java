package dev.countersign.facade.connection;

import java.time.Duration;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.SmartLifecycle;

/**
 * The first part of a graceful end: readiness is off, every answer closes its connection, and for a
 * while requests that a proxy has not learned to send elsewhere are still answered.
 */
final class Drain implements SmartLifecycle {

    private final ApplicationEventPublisher events;
    private final Duration lasting;
    private volatile boolean running;
    private volatile boolean draining;

    Drain(ApplicationEventPublisher events, Duration lasting) {
        this.events = events;
        this.lasting = lasting;
    }

    /** True once the process was asked to end. */
    boolean begun() {
        return draining;
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        draining = true;
        AvailabilityChangeEvent.publish(events, this, ReadinessState.REFUSING_TRAFFIC);
        try {
            Thread.sleep(lasting);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Before all else that stops. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }
}
