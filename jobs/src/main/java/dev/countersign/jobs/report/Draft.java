package dev.countersign.jobs.report;

import dev.countersign.jobs.night.Night;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/** A report in all its formats, before anybody knows which version it is. */
record Draft(List<File> files, long rows, ControlSums sums) {

    /** The formats of which one decides whether a report came out as before. */
    private static final Set<String> LEADING = Set.of("csv", "xml");

    /** One format of it. */
    record File(String format, Path path, long bytes, String sha256) {

        static File of(String format, Path path) throws IOException {
            return new File(format, path, Files.size(path), ReportFile.sha256(path));
        }
    }

    /** The file by which two drafts are compared. */
    File leading() {
        return files.stream()
                .filter(file -> LEADING.contains(file.format()))
                .findFirst()
                .orElseThrow();
    }

    static Draft make(Handle handle, Night night, String name, Path folder) throws IOException {
        return name.equals(Reports.STATEMENT)
                ? statement(handle, night, folder)
                : table(handle, night, name, folder);
    }

    private static Draft statement(Handle handle, Night night, Path folder) throws IOException {
        Path xml = folder.resolve("xml");
        long rows;
        ControlSums sums = new ControlSums();
        try (OutputStream out = ReportFile.open(xml)) {
            rows = BankStatement.write(handle, night, out, sums);
        }
        ReportFile.finish(xml);
        return new Draft(List.of(File.of("xml", xml)), rows, sums);
    }

    private static Draft table(Handle handle, Night night, String name, Path folder)
            throws IOException {
        Path csv = folder.resolve("csv");
        Path json = folder.resolve("json");
        Path xlsx = folder.resolve("xlsx");
        Path workbook = folder.resolve("workbook");
        ControlSums sums = new ControlSums();
        long rows;
        try (OutputStream csvOut = ReportFile.open(csv);
                OutputStream jsonOut = ReportFile.open(json);
                OutputStream bookOut = ReportFile.open(workbook)) {
            ReportFormats.Csv asCsv = new ReportFormats.Csv(csvOut);
            ReportFormats.Json asJson = new ReportFormats.Json(jsonOut);
            ReportFormats.Xlsx asBook = new ReportFormats.Xlsx(bookOut, name);
            try (AsyncSink book = new AsyncSink(asBook)) {
                rows =
                        ReportRows.read(
                                handle, night, name, new All(List.of(book, asCsv, asJson, sums)));
                asCsv.end();
                asJson.end();
                book.end();
            }
            asBook.end();
        }
        Path written = ReportFile.unfinished(workbook);
        try (OutputStream out = ReportFile.open(xlsx)) {
            ReproducibleZip.copy(written, out);
        }
        Files.delete(written);
        List<File> files = new ArrayList<>();
        for (Path file : List.of(csv, json, xlsx)) {
            ReportFile.finish(file);
            files.add(File.of(file.getFileName().toString(), file));
        }
        return new Draft(files, rows, sums);
    }

    /** Several formats at once, so that the rows are read once. */
    private record All(List<ReportRows.Sink> sinks) implements ReportRows.Sink {

        @Override
        public void columns(List<ReportColumn> columns) {
            sinks.forEach(sink -> sink.columns(columns));
        }

        @Override
        public void row(List<ReportValue> values) {
            sinks.forEach(sink -> sink.row(values));
        }

        @Override
        public void total(List<ReportValue> values) {
            sinks.forEach(sink -> sink.total(values));
        }
    }
}
