package dev.countersign.jobs;

import java.util.List;

/**
 * The answer to whether a complete date would come out as it did.
 *
 * @param differences what would not; none when all would
 * @param remarks what has changed since and is no difference: no night could have known it
 */
public record RerunResult(List<String> differences, List<String> remarks) {

    public RerunResult {
        differences = List.copyOf(differences);
        remarks = List.copyOf(remarks);
    }
}
