package dev.countersign.facade.rest.input;

import dev.countersign.facade.security.KeyRequests;
import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.KeyedRequest;
import dev.countersign.reconcile.service.IdempotentResponses.Creation;
import dev.countersign.reconcile.service.IdempotentResponses.Reply;
import dev.countersign.reconcile.service.access.ApiKeys.Caller;
import jakarta.servlet.http.HttpServletRequest;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import tools.jackson.databind.json.JsonMapper;

/** The code that the resources share: it finds the caller and makes a create safe to send again. */
public final class Call {

    private static final String KEY = "Idempotency-Key";
    private static final Pattern KEY_FORM = Pattern.compile("[\\x20-\\x7E]{1,255}");
    private static final JsonMapper JSON = JsonMapper.shared();

    private Call() {}

    /** The book of the caller, when its key has the scope. */
    public static Book book(HttpServletRequest request, String scope) {
        return caller(request, scope).book();
    }

    /** The caller, when its key has the scope. */
    public static Caller caller(HttpServletRequest request, String scope) {
        return KeyRequests.caller(request, scope);
    }

    /**
     * The creation of something, and its answer: 201 and what was made.
     *
     * @param json what callers see of it
     */
    public static <T> Creation<T> creation(
            HttpServletRequest request, Book book, Body body, Function<T, Object> json) {
        String key = request.getHeader(KEY);
        KeyedRequest keyed =
                key == null
                        ? null
                        : new KeyedRequest(
                                book,
                                request.getMethod(),
                                request.getRequestURI(),
                                key,
                                body.sha256());
        return new Creation<>(
                keyed, made -> new Reply(201, JSON.writeValueAsString(json.apply(made)), false));
    }

    /** Refuses a key that cannot be one; before the body is looked at. */
    public static void requireKeyForm(HttpServletRequest request) {
        String key = request.getHeader(KEY);
        if (key != null && !KEY_FORM.matcher(key).matches()) {
            throw RequestRefusedException.at(ErrorCode.IDEMPOTENCY_KEY_INVALID, KEY);
        }
    }

    /** A reply as it is sent, the first time and again. */
    public static ResponseEntity<String> send(Reply reply) {
        ResponseEntity.BodyBuilder response =
                ResponseEntity.status(reply.status()).contentType(MediaType.APPLICATION_JSON);
        if (reply.replayed()) {
            response.header("Idempotent-Replayed", "true");
        }
        return response.body(reply.body());
    }
}
