package dev.countersign.facade.deploy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;

/** YAML that is read into a type, and refused where the type has no such member. */
final class StrictYaml {

    private static final JsonMapper MAPPER =
            JsonMapper.builder()
                    .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .annotationIntrospector(new StrictIntrospector())
                    .build();

    private StrictYaml() {}

    /** The models of Kubernetes keep what they do not know in a map; here it is a fault. */
    private static final class StrictIntrospector extends JacksonAnnotationIntrospector {

        private static final long serialVersionUID = 1L;

        @Override
        public Boolean hasAnySetter(MapperConfig<?> config, Annotated member) {
            return false;
        }
    }

    /** The documents of a file, with anchors and merges in their place and no key twice. */
    static List<JsonNode> documents(Path file) throws Exception {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        List<JsonNode> documents = new ArrayList<>();
        for (Object document : new Yaml(options).loadAll(Files.readString(file))) {
            documents.add(MAPPER.valueToTree(document));
        }
        return documents;
    }

    static <T> T read(JsonNode document, Class<T> type) {
        return MAPPER.treeToValue(document, type);
    }
}
