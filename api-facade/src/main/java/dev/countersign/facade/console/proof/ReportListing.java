package dev.countersign.facade.console.proof;

import dev.countersign.jobs.proof.IssuedReport;
import java.util.List;
import java.util.stream.StreamSupport;
import tools.jackson.databind.json.JsonMapper;

/**
 * A report with the files that its manifest names.
 *
 * @param formats such as {@code csv}, in the order of the manifest
 */
public record ReportListing(IssuedReport issued, List<String> formats) {

    private static final JsonMapper JSON = JsonMapper.shared();

    static ReportListing of(IssuedReport issued) {
        List<String> formats =
                StreamSupport.stream(
                                JSON.readTree(issued.manifest()).path("files").spliterator(), false)
                        .map(file -> file.path("format").asString())
                        .toList();
        return new ReportListing(issued, formats);
    }
}
