package dev.countersign.jobs.report;

import dev.countersign.jobs.night.Night;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The statements about the files of an issued report: columns, rows, sums, the cut of the feed,
 * hashes.
 *
 * <p>The database keeps its members and not their order, so they are always written in the order of
 * their names: a manifest that is written again is the same to the byte.
 */
record Manifest(JsonNode json) {

    /** The format that its file is named after. */
    static final String FORMAT = "manifest.json";

    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED)
                    .build();

    static Manifest parse(String text) {
        return new Manifest(JSON.readTree(text));
    }

    static Manifest of(Handle handle, Night night, String name, int version, Draft draft) {
        ObjectNode json = JSON.createObjectNode();
        json.put("report", name)
                .put("mode", night.mode().wire())
                .put("business_date", night.businessDate().toString())
                .put("version", version)
                .put("night", night.id())
                .put("rows", draft.rows());
        ObjectNode cut = json.putObject("cut");
        handle.select("select partition, next_offset from night_cut where night_id = ?", night.id())
                .map(
                        (row, context) ->
                                cut.put(row.getString("partition"), row.getLong("next_offset")))
                .list();
        draft.sums().writeTo(json);
        if (!draft.columns().isEmpty()) {
            ArrayNode columns = json.putArray("columns");
            draft.columns().forEach(column -> column.writeTo(columns.addObject()));
        }
        var files = json.putArray("files");
        for (Draft.File file : draft.files()) {
            files.addObject()
                    .put("format", file.format())
                    .put("bytes", file.bytes())
                    .put("sha256", file.sha256());
        }
        return new Manifest(json);
    }

    /** The SHA-256 of each file, by its format. */
    Map<String, String> hashes() {
        Map<String, String> hashes = new TreeMap<>();
        for (JsonNode file : json.path("files")) {
            hashes.put(file.path("format").asString(), file.path("sha256").asString());
        }
        return hashes;
    }

    /** The columns of a report that is a table, in their order. */
    List<ReportColumn> columns() {
        return json.path("columns").valueStream().map(ReportColumn::parse).toList();
    }

    String text() {
        return JSON.writeValueAsString(json) + "\n";
    }

    /** The content of its file. */
    byte[] bytes() {
        return text().getBytes(StandardCharsets.UTF_8);
    }
}
