package dev.countersign.bench.load;

import dev.countersign.bench.stage.StageFailure;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A visitor of the console of a product, as a browser is. */
public final class ConsoleVisitor {

    private static final Pattern TOKEN = Pattern.compile("name=\"form_token\" value=\"([^\"]+)\"");
    private static final String PASSWORD = "a password of the benchmark";
    private static final int OK = 200;
    private static final int SEE_OTHER = 303;

    private final HttpClient http = HttpClient.newHttpClient();
    private final String origin;
    private String cookie = "";

    private ConsoleVisitor(String origin) {
        this.origin = origin;
    }

    /**
     * Logs in with what the first start wrote down, and changes the password, as the first login
     * must.
     *
     * @param origin such as {@code http://127.0.0.1:8080}
     */
    public static ConsoleVisitor first(String origin, String name, String password)
            throws IOException, InterruptedException {
        ConsoleVisitor visitor = new ConsoleVisitor(origin);
        visitor.send("/console/login", Map.of("name", name, "password", password));
        Matcher token = TOKEN.matcher(visitor.page("/console/password"));
        if (!token.find()) {
            throw new StageFailure("the console asks for no new password");
        }
        Map<String, String> change = new LinkedHashMap<>();
        change.put("form_token", token.group(1));
        change.put("before", password);
        change.put("after", PASSWORD);
        change.put("again", PASSWORD);
        visitor.send("/console/password", change);
        return visitor;
    }

    /** The body of a page. */
    public String page(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = answer(HttpRequest.newBuilder(URI.create(origin + path)));
        if (answer.statusCode() != OK) {
            throw new StageFailure(path + " was answered with " + answer.statusCode());
        }
        return answer.body();
    }

    private void send(String path, Map<String, String> fields)
            throws IOException, InterruptedException {
        String body =
                fields.entrySet().stream()
                        .map(
                                each ->
                                        each.getKey()
                                                + "="
                                                + URLEncoder.encode(
                                                        each.getValue(), StandardCharsets.UTF_8))
                        .collect(Collectors.joining("&"));
        HttpResponse<String> answer =
                answer(
                        HttpRequest.newBuilder(URI.create(origin + path))
                                .header("Content-Type", "application/x-www-form-urlencoded")
                                .header("Origin", origin)
                                .POST(BodyPublishers.ofString(body)));
        if (answer.statusCode() != SEE_OTHER) {
            throw new StageFailure(path + " was answered with " + answer.statusCode());
        }
    }

    private HttpResponse<String> answer(HttpRequest.Builder request)
            throws IOException, InterruptedException {
        if (!cookie.isEmpty()) {
            request.header("Cookie", cookie);
        }
        HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
        answer.headers().allValues("Set-Cookie").stream()
                .filter(set -> set.contains("countersign_console="))
                .forEach(set -> cookie = set.substring(0, set.indexOf(';')));
        return answer;
    }
}
