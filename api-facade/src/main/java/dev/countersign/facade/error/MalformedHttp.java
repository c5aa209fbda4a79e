package dev.countersign.facade.error;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import tools.jackson.databind.json.JsonMapper;

/**
 * The valve that refuses what is hardly HTTP before any filter sees it. Its error looks like all
 * others.
 */
public final class MalformedHttp extends ErrorReportValve {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final Supplier<String> requestIds;
    private final Consumer<BiConsumer<String, String>> headers;

    /**
     * Answers for a web server.
     *
     * @param requestIds gives ids to requests that have none yet
     * @param headers sets those that every response has
     */
    public MalformedHttp(
            Supplier<String> requestIds, Consumer<BiConsumer<String, String>> headers) {
        this.headers = headers;
        this.requestIds = requestIds;
    }

    /** Puts it in the place of a web server's own error pages. */
    public static WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> ofServer(
            Supplier<String> requestIds, Consumer<BiConsumer<String, String>> headers) {
        return factory ->
                factory.addContextCustomizers(
                        context -> {
                            MalformedHttp errors = new MalformedHttp(requestIds, headers);
                            context.getParent().getPipeline().addValve(errors);
                            if (context.getParent() instanceof StandardHost host) {
                                host.setErrorReportValveClass(MalformedHttp.class.getName());
                            }
                        });
    }

    @Override
    protected void report(Request request, Response response, @Nullable Throwable throwable) {
        int status = response.getStatus();
        if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        String id = requestIds.get();
        headers.accept(response::setHeader);
        response.setHeader(ErrorResponses.REQUEST_ID, id);
        response.setHeader(ErrorResponses.API_VERSION, ErrorResponses.VERSION);
        response.setContentType("application/json");
        response.setCharacterEncoding("UTF-8");
        HttpRefusal refusal = HttpRefusal.ofServer(status, request.getMethod());
        response.setStatus(refusal.status());
        if (refusal.status() == 405 && !response.containsHeader("Allow")) {
            response.setHeader("Allow", String.join(", ", HttpRefusal.METHODS));
        }
        try {
            Writer writer = response.getReporter();
            if (writer != null) {
                writer.write(JSON.writeValueAsString(refusal.json(id)));
                response.finishResponse();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
