package dev.countersign.facade.console.provider;

import dev.countersign.facade.console.access.Refusals;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.client.web.AuthorizationRequestRepository;
import org.springframework.security.oauth2.client.web.HttpSessionOAuth2AuthorizationRequestRepository;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;

/**
 * The requests to the provider that wait for its answer, each with the page of the console that was
 * asked for before: the operator goes on there after the login.
 */
final class ReturnAddresses implements AuthorizationRequestRepository<OAuth2AuthorizationRequest> {

    private static final String NEXT = "provider_next";

    private final AuthorizationRequestRepository<OAuth2AuthorizationRequest> requests =
            new HttpSessionOAuth2AuthorizationRequestRepository();

    /** The page that was asked for before the login; null where none was. */
    static @Nullable String of(HttpServletRequest request) {
        return (String) request.getAttribute(NEXT);
    }

    @Override
    public @Nullable OAuth2AuthorizationRequest loadAuthorizationRequest(
            HttpServletRequest request) {
        return requests.loadAuthorizationRequest(request);
    }

    @Override
    public void saveAuthorizationRequest(
            OAuth2AuthorizationRequest wanted,
            HttpServletRequest request,
            HttpServletResponse response) {
        requests.saveAuthorizationRequest(wanted, request, response);
        String next = Refusals.ours(request.getParameter("next"));
        if (next != null) {
            request.getSession().setAttribute(NEXT, next);
        }
    }

    @Override
    public @Nullable OAuth2AuthorizationRequest removeAuthorizationRequest(
            HttpServletRequest request, HttpServletResponse response) {
        HttpSession session = request.getSession(false);
        if (session != null) {
            request.setAttribute(NEXT, session.getAttribute(NEXT));
        }
        return requests.removeAuthorizationRequest(request, response);
    }
}
