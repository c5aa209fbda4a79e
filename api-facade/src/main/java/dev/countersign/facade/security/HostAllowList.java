package dev.countersign.facade.security;

import dev.countersign.facade.error.ErrorResponses;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Serves only the names that this server is known by: a page elsewhere whose name was pointed at
 * this machine gets nothing. The names of the loopback, and the address that a request came in at,
 * are always among them.
 */
public final class HostAllowList extends OncePerRequestFilter {

    private static final Pattern PORT = Pattern.compile("(?<=[^:]|\\]):[0-9]*$");

    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "::1");

    private final Set<String> hosts = new TreeSet<>(LOOPBACK);

    /**
     * Serves some names.
     *
     * @param names without port
     * @param more other names
     */
    public HostAllowList(Collection<String> names, String... more) {
        Stream.concat(names.stream(), Arrays.stream(more))
                .map(HostAllowList::plain)
                .forEach(hosts::add);
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (serves(request.getServerName(), request.getLocalAddr())
                && servesHeader(request.getHeader(HttpHeaders.HOST), request.getLocalAddr())) {
            chain.doFilter(request, response);
        } else {
            ErrorResponses.writeMisdirected(response);
        }
    }

    boolean serves(String host, String localAddress) {
        String name = plain(host);
        return hosts.contains(name) || name.equals(plain(localAddress));
    }

    /**
     * Tells whether the host that the browser itself named is served, whatever a header for proxies
     * makes of it.
     */
    private boolean servesHeader(@Nullable String header, String localAddress) {
        return header == null
                || header.isBlank()
                || serves(PORT.matcher(header.strip()).replaceFirst(""), localAddress);
    }

    private static String plain(String host) {
        String name = host.strip().toLowerCase(Locale.ROOT);
        if (name.startsWith("[") && name.endsWith("]")) {
            name = name.substring(1, name.length() - 1);
        }
        if (name.equals("0:0:0:0:0:0:0:1")) {
            return "::1";
        }
        return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }
}
