package dev.countersign.jobs.bank.camt;

import dev.countersign.reconcile.service.ActionRefusedException;
import java.io.BufferedInputStream;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads XML documents that follow each other in a file as one document, under an element of its
 * own: XML itself knows of one document alone. The encoding is that of the first.
 */
final class XmlDocuments {

    private static final int PROLOG_MAX = 256;
    private static final Pattern ENCODING =
            Pattern.compile("<\\?xml[^>]*?encoding\\s*=\\s*[\"']([A-Za-z0-9._-]+)[\"']");

    private XmlDocuments() {}

    static Reader open(BufferedInputStream in) throws IOException {
        in.mark(PROLOG_MAX);
        byte[] prolog = in.readNBytes(PROLOG_MAX);
        in.reset();
        return new ChainedReader(
                new StringReader("<documents>"),
                new DeclarationFilter(decoded(in, encoding(prolog))),
                new StringReader("</documents>"));
    }

    private static Reader decoded(InputStream in, Charset encoding) {
        return new InputStreamReader(
                in,
                encoding.newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT));
    }

    private static Charset encoding(byte[] prolog) {
        if (prolog.length >= 2) {
            int first = ((prolog[0] & 0xFF) << 8) | (prolog[1] & 0xFF);
            if (first == 0xFEFF || first == 0xFFFE || first == 0x003C || first == 0x3C00) {
                return first == 0xFFFE || first == 0x3C00
                        ? StandardCharsets.UTF_16LE
                        : StandardCharsets.UTF_16BE;
            }
        }
        Matcher named = ENCODING.matcher(new String(prolog, StandardCharsets.ISO_8859_1));
        if (!named.find()) {
            return StandardCharsets.UTF_8;
        }
        try {
            return Charset.forName(named.group(1));
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            throw new ActionRefusedException(
                    "The document is in an encoding that is not known: " + named.group(1) + ".", e);
        }
    }

    /** One reader after the other. */
    private static final class ChainedReader extends Reader {

        private final Reader[] readers;
        private int current;

        ChainedReader(Reader... readers) {
            this.readers = readers;
        }

        @Override
        public int read(char[] into, int from, int length) throws IOException {
            while (current < readers.length) {
                int read = readers[current].read(into, from, length);
                if (read >= 0) {
                    return read;
                }
                current++;
            }
            return -1;
        }

        @Override
        public void close() {
            // The caller opened the file and closes it.
        }
    }

    /** Leaves out byte order marks and XML declarations, which may begin a document alone. */
    private static final class DeclarationFilter extends FilterReader {

        private static final String BEGIN = "<?xml";
        private static final char BYTE_ORDER_MARK = '\uFEFF';
        private static final int DECLARATION_MAX = 1_024;

        private final char[] ahead = new char[8_192];
        private int at;
        private int end;

        DeclarationFilter(Reader in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            char[] one = new char[1];
            return read(one, 0, 1) < 0 ? -1 : one[0];
        }

        @Override
        public int read(char[] into, int from, int length) throws IOException {
            int count = 0;
            while (count < length && has(1)) {
                char next = ahead[at];
                if (next == '<' && beginsDeclaration()) {
                    skipDeclaration();
                } else {
                    at++;
                    if (next != BYTE_ORDER_MARK) {
                        into[from + count] = next;
                        count++;
                    }
                }
            }
            return count == 0 && length > 0 ? -1 : count;
        }

        private boolean beginsDeclaration() throws IOException {
            return has(BEGIN.length() + 1)
                    && new String(ahead, at, BEGIN.length()).equals(BEGIN)
                    && Character.isWhitespace(ahead[at + BEGIN.length()]);
        }

        private void skipDeclaration() throws IOException {
            for (int skipped = 0; skipped < DECLARATION_MAX && has(1); skipped++) {
                if (ahead[at++] == '>') {
                    return;
                }
            }
            throw new ActionRefusedException("An XML declaration does not end.");
        }

        /** Reads on until so many characters are there; false at the end of the file. */
        private boolean has(int count) throws IOException {
            while (end - at < count) {
                System.arraycopy(ahead, at, ahead, 0, end - at);
                end -= at;
                at = 0;
                int read = in.read(ahead, end, ahead.length - end);
                if (read < 0) {
                    return false;
                }
                end += read;
            }
            return true;
        }
    }
}
