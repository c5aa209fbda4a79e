package dev.countersign.facade.console.proof;

import dev.countersign.jobs.proof.Issued;
import java.util.List;
import java.util.stream.StreamSupport;
import tools.jackson.databind.json.JsonMapper;

/**
 * A report with the files that its manifest names.
 *
 * @param formats such as {@code csv}, in the order of the manifest
 */
public record Report(Issued issued, List<String> formats) {

    private static final JsonMapper JSON = JsonMapper.shared();

    static Report of(Issued issued) {
        List<String> formats =
                StreamSupport.stream(
                                JSON.readTree(issued.manifest()).path("files").spliterator(), false)
                        .map(file -> file.path("format").asString())
                        .toList();
        return new Report(issued, formats);
    }
}
