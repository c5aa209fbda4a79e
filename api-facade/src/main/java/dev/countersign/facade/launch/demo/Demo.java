package dev.countersign.facade.launch.demo;

import dev.countersign.facade.launch.demo.DemoCards.IssuedCards;
import dev.countersign.facade.local.DataDirectory;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.ingest.simulate.SimulatedMessage;
import dev.countersign.jobs.Nights;
import dev.countersign.jobs.bank.BankStatements;
import dev.countersign.jobs.month.Months;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.service.Outages;
import dev.countersign.reconcile.service.RandomIds;
import dev.countersign.reconcile.service.RepeatedFailure;
import dev.countersign.reconcile.service.operations.Breaks;
import dev.countersign.reconcile.service.operations.DisputeQueue;
import dev.countersign.reconcile.vault.key.KeyProvider;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.context.SmartLifecycle;
import org.springframework.kafka.core.KafkaTemplate;

/**
 * Shows the product as an issuer has it, in the sandbox: issues cardholders, sends the history that
 * is missing and then traffic in real time, and runs the nights but the last, all of it behind a
 * product that is ready. Killed anywhere and started again it goes on: what was sent before is sent
 * again as the same bytes, and all else is asked of the book.
 */
public class Demo implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(Demo.class);
    private static final String STEPS = "dev.countersign.jobs.NightLog";
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("d MMM uuuu", Locale.ENGLISH);

    /** So many make the traffic. */
    private static final int CARDHOLDERS = 1_200;

    private static final int AT_ONCE = 1_500;
    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);
    private static final Duration TRY_AGAIN = Duration.ofSeconds(2);
    private static final Duration BETWEEN_WORDS = Duration.ofSeconds(5);
    private static final Duration BETWEEN_MARKS = Duration.ofSeconds(5);
    private static final Duration STOPPED_WITHIN = Duration.ofSeconds(10);
    private static final Duration SENT_AGAIN = Duration.ofMinutes(1);

    private final Reconcile book;
    private final DataSource dataSource;
    private final KeyProvider keys;
    private final SecureRandom random;
    private final Topics topics;
    private final KafkaTemplate<byte[], byte[]> kafka;
    private final ObjectProvider<Nights> nights;
    private final Breaks breaks;
    private final InstantSource clock;
    private final Outages outages;
    private final RepeatedFailure trouble;
    private volatile boolean running;
    private volatile Instant fed = Instant.MIN;
    private volatile @Nullable Work work;

    /** The nights, and the thread that runs them. */
    private record Work(DemoOffice office, Thread thread) {}

    public Demo(
            Reconcile book,
            DataSource dataSource,
            KeyProvider keys,
            SecureRandom random,
            Topics topics,
            KafkaTemplate<byte[], byte[]> kafka,
            ObjectProvider<Nights> nights,
            Breaks breaks,
            InstantSource clock,
            Outages outages) {
        this.book = book;
        this.dataSource = dataSource;
        this.keys = keys;
        this.random = random;
        this.topics = topics;
        this.kafka = kafka;
        this.nights = nights;
        this.breaks = breaks;
        this.clock = clock;
        this.outages = outages;
        trouble = new RepeatedFailure(outages);
    }

    @Override
    public void start() {
        running = true;
        Thread.ofPlatform().daemon().name("demo").start(this::run);
    }

    private void run() {
        while (running && !book.accounts().anyOpen()) {
            pause(LOOK_AGAIN);
        }
        if (!running) {
            return;
        }
        AtomicReference<@Nullable IssuedCards> issued = new AtomicReference<>();
        while (running && !attempt(() -> issued.set(prepare()))) {
            pause(TRY_AGAIN);
        }
        IssuedCards there = issued.get();
        if (there != null) {
            send(there);
        }
    }

    /** Cards that are issued, delivered and in their wallets. */
    private IssuedCards prepare() {
        IssuedCards issued = issue();
        if (mark(issued).read().isEmpty()) {
            DemoSender sender = sender();
            sender.send(new DemoDeliveries(book, issued).messages());
            sender.awaitDecided();
        }
        return issued;
    }

    private Book sandbox() {
        return new Book(book.accounts().list().getFirst().id(), Mode.SANDBOX);
    }

    private IssuedCards issue() {
        DemoClock past = new DemoClock(clock.instant());
        Reconcile then = Reconcile.open(dataSource, past, new RandomIds(), keys, random);
        DemoCards cards = new DemoCards(then, past, sandbox(), CARDHOLDERS);
        IssuedCards issued = cards.issue(clock.instant());
        say(
                "Demo: %s cardholders have their cards."
                        .formatted(count(issued.ordinary().size() + issued.special().size())));
        return issued;
    }

    // ---- the feed

    private void send(IssuedCards issued) {
        DemoSender sender = sender();
        DemoCalendar calendar = issued.calendar();
        SentMark mark = mark(issued);
        Instant from = mark.read().map(at -> at.minus(SENT_AGAIN)).orElse(Instant.MIN);
        DemoBank bank = new DemoBank(new BankStatements(dataSource, clock), calendar.daysBefore(3));
        DemoFeed feed = new DemoFeed(issued);
        long sent = sendHistory(feed, from, bank, sender, mark);
        say(
                "Demo: %s messages since %s are decided."
                        .formatted(
                                count(sent),
                                day(from.isBefore(first(calendar)) ? first(calendar) : from)));
        Nights here = nights.getIfAvailable();
        if (here != null) {
            DemoOffice office = office(issued, here, bank);
            Thread thread =
                    Thread.ofPlatform()
                            .daemon()
                            .name("demo-nights")
                            .unstarted(() -> runNights(office));
            work = new Work(office, thread);
            thread.start();
        }
        sendLive(feed, bank, sender, mark);
    }

    private static SentMark mark(IssuedCards issued) {
        return new SentMark(
                DataDirectory.ofThisProcess().path().resolve("demo.mark"),
                issued.calendar().since());
    }

    private static Instant first(DemoCalendar calendar) {
        return calendar.firstDay().atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    private static String day(Instant at) {
        return DAY.format(at.atOffset(ZoneOffset.UTC));
    }

    private DemoSender sender() {
        return new DemoSender(topics.feed(), kafka, book.feedRecord(), outages, () -> running);
    }

    /** Sends all that should have been said by now; gives how much that was. */
    private long sendHistory(
            DemoFeed feed, Instant from, DemoBank bank, DemoSender sender, SentMark mark) {
        long sent = 0;
        Instant reportedAt = clock.instant();
        List<SimulatedMessage> batch = new ArrayList<>(AT_ONCE);
        while (running && feed.due().isBefore(clock.instant())) {
            SimulatedMessage message = feed.next();
            bank.note(message);
            if (message.at().isBefore(from)) {
                continue;
            }
            batch.add(message);
            if (batch.size() == AT_ONCE) {
                sender.send(batch);
                sent += batch.size();
                batch.clear();
                mark.write(message.at());
                if (clock.instant().isAfter(reportedAt.plus(BETWEEN_WORDS))) {
                    reportedAt = clock.instant();
                    say("Demo: %s messages up to %s.".formatted(count(sent), day(message.at())));
                }
            }
        }
        sender.send(batch);
        sender.awaitDecided();
        fed = clock.instant();
        return sent + batch.size();
    }

    private void sendLive(DemoFeed feed, DemoBank bank, DemoSender sender, SentMark mark) {
        Instant marked = clock.instant();
        while (running) {
            SimulatedMessage message = feed.next();
            bank.note(message);
            waitUntil(message.at());
            sender.send(List.of(message));
            fed = message.at();
            if (message.at().isAfter(marked.plus(BETWEEN_MARKS))) {
                marked = message.at();
                mark.write(marked);
            }
        }
    }

    private void waitUntil(Instant due) {
        Duration left = Duration.between(clock.instant(), due);
        while (running && left.isPositive()) {
            LockSupport.parkNanos(Math.min(left.toNanos(), LOOK_AGAIN.toNanos()));
            left = Duration.between(clock.instant(), due);
        }
    }

    // ---- the nights

    private DemoOffice office(IssuedCards issued, Nights here, DemoBank bank) {
        DisputeQueue disputes =
                new DisputeQueue(book.database(), book.database(), book.disputes(), clock);
        return new DemoOffice(
                issued,
                here,
                new Months(book.database(), clock),
                bank,
                new DemoOperations(book, sandbox(), breaks, disputes, clock),
                sender());
    }

    private void runNights(DemoOffice office) {
        LocalDate last = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC).minusDays(2);
        LoggingSystem logging = LoggingSystem.get(Demo.class.getClassLoader());
        logging.setLogLevel(STEPS, LogLevel.WARN); // so many steps would hide all other words
        while (running && !attempt(() -> runUpTo(office, last))) {
            pause(TRY_AGAIN);
        }
        logging.setLogLevel(STEPS, null);
        while (running && !attempt(() -> sayThatItIsComplete(office, last))) {
            pause(TRY_AGAIN);
        }
        while (running) {
            var unused = attempt(() -> office.takeStatements(fed));
            pause(TRY_AGAIN);
        }
    }

    private static void sayThatItIsComplete(DemoOffice office, LocalDate last) {
        LocalDate yesterday = last.plusDays(1);
        say(
                office.next().isAfter(yesterday)
                        ? "The demo is complete: all nights up to %s are run."
                                .formatted(DAY.format(yesterday))
                        : "The demo is complete: all nights up to %s are run, and that of %s is yours to run."
                                .formatted(DAY.format(last), DAY.format(yesterday)));
    }

    private void runUpTo(DemoOffice office, LocalDate last) {
        Instant reportedAt = clock.instant();
        office.finishTheLast();
        LocalDate date = office.next();
        while (running && !date.isAfter(last)) {
            office.takeStatements(fed);
            if (!office.run(date)) {
                if (!running) {
                    return;
                }
                throw new IllegalStateException("the night of " + date + " did not complete");
            }
            if (clock.instant().isAfter(reportedAt.plus(BETWEEN_WORDS))) {
                reportedAt = clock.instant();
                say("Demo: the nights up to %s are run.".formatted(DAY.format(date)));
            }
            date = office.next();
        }
        if (running) {
            office.tidyUp();
        }
    }

    /** Does something that may be in another's way just now; gives whether it was done. */
    private boolean attempt(Runnable work) {
        try {
            work.run();
            if (trouble.ends()) {
                log.info("the demo goes on");
            }
            return true;
        } catch (RuntimeException e) {
            if (running && trouble.begins(e)) {
                log.warn("the demo tries again: {}", e.toString());
            }
            return false;
        }
    }

    private static void pause(Duration time) {
        LockSupport.parkNanos(time.toNanos());
    }

    private static void say(String words) {
        System.out.println(words);
    }

    private static String count(long of) {
        return String.format(Locale.ROOT, "%,d", of);
    }

    /** A night that runs is stopped after the chunk it is at: the next start goes on with it. */
    @Override
    public void stop() {
        running = false;
        Work begun = work;
        if (begun == null) {
            return;
        }
        var unused = attempt(begun.office()::stopTheNight);
        try {
            begun.thread().join(STOPPED_WITHIN);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
