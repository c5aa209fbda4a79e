package dev.countersign.jobs.night;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.store.settlement.NightGate;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;

/**
 * The right to run the nights of a mode, which one process of all has: a row of the database with
 * who has it, until when, and a number that counts those who had it. A heartbeat renews it; all
 * times are of the database's clock. It can be taken when it was given back, or when it ran out.
 * Every transaction of a night asks for it first, so that who lost it writes nothing more.
 */
public final class NightLeases implements ChunkPermit {

    /** For how long one that is held is waited for: longer than a booking or a small night. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    /** For how long each try waits for bookings, and for chunks of who lost it. */
    private static final Duration LOCK_WAIT = Duration.ofSeconds(1);

    private static final Duration BETWEEN_TRIES = Duration.ofMillis(50);
    private static final int BEATS_PER_TERM = 3;

    /**
     * A renewal is waited for half a beat, so that the next one is in time; a busy one needs this.
     */
    private static final Duration RENEWAL_MIN = Duration.ofMillis(500);

    private static final String LOCK_NOT_AVAILABLE = "55P03";

    private final Jdbi jdbi;
    private final Duration term;
    private final String owner;
    private final Map<Mode, Lease> held = new ConcurrentHashMap<>();
    private final AtomicBoolean ending = new AtomicBoolean();

    /**
     * @param term after which a process that was not heard of has lost it
     * @param owner name of this process, for people
     */
    public NightLeases(DataSource dataSource, Duration term, String owner) {
        this.jdbi = JdbiSetup.over(dataSource);
        this.term = term;
        this.owner = owner;
    }

    /**
     * Takes the lease of a mode, unless another has it, here or elsewhere. A booking, and what a
     * process left in the database that lost it, are waited for.
     *
     * @throws NightBusyException when this process takes none any more
     */
    public Optional<Lease> tryTake(Mode mode) {
        long giveUp = System.nanoTime() + PATIENCE.toNanos();
        do {
            if (ending.get()) {
                throw new NightBusyException("This process is ending, and begins no night.");
            }
            Optional<Long> fence = take(mode);
            if (fence.isPresent()) {
                return Optional.of(new Lease(mode, fence.get()));
            }
        } while (System.nanoTime() < giveUp && pause(BETWEEN_TRIES));
        return Optional.empty();
    }

    private Optional<Long> take(Mode mode) {
        try {
            return jdbi.inTransaction(handle -> takeWhereFree(handle, mode));
        } catch (JdbiException e) {
            if (!(e.getCause() instanceof SQLException cause)
                    || !LOCK_NOT_AVAILABLE.equals(cause.getSQLState())) {
                throw e;
            }
            int unusedEnded = jdbi.withHandle(handle -> ChunkSessions.endLost(handle, mode));
            return Optional.empty();
        }
    }

    /** All chunks of an earlier one have ended where the lock of the gate was had alone. */
    private Optional<Long> takeWhereFree(Handle handle, Mode mode) {
        if (isHeld(handle, mode)) {
            return Optional.empty();
        }
        handle.select(
                        "select set_config('lock_timeout', ?, true)",
                        Long.toString(LOCK_WAIT.toMillis()))
                .mapTo(String.class)
                .one();
        handle.execute("select pg_advisory_xact_lock(?, ?)", NightGate.LOCK, NightGate.key(mode));
        return handle.createQuery(
                        """
                        update night_lease
                           set fence = fence + 1,
                               owner = :owner,
                               held_until = clock_timestamp() + make_interval(secs => :seconds)
                         where mode = :mode
                           and coalesce(held_until, '-infinity') <= clock_timestamp()
                        returning fence
                        """)
                .bind("owner", owner)
                .bind("seconds", seconds())
                .bind("mode", mode.wire())
                .mapTo(Long.class)
                .findOne();
    }

    private static boolean isHeld(Handle handle, Mode mode) {
        return handle.select(
                        "select coalesce(held_until, '-infinity') > clock_timestamp()"
                                + " from night_lease where mode = ?",
                        mode.wire())
                .mapTo(Boolean.class)
                .one();
    }

