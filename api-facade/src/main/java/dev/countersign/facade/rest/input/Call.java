package dev.countersign.facade.rest.input;

import dev.countersign.facade.security.KeyRequests;
import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.service.AuditContext;
import dev.countersign.reconcile.service.Writes.Reply;
import dev.countersign.reconcile.service.access.ApiKeys.Caller;
import dev.countersign.reconcile.store.issuing.IdempotencyStore.Request;
import jakarta.servlet.http.HttpServletRequest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import tools.jackson.databind.json.JsonMapper;

/** The code that the resources share: it finds the caller and makes a create safe to send again. */
public final class Call {

    private static final String KEY = "Idempotency-Key";
    private static final Pattern KEY_FORM = Pattern.compile("[\\x20-\\x7E]{1,255}");
    private static final Pattern ID = Pattern.compile("\"id\":\"([a-z]+_[0-9A-Z]{26})\"");
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

    /** The request as its key makes it known; null when it carries none. */
    public static @Nullable Request once(HttpServletRequest request, Book book, Body body) {
        String key = request.getHeader(KEY);
        if (key == null) {
            return null;
        }
        return new Request(book, request.getMethod(), request.getRequestURI(), key, body.sha256());
    }

    /** Refuses a key that cannot be one; before the body is looked at. */
    public static void requireKeyForm(HttpServletRequest request) {
        String key = request.getHeader(KEY);
        if (key != null && !KEY_FORM.matcher(key).matches()) {
            throw new RequestRefusedException(
                    ErrorCode.IDEMPOTENCY_KEY_INVALID,
                    ErrorCode.IDEMPOTENCY_KEY_INVALID.meaning(),
                    KEY);
        }
    }

    /** Returns the reply to a create. The audit trail learns what the create made. */
    public static Reply created(Object json) {
        String body = JSON.writeValueAsString(json);
        Matcher id = ID.matcher(body);
        if (id.find()) {
            AuditContext.about(id.group(1));
        }
        return new Reply(201, body, false);
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
