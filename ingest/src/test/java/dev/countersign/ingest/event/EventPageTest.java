package dev.countersign.ingest.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.event.EventKind;
import dev.countersign.reconcile.testkit.TextResource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** The page for those who follow events, and their schema, name what there is. */
class EventPageTest {

    private static final Path PAGE = Path.of("..", "api-facade", "docs", "events.md");
    private static final Pattern TYPE = Pattern.compile("(?m)^\\| `([a-z_]+\\.updated)` \\|");

    @Test
    void nameEveryType() throws IOException {
        List<String> types =
                Arrays.stream(EventKind.values()).map(kind -> kind.wire() + ".updated").toList();

        assertThat(TYPE.matcher(Files.readString(PAGE)).results().map(each -> each.group(1)))
                .containsExactlyInAnyOrderElementsOf(types);
        assertThat(schemaTypes()).containsExactlyInAnyOrderElementsOf(types);
    }

    private static List<String> schemaTypes() {
        List<String> types = new ArrayList<>();
        JsonMapper.shared()
                .readTree(TextResource.read("/dev/countersign/ingest/events.schema.json"))
                .at("/properties/type/enum")
                .forEach(type -> types.add(type.stringValue()));
        return types;
    }
}
