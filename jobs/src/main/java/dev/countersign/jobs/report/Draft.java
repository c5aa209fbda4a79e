package dev.countersign.jobs.report;

import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.domain.text.Sha256;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/**
 * A report as it comes out now, before anybody knows which version it is.
 *
 * @param columns empty for the statement of account 2010, which is no table
 * @param files what was written, hashed while it was; the first one stands for the report
 */
record Draft(List<ReportColumn> columns, long rows, ControlSums sums, List<File> files) {

    /** One format of it. */
    record File(String format, long bytes, String sha256) {}

    /** The place that a format is written to. */
    @FunctionalInterface
    interface Target {
        OutputStream open(String format) throws IOException;
    }

    /** The SHA-256 of each file, by its format. */
    Map<String, String> hashes() {
        return files.stream().collect(Collectors.toMap(File::format, File::sha256));
    }

    static Draft write(Handle handle, Night night, String name, Target target) throws IOException {
        ControlSums sums = new ControlSums();
        if (name.equals(Reports.STATEMENT)) {
            try (HashedOutput xml = new HashedOutput("xml", target)) {
                long rows = NetworkAccountStatement.write(handle, night, xml.inBlocks(), sums);
                return new Draft(List.of(), rows, sums, List.of(xml.end()));
            }
        }
        try (HashedOutput csv = new HashedOutput("csv", target);
                HashedOutput json = new HashedOutput("json", target)) {
            ReportWriter writer = new ReportWriter(csv.inBlocks(), json.inBlocks(), sums);
            long rows = ReportQuery.read(handle, night, name, writer);
            writer.end();
            return new Draft(writer.columns(), rows, sums, List.of(csv.end(), json.end()));
        }
    }

    /** The bytes of one format on their way, hashed and counted. */
    private static final class HashedOutput extends FilterOutputStream {

        private static final int BLOCK = 1 << 16;

        private final String format;
        private final MessageDigest digest = Sha256.begin();
        private long bytes;

        HashedOutput(String format, Target target) throws IOException {
            super(target.open(format));
            this.format = format;
        }

        /**
         * A buffer in front of it, for who writes a few bytes at a time; flushed before the end.
         */
        OutputStream inBlocks() {
            return new BufferedOutputStream(this, BLOCK);
        }

        @Override
        public void write(int single) throws IOException {
            out.write(single);
            digest.update((byte) single);
            bytes++;
        }

        @Override
        public void write(byte[] content, int offset, int length) throws IOException {
            out.write(content, offset, length);
            digest.update(content, offset, length);
            bytes += length;
        }

        File end() throws IOException {
            flush();
            return new File(format, bytes, HexFormat.of().formatHex(digest.digest()));
        }
    }
}
