package dev.countersign.facade.console.factor;

import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * The names that passkeys are bound to.
 *
 * @param domain domain of the console's address, or one that it belongs to, which passkeys are
 *     bound to
 * @param origins addresses of the console as browsers show them, without path; where it is not set,
 *     that of the server's own port on localhost
 */
@ConfigurationProperties("countersign.console.passkeys")
record PasskeyProperties(
        @DefaultValue("localhost") String domain, @DefaultValue Set<String> origins) {

    PasskeyProperties {
        Assert.isTrue(
                !domain.isBlank() && !domain.contains("/") && !domain.contains(":"),
                "countersign.console.passkeys.domain is a name such as cards.example.com");
        for (String origin : origins) {
            Assert.isTrue(
                    origin.matches("https://[^/]+|http://localhost(:[0-9]+)?"),
                    "countersign.console.passkeys.origins are addresses such as"
                            + " https://cards.example.com, without path");
        }
        origins = Set.copyOf(origins);
    }
}
