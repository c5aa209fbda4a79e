package dev.countersign.facade.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.Pages;
import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.testkit.GeneratedFile;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The page of settings says what stands beside each in the code: the build notes it down as the
 * metadata that editors complete settings from.
 */
class SettingsPageTest {

    private static final String METADATA = "META-INF/spring-configuration-metadata.json";

    private static final Pattern NAMED =
            Pattern.compile(
                    "(?<![\\w./])(?!countersign[.a-z]+\\.v\\d)(countersign(?:\\.[a-z0-9-]+){2,})(?<!\\.yaml)\\b");

    private static final String HEAD =
            """
            # Settings

            For the people who install and run Countersign. This page is made from the code. Nothing has
            to be set: without settings everything runs on this machine, with embedded servers.

            A setting follows `serve` as `--name=value`, or stands in the environment
            (`COUNTERSIGN_INGEST_OWNERS` for `countersign.ingest.owners`), or in an
            `application.yaml` in the directory where the product is started. A list is written with
            commas, a duration as `30s`, `5m` or `7d`. Where Maven starts the product:
            `mvn -q spring-boot:run -Dspring-boot.run.arguments="--server.port=8081"`.

            A password or another secret is refused on a command line, because every user of the machine can
            read it there. It stands in the environment, or in a file that `NAME-file` names, such as
            `SPRING_DATASOURCE_PASSWORD_FILE`.

            Commands read `countersign.topics`, `countersign.clearing`, `countersign.bank`, `countersign.disputes`,
            `countersign.approvals`, `countersign.reports`, `countersign.audit`, `countersign.traces` and
            `countersign.console.second-factor-roles` from the environment and the `application.yaml` too,
            and loosen none of the rules of two operators by it ([security.md](security.md#two-operators)).
            A wrong setting ends the start with one sentence that names it.

            The data directory is not a setting but the variable `COUNTERSIGN_HOME`; it is
            `.countersign` in the directory where the product is started. More about it, and about keys:
            [operations.md](operations.md) and [security.md](security.md).
            """;

    private static final List<Section> SECTIONS =
            List.of(
                    new Section(
                            "Servers",
                            "What is not named is embedded.",
                            "server",
                            "management.server",
                            "spring.datasource",
                            "spring.flyway",
                            "spring.kafka",
                            "countersign.embedded"),
                    new Section(
                            "Keys",
                            "What card numbers and PIN keys are encrypted under;"
                                    + " [security.md](security.md#key-custody) says how to keep it.",
                            "countersign.vault"),
                    new Section(
                            "Feed and decisions",
                            "How a process reads the feed, and what it decides.",
                            "countersign.ingest",
                            "countersign.topics"),
                    new Section(
                            "Nights",
                            "When they run, what may clear, which account settles, what is disputed, and what"
                                    + " takes two operators.",
                            "countersign.night",
                            "countersign.reports",
                            "countersign.clearing",
                            "countersign.bank",
                            "countersign.disputes",
                            "countersign.approvals"),
                    new Section(
                            "REST interface and console",
                            "Who may connect, how often, and how people log in.",
                            "countersign.http",
                            "countersign.api",
                            "countersign.connections",
                            "countersign.shutdown",
                            "countersign.console"),
                    new Section(
                            "Limits of the database",
                            "How long sessions of the REST interface, the console and the stream"
                                    + " may keep others waiting. Nights have none of them.",
                            "countersign.database"),
                    new Section(
                            "Watching",
                            "Traces, logs and the audit trail;"
                                    + " [operations.md](operations.md#watching) says what to watch.",
                            "countersign.traces",
                            "countersign.audit",
                            "logging"));

    private record Section(String title, String about, List<String> prefixes) {

        Section(String title, String about, String... prefixes) {
            this(title, about, List.of(prefixes));
        }

        boolean has(String name) {
            return prefixes.stream().anyMatch(prefix -> name.startsWith(prefix + "."));
        }

        /** In the order of the prefixes. */
        int place(String name) {
            int place = 0;
            while (!name.startsWith(prefixes.get(place) + ".")) {
                place++;
            }
            return place;
        }
    }

    /** A setting as the build notes it down. */
    private record Setting(String name, String type, String byDefault, String description) {

