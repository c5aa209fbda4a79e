package dev.countersign.facade.output;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.core.util.Separators.Spacing;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** JSON for people: each member and each element on a line of its own. */
public final class IndentedJson {

    private static final DefaultIndenter TWO_SPACES = new DefaultIndenter("  ", "\n");

    private static final DefaultPrettyPrinter PRINTER =
            new DefaultPrettyPrinter(
                            Separators.createDefaultInstance()
                                    .withObjectNameValueSpacing(Spacing.AFTER)
                                    .withObjectEmptySeparator("")
                                    .withArrayEmptySeparator(""))
                    .withObjectIndenter(TWO_SPACES)
                    .withArrayIndenter(TWO_SPACES);

    private static final JsonMapper JSON = JsonMapper.shared();

    private IndentedJson() {}

    /** A writer that indents. */
    static ObjectWriter writer(JsonMapper mapper) {
        return mapper.writer().with(PRINTER);
    }

    /** The same JSON, indented; numbers keep all their digits. */
    public static byte[] of(byte[] json) {
        ByteArrayOutputStream indented = new ByteArrayOutputStream(2 * json.length);
        try (JsonParser parser = JSON.createParser(json);
                JsonGenerator generator = writer(JSON).createGenerator(indented)) {
            while (parser.nextToken() != null) {
                generator.copyCurrentEventExact(parser);
            }
        }
        indented.writeBytes("\n".getBytes(StandardCharsets.UTF_8));
        return indented.toByteArray();
    }
}
