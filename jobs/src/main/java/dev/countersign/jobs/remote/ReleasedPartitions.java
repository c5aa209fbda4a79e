package dev.countersign.jobs.remote;

import dev.countersign.jobs.night.NightBusyException;
import dev.countersign.reconcile.service.DatabaseOutage;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Partitions that a worker leaves without an end: its process ends, the database was away, another
 * worker has the partition, or another process the lease. In the database they stay as they are, so
 * that who runs the night goes on waiting for them and another worker begins where they stand.
 */
public final class ReleasedPartitions {

    private ReleasedPartitions() {}

    /** The same repository, which is told nothing of how a partition ends that is left. */
    public static JobRepository withoutReleased(JobRepository repository) {
        return (JobRepository)
                Proxy.newProxyInstance(
                        ReleasedPartitions.class.getClassLoader(),
                        new Class<?>[] {JobRepository.class},
                        (self, method, arguments) -> {
                            if (arguments != null
                                    && arguments.length == 1
                                    && arguments[0] instanceof StepExecution partition
                                    && reason(partition).isPresent()) {
                                return null;
                            }
                            try {
                                return method.invoke(repository, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }

    /** The failure for which a partition is left; empty where it came to an end. */
    static Optional<Throwable> reason(StepExecution partition) {
        return partition.getFailureExceptions().stream()
                .flatMap(failure -> Stream.iterate(failure, Objects::nonNull, Throwable::getCause))
                .filter(ReleasedPartitions::leaves)
                .findFirst();
    }

    private static boolean leaves(Throwable failure) {
        return failure instanceof PartitionReleasedException
                || failure instanceof NightBusyException
                || failure instanceof OptimisticLockingFailureException
                || DatabaseOutage.isIndicatedBy(failure);
    }
}
