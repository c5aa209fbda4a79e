package dev.countersign.facade.rest;

import org.springframework.http.MediaType;
import org.springframework.web.servlet.config.annotation.ContentNegotiationConfigurer;
import org.springframework.web.servlet.config.annotation.ViewControllerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** The settings for requests that no resource decides for itself. */
final class WebSettings implements WebMvcConfigurer {

    /** The interface speaks JSON, whatever a client says that it likes. */
    @Override
    public void configureContentNegotiation(ContentNegotiationConfigurer negotiation) {
        negotiation
                .ignoreAcceptHeader(true)
                .defaultContentType(MediaType.APPLICATION_JSON, MediaType.ALL);
    }

    @Override
    public void addViewControllers(ViewControllerRegistry pages) {
        pages.addRedirectViewController("/", "/console");
        pages.addRedirectViewController("/reference", "/reference/index.html");
        pages.addRedirectViewController("/reference/", "/reference/index.html");
    }
}
