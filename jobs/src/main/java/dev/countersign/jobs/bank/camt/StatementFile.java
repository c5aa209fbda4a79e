package dev.countersign.jobs.bank.camt;

import dev.countersign.reconcile.service.ActionRefusedException;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;

/**
 * A file of statements as a bank gives it out: XML, of one document or several in a row, or a zip
 * archive of such. What an archive unpacks to is limited.
 */
public final class StatementFile {

    private static final int MEMBERS_MAX = 1_000;
    private static final long UNPACKED_MAX = 512L << 20;
    private static final int MAGIC_LENGTH = 4;

    private StatementFile() {}

    /**
     * Reads all statements of a file.
     *
     * @throws ActionRefusedException when it has none, or one of them cannot be read
     */
    public static void read(InputStream file, StatementSink sink) throws IOException {
        BufferedInputStream in = new BufferedInputStream(file);
        if (isZip(in)) {
            try {
                unpack(in, sink);
            } catch (ZipException e) {
                throw new ActionRefusedException("The zip archive cannot be read.", e);
            }
        } else {
            CamtReader.read(XmlDocuments.open(in), sink);
        }
    }

    private static boolean isZip(BufferedInputStream in) throws IOException {
        in.mark(MAGIC_LENGTH);
        byte[] magic = in.readNBytes(MAGIC_LENGTH);
        in.reset();
        return magic.length == MAGIC_LENGTH && magic[0] == 'P' && magic[1] == 'K' && magic[2] < 10;
    }

    private static void unpack(InputStream file, StatementSink sink) throws IOException {
        ZipInputStream zip = new ZipInputStream(file);
        UnpackedStream unpacked = new UnpackedStream(zip);
        int members = 0;
        for (ZipEntry member = zip.getNextEntry(); member != null; member = zip.getNextEntry()) {
            if (member.isDirectory()) {
                continue;
            }
            members++;
            if (members > MEMBERS_MAX) {
                throw new ActionRefusedException(
                        "The zip archive has more than " + MEMBERS_MAX + " files.");
            }
            try {
                BufferedInputStream in = new BufferedInputStream(unpacked);
                if (isZip(in)) {
                    throw new ActionRefusedException("It is an archive in an archive.");
                }
                CamtReader.read(XmlDocuments.open(in), sink);
            } catch (ActionRefusedException e) {
                throw new ActionRefusedException(member.getName() + ": " + e.getMessage(), e);
            }
        }
        if (members == 0) {
            throw new ActionRefusedException("The zip archive has no file.");
        }
    }

    /** The content of an archive, as long as it is no bomb. */
    private static final class UnpackedStream extends FilterInputStream {

        private long bytes;

        UnpackedStream(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int one = super.read();
            count(one < 0 ? 0 : 1);
            return one;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            int read = super.read(into, from, length);
            count(Math.max(read, 0));
            return read;
        }

        /** The archive goes on after the end of one of its files. */
        @Override
        public void close() {}

        private void count(int more) {
            bytes += more;
            if (bytes > UNPACKED_MAX) {
                throw new ActionRefusedException(
                        "The zip archive unpacks to more than %s MB."
                                .formatted(UNPACKED_MAX >> 20));
            }
        }
    }
}
