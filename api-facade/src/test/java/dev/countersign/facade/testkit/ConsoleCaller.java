package dev.countersign.facade.testkit;

import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.service.access.Operators;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.context.ApplicationContext;

/** Calls the console as a browser does: with its cookie, and the token of its forms. */
public final class ConsoleCaller {

    /** The password of everybody who works at the console. */
    public static final String PASSWORD = "correct horse battery";

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Pattern TOKEN = Pattern.compile("data-form-token=\"([A-Za-z0-9_-]+)=*\"");
    private static final Pattern FIELD = Pattern.compile("name=\"form_token\" value=\"([^\"]+)\"");
    private static final Pattern HIDDEN =
            Pattern.compile("name=\"(asked_at|amount_minor)\" value=\"([^\"]*)\"");
    private static final Pattern BREAK =
            Pattern.compile("/console/sandbox/breaks/(brk_[0-9A-Z]{26})");

    private final String address;
    private String cookie = "";
    private String known = "";
    private String token = "";

    public ConsoleCaller(String address) {
        this.address = address;
    }

    /**
     * Somebody new who works at the console of a product, logged in with a password of their own.
     */
    public static ConsoleCaller somebody(TestProduct product, String name, OperatorRole... roles) {
        employ(product, name, roles);
        return new ConsoleCaller(product.address()).loggedIn(name, PASSWORD);
    }

    /** Adds somebody who works at the console, with a password of their own. */
    public static void employ(TestProduct product, String name, OperatorRole... roles) {
        Operators operators = product.console().operators();
        operators.changePassword(name, operators.create(name, roles).password(), PASSWORD);
    }

    /** The same person, in the same session, at another process of the product. */
    public ConsoleCaller at(ApplicationContext process) {
        ConsoleCaller there =
                new ConsoleCaller(
                        "http://127.0.0.1:"
                                + process.getEnvironment()
                                        .getRequiredProperty("local.server.port"));
        there.cookie = cookie;
        there.known = known;
        there.token = token;
        return there;
    }

    /** The address that a reply leads to. */
    public static String location(HttpResponse<String> reply) {
        return reply.headers().firstValue("Location").orElseThrow();
    }

    /** The body of a page that is there. */
    public String page(String path) {
        HttpResponse<String> reply = get(path);
        if (reply.statusCode() != 200) {
            throw new AssertionError(path + " is " + reply.statusCode());
        }
        return reply.body();
    }

    /** A break of the sandbox that is new, of a clearing far above its authorization. */
    public String newBreak(ApiCaller key) {
        return newBreak(key, 5_000);
    }

    /** A break of the sandbox that is new, of a clearing of so much that was not authorized. */
    public String newBreak(ApiCaller key, long cleared) {
        String bought = key.buy(key.card("virtual"), 10);
        key.clear(bought, cleared);
        key.night();
        return breakOf(bought);
    }

    /** The first break of a transaction. */
    public String breakOf(String transaction) {
        Matcher found = BREAK.matcher(page("/console/sandbox/transactions/" + transaction));
        if (!found.find()) {
            throw new AssertionError(transaction + " has no break");
        }
        return found.group(1);
    }

    /** Agrees to the write-off that the page of a break shows now. */
    public HttpResponse<String> agreeToWriteOff(String breakPage) {
        return approve(breakPage, "/write-off");
    }

    /** Agrees to what a page shows that is asked for now, and is sure of it. */
    public HttpResponse<String> approve(String page, String what) {
        return post(page + what + "/approve", sure(shown(page)));
    }

    /** The same form with the answer to the question that comes before what is for good. */
    public static Map<String, String> sure(Map<String, String> form) {
        Map<String, String> answered = new HashMap<>(form);
        answered.put("sure", "yes");
        return answered;
    }

    /** The hidden fields of the form that agrees; none where a page has none. */
    public Map<String, String> shown(String page) {
        return HIDDEN.matcher(page(page))
                .results()
                .collect(Collectors.toMap(found -> found.group(1), found -> found.group(2)));
    }

    /** Logs in with a password of one's own, and remembers what the pages need. */
    public ConsoleCaller loggedIn(String name, String password) {
        HttpResponse<String> reply =
                post("/console/login", Map.of("name", name, "password", password));
        if (reply.statusCode() != 303) {
            throw new AssertionError(name + " was not let in: " + reply.statusCode());
        }
        HttpResponse<String> page = get("/console/sandbox/audit");
        Matcher found = TOKEN.matcher(page.body());
        if (!found.find()) {
            throw new AssertionError("no form token: " + page.statusCode() + " " + page.body());
        }
        token = found.group(1);
        return this;
    }

    /** Tries to log in, and gives the status of the answer. */
    public int login(String name, String password) {
        return post("/console/login", Map.of("name", name, "password", password)).statusCode();
    }

    /** Remembers the token of the forms of a page that stands alone. */
    public ConsoleCaller withTokenOf(String path) {
        Matcher found = FIELD.matcher(page(path));
        if (!found.find()) {
            throw new AssertionError(path + " has no form");
        }
        token = found.group(1);
        return this;
    }

    /** The cookie of its session. */
    public String cookie() {
        return cookie;
    }

    /** Forgets the token, as a page of another site does not know it. */
    public ConsoleCaller withoutToken() {
        ConsoleCaller other = new ConsoleCaller(address);
        other.cookie = cookie;
        return other;
    }

    public HttpResponse<String> get(String path) {
        return send(HttpRequest.newBuilder(URI.create(address + path)).GET());
    }

    /** The same, as a page asks by itself. */
    public HttpResponse<String> get(String path, String header, String value) {
        return send(HttpRequest.newBuilder(URI.create(address + path)).header(header, value).GET());
    }

    /** Sends a form of the console's own pages. */
    public HttpResponse<String> post(String path, Map<String, String> fields) {
        return post(path, fields, address);
    }

    /** Sends a form of a page of some origin. */
    public HttpResponse<String> post(String path, Map<String, String> fields, String origin) {
        Map<String, String> all = new LinkedHashMap<>(fields);
        if (!token.isEmpty()) {
            all.put("form_token", token);
        }
        String body =
                all.entrySet().stream()
                        .map(each -> encode(each.getKey()) + "=" + encode(each.getValue()))
                        .collect(Collectors.joining("&"));
        return send(
                HttpRequest.newBuilder(URI.create(address + path))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .header("Origin", origin)
                        .POST(BodyPublishers.ofString(body)));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        String cookies =
                Stream.of(cookie, known)
                        .filter(each -> !each.isEmpty())
                        .collect(Collectors.joining("; "));
        if (!cookies.isEmpty()) {
            request.header("Cookie", cookies);
        }
        try {
            HttpResponse<String> reply = HTTP.send(request.build(), BodyHandlers.ofString());
            reply.headers().allValues("Set-Cookie").forEach(this::keep);
            return reply;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void keep(String set) {
        String pair = set.substring(0, set.indexOf(';'));
        if (pair.contains("countersign_browser=")) {
            known = pair;
        } else {
            cookie = pair;
        }
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
