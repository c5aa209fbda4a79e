package dev.countersign.facade.launch;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The console's settings.
 *
 * @param passwordStrength of bcrypt, 4 to 31: each more doubles the work of a login
 */
@ConfigurationProperties("countersign.console")
record ConsoleProperties(@DefaultValue("12") int passwordStrength) {

    ConsoleProperties {
        if (passwordStrength < 4 || passwordStrength > 31) {
            throw new IllegalArgumentException("countersign.console.password-strength is 4 to 31");
        }
    }
}
