package dev.countersign.facade.launch.start;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The names of the product's settings, as the build notes them down beside the classes. */
final class SettingNames {

    private static final String METADATA = "META-INF/spring-configuration-metadata.json";
    private static final String OURS = "countersign.";

    private SettingNames() {}

    /** The settings that a mistyped name may have meant. */
    static List<String> near(String typed) {
        return Spelling.near(typed, all());
    }

    private static Set<String> all() {
        Set<String> names = new TreeSet<>();
        try {
            for (URL metadata :
                    Collections.list(SettingNames.class.getClassLoader().getResources(METADATA))) {
                try (InputStream json = metadata.openStream()) {
                    for (JsonNode property :
                            JsonMapper.shared().readTree(json).path("properties")) {
                        names.add(property.path("name").asString());
                    }
                }
            }
        } catch (IOException e) {
            // A name is suggested where one is found; the failure to explain is another.
            return Set.of();
        }
        names.removeIf(name -> !name.startsWith(OURS));
        return names;
    }
}
