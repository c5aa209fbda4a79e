package dev.countersign.facade.security;

import io.github.bucket4j.Bucket;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Set;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Bounds how often one address asks for what costs something before anybody is known: a session, or
 * a question to another server.
 */
public final class SourceLimit extends OncePerRequestFilter {

    private static final int SOURCES_MAX = 10_000;
    private static final Duration PERIOD = Duration.ofMinutes(1);

    private final Set<String> paths;
    private final int perMinute;

    @SuppressWarnings("serial")
    private final Map<String, Bucket> sources =
            new LinkedHashMap<>(16, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Entry<String, Bucket> eldest) {
                    return size() > SOURCES_MAX;
                }
            };

    /**
     * Bounds some paths together.
     *
     * @param perMinute as often as one address may ask for one of them
     */
    public SourceLimit(Set<String> paths, int perMinute) {
        this.paths = Set.copyOf(paths);
        this.perMinute = perMinute;
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        long seconds =
                paths.contains(request.getRequestURI())
                        ? secondsToWait(request.getRemoteAddr())
                        : 0;
        if (seconds == 0) {
            chain.doFilter(request, response);
            return;
        }
        response.setHeader(HttpHeaders.RETRY_AFTER, String.valueOf(seconds));
        response.setStatus(HttpStatus.TOO_MANY_REQUESTS.value());
        response.setContentType("text/plain;charset=UTF-8");
        response.getWriter()
                .println("Too many logins begin at this address. Try again in a minute.");
    }

    /** Takes one of what an address may ask for; zero where there was one left. */
    long secondsToWait(String source) {
        return RateLimit.secondsToWait(bucket(source));
    }

    private Bucket bucket(String source) {
        synchronized (sources) {
            return sources.computeIfAbsent(
                    source,
                    unseen ->
                            Bucket.builder()
                                    .addLimit(
                                            limit ->
                                                    limit.capacity(perMinute)
                                                            .refillGreedy(perMinute, PERIOD))
                                    .build());
        }
    }
}