    /** The process that has the lease of a mode, for people; empty where none has. */
    public static Optional<String> owner(Handle handle, Mode mode) {
        return handle.select(
                        "select owner from night_lease where mode = ? and held_until >"
                                + " clock_timestamp()",
                        mode.wire())
                .mapTo(String.class)
                .findOne();
    }

    @Override
    public void require(Handle handle, Mode mode) {
        Lease lease = held.get(mode);
        if (lease == null
                || !ChunkSessions.begin(
                        handle, mode, lease.fence, ChunkSessions.name(mode, lease.fence))) {
            throw lost(mode);
        }
    }

    /**
     * The number of the lease of a mode, which this process still has.
     *
     * @throws NightBusyException when it has none any more
     */
    public long fence(Mode mode) {
        return jdbi.withHandle(handle -> fence(handle, mode));
    }

    /** The session of a chunk is ended before another process takes the lease. */
    @Override
    public void requireStill(Handle handle, Mode mode) {
        long unusedNumber = fence(handle, mode);
    }

    private long fence(Handle handle, Mode mode) {
        Lease lease = held.get(mode);
        if (lease == null || !ChunkSessions.isOf(handle, mode, lease.fence)) {
            throw lost(mode);
        }
        return lease.fence;
    }

    private NightBusyException lost(Mode mode) {
        return new NightBusyException(
                "The night of mode %s is another process's to go on with: this one was not heard of for %s s."
                        .formatted(mode.wire(), term.toSeconds()));
    }

    /** From here on this process takes none, and leaves a night at its next chunk. */
    public void end() {
        ending.set(true);
    }

    @Override
    public boolean isEnding() {
        return ending.get();
    }

    /** True where a night of this process still runs, or is being proved. */
    public boolean isAnyHeld() {
        return !held.isEmpty();
    }

    private double seconds() {
        return term.toMillis() / 1_000.0;
    }

    private static boolean pause(Duration time) {
        try {
            Thread.sleep(time);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** One that was taken, from then until it is given back. */
    public final class Lease implements AutoCloseable {

        private final Mode mode;
        private final long fence;
        private final CountDownLatch givenBack = new CountDownLatch(1);

        private Lease(Mode mode, long fence) {
            this.mode = mode;
            this.fence = fence;
            held.put(mode, this);
            var unused = Thread.ofVirtual().name("night-lease-" + mode.wire()).start(this::beat);
        }

        /**
         * One that ran out is not renewed: others may have booked in the belief that it is free.
         */
        private void beat() {
            Duration beat = term.dividedBy(BEATS_PER_TERM);
            try {
                boolean lost = false;
                while (!lost && !givenBack.await(beat.toNanos(), TimeUnit.NANOSECONDS)) {
                    lost = !isRenewed();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private boolean isRenewed() {
            try {
                return jdbi.withHandle(this::renew) == 1;
            } catch (SQLException | JdbiException e) {
                return true; // as far as one can tell: the database may be back in time
            }
        }

        private int renew(Handle handle) throws SQLException {
            Duration half = term.dividedBy(2L * BEATS_PER_TERM);
            Duration max = half.compareTo(RENEWAL_MIN) < 0 ? RENEWAL_MIN : half;
            handle.getConnection()
                    .setNetworkTimeout(Runnable::run, Math.toIntExact(max.toMillis()));
            return handle.createUpdate(
                            """
                            update night_lease
                               set held_until = clock_timestamp() + make_interval(secs => :seconds)
                             where mode = :mode
                               and fence = :fence
                               and held_until > clock_timestamp()
                            """)
                    .bind("seconds", seconds())
                    .bind("mode", mode.wire())
                    .bind("fence", fence)
                    .execute();
        }

        /** Gives it back; where the database is away, it runs out. */
        @Override
        public void close() {
            givenBack.countDown();
            held.remove(mode, this);
            try {
                jdbi.useHandle(
                        handle ->
                                handle.execute(
                                        "update night_lease set owner = null, held_until = null"
                                                + " where mode = ? and fence = ?",
                                        mode.wire(),
                                        fence));
            } catch (JdbiException e) {
                // As after a kill.
            }
        }
    }
}
