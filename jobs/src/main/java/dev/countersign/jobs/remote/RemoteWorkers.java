package dev.countersign.jobs.remote;

/**
 * The processes that partitions are handed out to.
 *
 * @param processes number of them that are expected; 0 where a night runs in one process alone
 * @param sender how requests reach them
 */
public record RemoteWorkers(int processes, PartitionSender sender) {

    /** A night is run by one process alone. */
    public static final RemoteWorkers NONE =
            new RemoteWorkers(
                    0,
                    request -> {
                        throw new IllegalStateException("nothing is handed out here");
                    });

    /** True where partitions are handed out. */
    public boolean isAny() {
        return processes > 0;
    }
}
