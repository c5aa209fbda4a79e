package dev.countersign.facade.launch;

import dev.countersign.facade.launch.start.Product;
import dev.countersign.facade.launch.start.Role;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts the context of the product as the launcher does, without a process around it. */
public final class ProductForTests {

    private ProductForTests() {}

    /** Starts all roles with these settings. */
    public static ConfigurableApplicationContext start(List<String> settings) {
        return start(EnumSet.allOf(Role.class), "test-product", settings);
    }

    /** Starts some roles under a name of their own. */
    public static ConfigurableApplicationContext start(
            Set<Role> roles, String instance, List<String> settings) {
        List<String> all = new ArrayList<>(settings);
        all.add("--countersign.ingest.instance-id=" + instance);
        all.add("--management.server.port=0");
        return Product.application(roles, false).run(all.toArray(String[]::new));
    }
}
