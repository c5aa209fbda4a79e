package dev.countersign.facade.console.now;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the meters of this process once a second while a page shows them, and sends the figures to
 * every such page. What was counted before the first page opened says nothing about a second, and
 * is left out. The stream is asked once for all pages, the broker only while a page is open.
 */
public final class LiveMetrics implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(LiveMetrics.class);
    private static final int SAMPLES_MAX = 300;
    private static final int LATENCY_SAMPLES = 60;
    private static final int VIEWERS_MAX = 50;
    private static final int LAG_EVERY = 5;

    /** Beats that come late come close together; a slot is not shorter than this. */
    private static final Duration SLOT_MIN = Duration.ofMillis(500);

    /** Then a browser comes again, and shows its session again. */
    private static final Duration VISIT_MAX = Duration.ofMinutes(5);

    private static final JsonMapper JSON = JsonMapper.shared();

    private final MeterRegistry registry;
    private final @Nullable FeedLag lag;
    private final UnaryOperator<Set<String>> live;
    private final InstantSource clock;
    private final Deque<Sample> samples = new ArrayDeque<>();
    private final Map<SseEmitter, String> viewers = new ConcurrentHashMap<>();
    private @Nullable ScheduledExecutorService timer;
    private volatile OptionalLong behind = OptionalLong.empty();
    private volatile boolean watched;
    private volatile List<Integer> partitions = List.of();
    private int ticks;

    /**
     * Reads the meters of a process.
     *
     * @param lag null where the process does not know the feed
     * @param live those of some sessions that are not over
     */
    public LiveMetrics(
            MeterRegistry registry,
            @Nullable FeedLag lag,
            UnaryOperator<Set<String>> live,
            InstantSource clock) {
        this.live = live;
        this.registry = registry;
        this.lag = lag;
        this.clock = clock;
    }

    /** The number of times a decline reason was given. The reason is its name, in words. */
    public record Declines(String reason, long count) {}

    /**
     * The figures that are shown.
     *
     * @param since when the first of the seconds began; null while none has ended
     * @param partitions of the feed that this process decides; null where it decides none at all
     * @param perSecond decisions of each of the last seconds, the oldest first
     * @param decided in all of them
     * @param approvedPermille of the decisions of the last minutes; null where there were none
     * @param declines of the last minutes, the most frequent first
     * @param p50 milliseconds from the broker's receipt to the acknowledged answer, of the last
     *     minute; null where nothing was answered
     * @param lag null where it is not known
     * @param quarantined since the process began
     */
    public record Figures(
            @Nullable String since,
            @Nullable List<Integer> partitions,
            List<Double> perSecond,
            long decided,
            @Nullable Long approvedPermille,
            List<Declines> declines,
            @Nullable Double p50,
            @Nullable Double p95,
            @Nullable Double p99,
            @Nullable Long lag,
            long quarantined) {}

    /** Adds a viewer for as long as their session lasts; empty where there are too many. */
    @Nullable SseEmitter look(String session) {
        if (viewers.size() >= VIEWERS_MAX) {
            return null;
        }
        SseEmitter viewer = new SseEmitter(VISIT_MAX.toMillis());
        viewer.onCompletion(() -> viewers.remove(viewer));
        viewer.onTimeout(viewer::complete);
        viewer.onError(failure -> viewers.remove(viewer));
        viewers.put(viewer, session);
        watched = true;
        return viewer;
    }

    /** The figures as they are now. */
    synchronized Figures figures() {
        List<Sample> all = new ArrayList<>(samples);
        if (all.isEmpty()) {
            return new Figures(
                    null, owned(), List.of(), 0, null, List.of(), null, null, null, null, 0);
        }
        List<Double> perSecond = new ArrayList<>();
        for (int i = 1; i < all.size(); i++) {
            perSecond.add(all.get(i).perSecondSince(all.get(i - 1)));
        }
        Sample first = all.getFirst();
        Sample last = all.getLast();
        long decided = last.decided() - first.decided();
        Sample minuteAgo = all.get(Math.max(0, all.size() - 1 - LATENCY_SAMPLES));
        return new Figures(
                first.at().toString(),
                owned(),
                perSecond,
                decided,
                decided == 0 ? null : (last.approved() - first.approved()) * 1_000 / decided,
                declines(first, last),
                last.latencySince(minuteAgo, 0.50),
                last.latencySince(minuteAgo, 0.95),
                last.latencySince(minuteAgo, 0.99),
                behind.isPresent() ? behind.getAsLong() : null,
                last.quarantined());
    }

    private static List<Declines> declines(Sample first, Sample last) {
        Map<String, Long> byName = new LinkedHashMap<>();
        last.declined()
                .forEach(
                        (decline, count) ->
                                byName.merge(
                                        decline.name(),
                                        count - first.declined().getOrDefault(decline, 0L),
                                        Long::sum));
        return byName.entrySet().stream()
                .filter(each -> each.getValue() > 0)
                .map(each -> new Declines(each.getKey(), each.getValue()))
                .sorted(Comparator.comparingLong(Declines::count).reversed())
                .toList();
    }

    private @Nullable List<Integer> owned() {
        return lag == null ? null : partitions;
    }

    private void tick() {
        try {
            if (watched) {
                take();
            }
            if (!viewers.isEmpty()) {
                FeedLag asked = lag;
                if (asked != null && ticks++ % LAG_EVERY == 0) {
                    behind = asked.messages();
                    partitions = asked.owned().stream().sorted().toList();
                }
                tell(JSON.writeValueAsString(figures()));
            }
        } catch (RuntimeException e) {
            log.debug("the pulse missed a beat", e);
        }
    }

    /** Reads the meters at a moment. */
    synchronized void take() {
        Instant now = clock.instant();
        Sample last = samples.peekLast();
        if (last != null && now.isBefore(last.at().plus(SLOT_MIN))) {
            return;
        }
        samples.addLast(Sample.of(registry, now));
        while (samples.size() > SAMPLES_MAX) {
            samples.removeFirst();
        }
    }

    private void tell(String figures) {
        Set<String> sessions = live.apply(Set.copyOf(viewers.values()));
        viewers.forEach(
                (viewer, session) -> {
                    if (!sessions.contains(session)) {
                        viewers.remove(viewer);
                        viewer.complete();
                    } else if (!told(viewer, figures)) {
                        viewers.remove(viewer);
                    }
                });
    }

    private static boolean told(SseEmitter viewer, String figures) {
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
        viewers.keySet().forEach(SseEmitter::complete);
    }

    @Override
    public synchronized boolean isRunning() {
        return timer != null;
    }
}
