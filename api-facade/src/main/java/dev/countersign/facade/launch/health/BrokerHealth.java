package dev.countersign.facade.launch.health;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Health indicator that tells whether the broker answers. A consumer that waits for the broker
 * would not say so.
 */
public record BrokerHealth(Admin admin) implements HealthIndicator {

    private static final int WAIT_MS_MAX = 2_000;

    @Override
    public Health health() {
        try {
            int nodes =
                    admin.describeCluster(new DescribeClusterOptions().timeoutMs(WAIT_MS_MAX))
                            .nodes()
                            .get(WAIT_MS_MAX, TimeUnit.MILLISECONDS)
                            .size();
            return Health.up().withDetail("nodes", nodes).build();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Health.down(e).build();
        } catch (ExecutionException | TimeoutException e) {
            return Health.down().withDetail("reason", "the broker does not answer").build();
        }
    }
}
