package dev.countersign.facade.console.access;

import org.springframework.security.config.annotation.web.builders.HttpSecurity;

/** Another way to log in at the console, added to its chain of filters. */
@FunctionalInterface
public interface LoginMethod {

    /** Adds its filters. */
    void extend(HttpSecurity http);
}
