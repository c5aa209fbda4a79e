package dev.countersign.facade.console.now;

import dev.countersign.reconcile.service.operations.WaitingWork;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import tools.jackson.databind.json.JsonMapper;

/**
 * The figures of what happens now, taken once a second while a page shows them and sent to every
 * such page. They are those of the whole system, whichever process answers: decisions come from the
 * broker, the lag from broker and database, the quarantine from the database. Only the time to
 * answer is that of this process, from its meters. Nothing is asked for while no page is open.
 */
public final class LiveMetrics implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(LiveMetrics.class);
    private static final int VIEWERS_MAX = 50;
    private static final int LAG_EVERY = 5;

    /** Beats without counts after which they are said not to be known. */
    private static final int SILENT_MAX = 3;

    /**
     * Beats after the last page closed: one that is loaded again finds the figures as they were.
     */
    private static final int UNWATCHED_MAX = 10;

    /** Then a browser comes again, and shows its session again. */
    private static final Duration VISIT_MAX = Duration.ofMinutes(5);

    private static final JsonMapper JSON = JsonMapper.shared();

    private final MeterRegistry registry;
    private final DecisionWatch decisions;
    private final FeedLag lag;
    private final LongSupplier waiting;
    private final UnaryOperator<Set<String>> live;
    private final SampleWindow window = new SampleWindow();
    private final Map<SseEmitter, String> viewers = new ConcurrentHashMap<>();
    private @Nullable ScheduledExecutorService timer;
    private volatile OptionalLong behind = OptionalLong.empty();
    private volatile @Nullable List<Integer> partitions;
    private volatile @Nullable String quarantined;
    private volatile boolean known = true;
    private int silent;
    private final AtomicInteger unwatched = new AtomicInteger(UNWATCHED_MAX);
    private int ticks;

    /**
     * Begins with nothing to show.
     *
     * @param registry the meters of this process
     * @param waiting messages in the quarantine, up to one above {@link WaitingWork#COUNTED_MAX}
     * @param live those of some sessions that are not over
     */
    public LiveMetrics(
            MeterRegistry registry,
            DecisionWatch decisions,
            FeedLag lag,
            LongSupplier waiting,
            UnaryOperator<Set<String>> live) {
        this.registry = registry;
        this.decisions = decisions;
        this.lag = lag;
        this.waiting = waiting;
        this.live = live;
    }

    /** Adds a viewer for as long as their session lasts; empty where there are too many. */
    @Nullable SseEmitter addViewer(String session) {
        if (viewers.size() >= VIEWERS_MAX) {
            return null;
        }
        SseEmitter viewer = new SseEmitter(VISIT_MAX.toMillis());
        viewer.onCompletion(() -> viewers.remove(viewer));
        viewer.onTimeout(viewer::complete);
        viewer.onError(failure -> viewers.remove(viewer));
        viewers.put(viewer, session);
        unwatched.set(0);
        decisions.open();
        return viewer;
    }

    /** The figures as they are now. */
    LiveFigures figures() {
        OptionalLong messages = behind;
        return window.figures(
                known, partitions, messages.isPresent() ? messages.getAsLong() : null, quarantined);
    }

    private void tick() {
        try {
            if (viewers.isEmpty()) {
                rest();
            } else {
                unwatched.set(0);
                decisions.open();
                take();
                if (ticks++ % LAG_EVERY == 0) {
                    ask();
                }
                // A page waits while the broker is being reached, and not longer.
                if (!window.isEmpty() || !known) {
                    send(JSON.writeValueAsString(figures()));
                }
            }
        } catch (RuntimeException e) {
            log.debug("live metrics: no sample", e);
        }
    }

    /** Goes on for a while without pages, and then forgets. */
    void rest() {
        if (unwatched.get() >= UNWATCHED_MAX) {
            return;
        }
        if (unwatched.incrementAndGet() < UNWATCHED_MAX) {
            take();
        } else {
            decisions.close();
            window.clear();
            silent = 0;
            known = true;
            ticks = 0;
        }
    }

    /** Takes a sample of what is known now. */
    void take() {
        Optional<DecisionCounts> counts = decisions.counts();
        silent = counts.isPresent() ? 0 : silent + 1;
        known = silent < SILENT_MAX;
        counts.ifPresent(decided -> window.add(Sample.of(decided, registry)));
    }

    private void ask() {
        behind = lag.messages();
        partitions = lag.owned().map(all -> all.stream().sorted().toList()).orElse(null);
        long messages = waiting.getAsLong();
        quarantined =
                messages > WaitingWork.COUNTED_MAX
                        ? WaitingWork.COUNTED_MAX + "+"
                        : Long.toString(messages);
    }

    private void send(String figures) {
        Set<String> sessions = live.apply(Set.copyOf(viewers.values()));
        viewers.forEach(
                (viewer, session) -> {
                    if (!sessions.contains(session)) {
                        viewers.remove(viewer);
                        viewer.complete();
                    } else if (!isSent(viewer, figures)) {
                        viewers.remove(viewer);
                    }
                });
    }

    private static boolean isSent(SseEmitter viewer, String figures) {
        try {
            viewer.send(SseEmitter.event().name("pulse").data(figures));
            return true;
        } catch (IOException | IllegalStateException e) {
            return false;
        }
    }

    @Override
    public synchronized void start() {
        ScheduledExecutorService started =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().name("console-pulse").daemon().factory());
        var unused = started.scheduleAtFixedRate(this::tick, 1, 1, TimeUnit.SECONDS);
        timer = started;
    }

    /** Ends all event streams, so that the server does not wait for them. */
    @Override
    public void stop() {
        ScheduledExecutorService stopped;
        synchronized (this) {
            stopped = timer;
            timer = null;
        }
        if (stopped != null) {
            stopped.shutdownNow();
        }
        decisions.close();
        viewers.keySet().forEach(SseEmitter::complete);
    }

    @Override
    public synchronized boolean isRunning() {
        return timer != null;
    }
}
