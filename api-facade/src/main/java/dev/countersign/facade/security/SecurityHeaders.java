package dev.countersign.facade.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.function.BiConsumer;
import org.springframework.http.HttpHeaders;
import org.springframework.security.web.header.HeaderWriter;
import org.springframework.security.web.header.HeaderWriterFilter;
import org.springframework.security.web.header.writers.CrossOriginOpenerPolicyHeaderWriter;
import org.springframework.security.web.header.writers.CrossOriginOpenerPolicyHeaderWriter.CrossOriginOpenerPolicy;
import org.springframework.security.web.header.writers.CrossOriginResourcePolicyHeaderWriter;
import org.springframework.security.web.header.writers.CrossOriginResourcePolicyHeaderWriter.CrossOriginResourcePolicy;
import org.springframework.security.web.header.writers.HstsHeaderWriter;
import org.springframework.security.web.header.writers.PermissionsPolicyHeaderWriter;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;
import org.springframework.security.web.header.writers.XContentTypeOptionsHeaderWriter;
import org.springframework.security.web.header.writers.frameoptions.XFrameOptionsHeaderWriter;
import org.springframework.security.web.header.writers.frameoptions.XFrameOptionsHeaderWriter.XFrameOptionsMode;

/** The headers that every response has, whatever it is of: they tell browsers what not to do. */
public final class SecurityHeaders {

    /** Scripts and styles from here alone, none inside a page; no frames, no plug-ins. */
    private static final String OF_CONSOLE =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; form-action 'self'; base-uri 'none';"
                    + " frame-ancestors 'none'";

    /** Swagger UI sets styles of its own. */
    private static final String OF_REFERENCE =
            "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline';"
                    + " img-src 'self' data:; font-src 'self' data:; connect-src 'self';"
                    + " form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

    /** Content security policy of a response that is no page: it loads nothing. */
    private static final String OF_ALL_ELSE =
            "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final String PERMISSIONS = "camera=(), microphone=(), geolocation=()";

    private SecurityHeaders() {}

    /**
     * Those of a refusal that no filter sees.
     *
     * @param header sets one
     */
    public static void writeRefusal(BiConsumer<String, String> header) {
        header.accept("X-Content-Type-Options", "nosniff");
        header.accept("X-Frame-Options", "DENY");
        header.accept("Referrer-Policy", ReferrerPolicy.SAME_ORIGIN.getPolicy());
        header.accept("Permissions-Policy", PERMISSIONS);
        header.accept(
                "Cross-Origin-Opener-Policy", CrossOriginOpenerPolicy.SAME_ORIGIN.getPolicy());
        header.accept(
                "Cross-Origin-Resource-Policy", CrossOriginResourcePolicy.SAME_ORIGIN.getPolicy());
        header.accept("Content-Security-Policy", OF_ALL_ELSE);
        header.accept(HttpHeaders.CACHE_CONTROL, "no-store");
    }

    /** The filter that sets them. */
    public static HeaderWriterFilter filter() {
        HstsHeaderWriter hsts = new HstsHeaderWriter();
        hsts.setIncludeSubDomains(false);
        HeaderWriterFilter filter =
                new HeaderWriterFilter(
                        List.<HeaderWriter>of(
                                hsts,
                                new XContentTypeOptionsHeaderWriter(),
                                new XFrameOptionsHeaderWriter(XFrameOptionsMode.DENY),
                                new ReferrerPolicyHeaderWriter(ReferrerPolicy.SAME_ORIGIN),
                                new PermissionsPolicyHeaderWriter(PERMISSIONS),
                                opener(),
                                resource(),
                                SecurityHeaders::writeByPath));
        filter.setShouldWriteHeadersEagerly(true);
        return filter;
    }

    private static CrossOriginOpenerPolicyHeaderWriter opener() {
        CrossOriginOpenerPolicyHeaderWriter writer = new CrossOriginOpenerPolicyHeaderWriter();
        writer.setPolicy(CrossOriginOpenerPolicy.SAME_ORIGIN);
        return writer;
    }

    private static CrossOriginResourcePolicyHeaderWriter resource() {
        CrossOriginResourcePolicyHeaderWriter writer = new CrossOriginResourcePolicyHeaderWriter();
        writer.setPolicy(CrossOriginResourcePolicy.SAME_ORIGIN);
        return writer;
    }

    private static void writeByPath(HttpServletRequest request, HttpServletResponse response) {
        String path = request.getRequestURI();
        response.setHeader("Content-Security-Policy", policy(path));
        if (!isFile(path)) {
            response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        }
    }

    private static String policy(String path) {
        if (path.equals("/console") || path.startsWith("/console/")) {
            return OF_CONSOLE;
        }
        return path.startsWith("/reference") ? OF_REFERENCE : OF_ALL_ELSE;
    }

    /** True for what pages load and browsers may keep. */
    private static boolean isFile(String path) {
        return path.startsWith("/console/assets/")
                || path.startsWith("/webjars/")
                || path.startsWith("/reference")
                || path.equals("/favicon.ico");
    }
}