        private static final Pattern KEYS = Pattern.compile(", by (\\w+)(?: and (\\w+))?");
        private static final Pattern OURS = Pattern.compile("dev\\.countersign[\\w.$]+(?=>*$)");

        static Setting of(JsonNode property) {
            return new Setting(
                    property.path("name").asString(),
                    property.path("type").asString(),
                    property.path("defaultValue").asString("").replaceAll("^\\[|\\]$", ""),
                    property.path("description").asString(""));
        }

        String row() {
            return "| `%s` | %s | %s.%s |\n"
                    .formatted(
                            name + keys(),
                            byDefault.isEmpty() ? "" : "`" + byDefault + "`",
                            description.substring(0, 1).toUpperCase(Locale.ROOT)
                                    + description.substring(1),
                            values());
        }

        /** The key of a setting with several values, such as a network. */
        private String keys() {
            if (!type.startsWith("java.util.Map")) {
                return "";
            }
            Matcher keys = KEYS.matcher(description);
            assertThat(keys.find()).as("%s says by what it is set", name).isTrue();
            return ".<"
                    + keys.group(1)
                    + ">"
                    + (keys.group(2) == null ? "" : ".<" + keys.group(2) + ">");
        }

        /** The values of a setting, where they are a list of words. */
        private String values() {
            Matcher ours = OURS.matcher(type);
            return ours.find() ? " Takes " + words(ours.group()) + "." : "";
        }

        private static String words(String type) {
            try {
                return Arrays.stream(Class.forName(type).getEnumConstants())
                        .map(
                                constant ->
                                        "`"
                                                + (constant instanceof Wire wire
                                                        ? wire.wire()
                                                        : constant.toString()
                                                                .toLowerCase(Locale.ROOT)
                                                                .replace('_', '-'))
                                                + "`")
                        .collect(Collectors.joining(", "));
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Test
    void showsEverySettingWithItsDefaultAndMeaning() throws IOException {
        List<Setting> settings = settings();
        assertThat(settings).hasSizeGreaterThan(60).allMatch(each -> !each.description().isEmpty());
        assertThat(settings)
                .allMatch(
                        each ->
                                SECTIONS.stream()
                                                .filter(section -> section.has(each.name()))
                                                .count()
                                        == 1);

        new GeneratedFile("api-facade", "settings.md")
                .assertIs(
                        HEAD
                                + SECTIONS.stream()
                                        .map(section -> section(section, settings))
                                        .collect(Collectors.joining()));
    }

    @Test
    void noPageNamesASettingThatDoesNotExist() throws IOException {
        Set<String> names = settings().stream().map(Setting::name).collect(Collectors.toSet());

        for (Path page : Pages.all()) {
            assertThat(NAMED.matcher(Pages.read(page)).results().map(each -> each.group(1)))
                    .as("%s", page)
                    .allMatch(named -> names.stream().anyMatch(name -> isOrHolds(name, named)));
        }
    }

    /** A setting, what it is set for, or what all of a kind begin with. */
    private static boolean isOrHolds(String name, String named) {
        return name.equals(named) || name.startsWith(named + ".") || named.startsWith(name + ".");
    }

    private static String section(Section section, List<Setting> settings) {
        return "\n## "
                + section.title()
                + "\n\n"
                + section.about()
                + "\n\n| Setting | Default | Meaning |\n|-|-|-|\n"
                + settings.stream()
                        .filter(each -> section.has(each.name()))
                        .sorted(Comparator.comparingInt(each -> section.place(each.name())))
                        .map(Setting::row)
                        .collect(Collectors.joining());
    }

    /** The settings that the product's own modules note down, without those of libraries. */
    private static List<Setting> settings() throws IOException {
        List<Setting> settings = new ArrayList<>();
        Map<String, Setting> byName = new TreeMap<>();
        for (URL metadata :
                Collections.list(SettingsPageTest.class.getClassLoader().getResources(METADATA))) {
            try (InputStream json = metadata.openStream()) {
                List<Setting> inFile =
                        JsonMapper.shared()
                                .readTree(json)
                                .path("properties")
                                .valueStream()
                                .map(Setting::of)
                                .toList();
                if (inFile.stream().anyMatch(each -> each.name().startsWith("countersign."))) {
                    inFile.forEach(each -> byName.put(each.name(), each));
                }
            }
        }
        settings.addAll(byName.values());
        return settings;
    }
}
