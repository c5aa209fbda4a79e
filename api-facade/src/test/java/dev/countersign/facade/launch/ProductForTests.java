package dev.countersign.facade.launch;

import java.util.EnumSet;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts the context of the product as the launcher does, without a process around it. */
public final class ProductForTests {

    private ProductForTests() {}

    /** Starts all roles with these settings. */
    public static ConfigurableApplicationContext start(String... settings) {
        return Product.application(EnumSet.allOf(Role.class), false).run(settings);
    }
}
