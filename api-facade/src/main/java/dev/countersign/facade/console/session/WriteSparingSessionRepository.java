package dev.countersign.facade.console.session;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.session.FindByIndexNameSessionRepository;
import org.springframework.session.MapSession;
import org.springframework.session.Session;
import org.springframework.session.SessionRepository;

/**
 * Sessions that are read once a request and written only where they change. The time of their last
 * use is kept to the minute, and only requests that a person makes count as use. A session that
 * rested or lasted too long ends here: what its browser gets instead is empty but for the reason.
 *
 * @param <S> the sessions of the repository behind it
 */
public final class WriteSparingSessionRepository<S extends Session>
        implements SessionRepository<WriteSparingSessionRepository.RequestSession<S>> {

    /** The attribute that marks a session as used now. */
    public static final String USED = "used";

    /** The attribute of an empty session that says why the one before it is over. */
    public static final String ENDING = "ending";

    private static final Duration WRITTEN_EVERY = Duration.ofMinutes(1);

    /** The time that a session without a login is kept: strangers make them. */
    private static final Duration UNNAMED_MAX = Duration.ofMinutes(10);

    private static final String OPERATOR =
            FindByIndexNameSessionRepository.PRINCIPAL_NAME_INDEX_NAME;

    private final SessionRepository<S> sessions;
    private final Duration restMax;
    private final Duration lifeMax;
    private final InstantSource clock;

    public WriteSparingSessionRepository(
            SessionRepository<S> sessions,
            Duration restMax,
            Duration lifeMax,
            InstantSource clock) {
        this.sessions = sessions;
        this.restMax = restMax;
        this.lifeMax = lifeMax;
        this.clock = clock;
    }

    @Override
    public RequestSession<S> createSession() {
        S session = sessions.createSession();
        session.setMaxInactiveInterval(UNNAMED_MAX);
        return new RequestSession<>(session, session, true, lifeMax, clock);
    }

    @Override
    public void save(RequestSession<S> session) {
        if (session.stored != null && session.changed) {
            sessions.save(session.stored);
            session.changed = false;
        }
    }

    @Override
    public @Nullable RequestSession<S> findById(String id) {
        S session = sessions.findById(id);
        if (session == null) {
            return null;
        }
        SessionEnding ending = ending(session, clock.instant());
        if (ending == null) {
            return new RequestSession<>(session, session, false, lifeMax, clock);
        }
        sessions.deleteById(id);
        MapSession empty = new MapSession(id);
        empty.setAttribute(ENDING, ending.wire());
        return new RequestSession<>(empty, null, false, lifeMax, clock);
    }

    private @Nullable SessionEnding ending(Session session, Instant now) {
        Instant restsAt = session.getLastAccessedTime().plus(restMax);
        Instant lastsUntil = session.getCreationTime().plus(lifeMax);
        if (now.isBefore(restsAt) && now.isBefore(lastsUntil)) {
            return null;
        }
        return restsAt.isBefore(lastsUntil) ? SessionEnding.RESTED : SessionEnding.LASTED;
    }

    @Override
    public void deleteById(String id) {
        sessions.deleteById(id);
    }

    /**
     * A session during one request.
     *
     * @param <S> the session of the repository behind it
     */
    static final class RequestSession<S extends Session> implements Session {

        private final Session seen;
        private final @Nullable S stored;
        private final Duration lifeMax;
        private final InstantSource clock;
        private boolean changed;

        private RequestSession(
                Session seen,
                @Nullable S stored,
                boolean changed,
                Duration lifeMax,
                InstantSource clock) {
            this.lifeMax = lifeMax;
            this.seen = seen;
            this.stored = stored;
            this.changed = changed;
            this.clock = clock;
        }

        @Override
        public String getId() {
            return seen.getId();
        }

        @Override
        public String changeSessionId() {
            changed = true;
            return seen.changeSessionId();
        }

        @Override
        @SuppressWarnings("TypeParameterUnusedInFormals") // as Spring Session has it
        public <T> @Nullable T getAttribute(String name) {
            return seen.getAttribute(name);
        }

        @Override
        public Set<String> getAttributeNames() {
            return seen.getAttributeNames();
        }

        @Override
        public void setAttribute(String name, @Nullable Object value) {
            if (name.equals(USED)) {
                use(clock.instant());
            } else if (value == null) {
                removeAttribute(name);
            } else {
                changed = true;
                seen.setAttribute(name, value);
                if (name.equals(OPERATOR)) {
                    seen.setMaxInactiveInterval(lifeMax);
                }
            }
        }

        private void use(Instant now) {
            if (!now.isBefore(seen.getLastAccessedTime().plus(WRITTEN_EVERY))) {
                changed = true;
                seen.setLastAccessedTime(now);
            }
        }

        @Override
        public void removeAttribute(String name) {
            changed = true;
            seen.removeAttribute(name);
        }

        @Override
        public Instant getCreationTime() {
            return seen.getCreationTime();
        }

        /** Does nothing: every look at a session says this; {@link #USED} is what counts. */
        @Override
        public void setLastAccessedTime(Instant time) {}

        @Override
        public Instant getLastAccessedTime() {
            return seen.getLastAccessedTime();
        }

        @Override
        public void setMaxInactiveInterval(Duration interval) {
            changed = true;
            seen.setMaxInactiveInterval(interval);
        }

        @Override
        public Duration getMaxInactiveInterval() {
            return seen.getMaxInactiveInterval();
        }

        @Override
        public boolean isExpired() {
            return seen.isExpired();
        }
    }
}
