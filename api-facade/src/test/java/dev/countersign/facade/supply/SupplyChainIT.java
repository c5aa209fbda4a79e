package dev.countersign.facade.supply;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.apache.maven.artifact.versioning.DefaultArtifactVersion;
import org.apache.maven.artifact.versioning.VersionRange;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The third-party content of the jar, by the bill of materials in it: nothing of it has a fault
 * that advisories.csv knows, and its licences are open ones. No network is asked.
 */
class SupplyChainIT {

    private static final Path JAR = Path.of("target", "countersign.jar");
    private static final Path ADVISORIES = Path.of("src/test/resources/advisories.csv");
    private static final Path ACCEPTED = Path.of("src/test/resources/accepted-advisories.csv");
    private static final String AS_OF = "# as of ";
    private static final int DAYS_MAX = 30;

    private static final Set<String> OPEN =
            Set.of(
                    "0BSD",
                    "Apache-2.0",
                    "BSD-2-Clause",
                    "BSD-3-Clause",
                    "CC0-1.0",
                    "EPL-1.0",
                    "EPL-2.0",
                    "ICU",
                    "Go License",
                    "LGPL-2.1-only",
                    "MIT",
                    "MIT-0",
                    "OpenSSL",
                    "PostgreSQL",
                    "Public Domain",
                    "UPL-1.0",
                    "Zlib");

    @Test
    void hasNoFaultThatIsKnown() throws Exception {
        Map<String, Set<String>> versions = new TreeMap<>();
        for (JsonNode component : components()) {
            versions.computeIfAbsent(
                            component.at("/group").asString()
                                    + ":"
                                    + component.at("/name").asString(),
                            unseen -> new TreeSet<>())
                    .add(component.at("/version").asString());
        }
        List<String> faults = new ArrayList<>();
        Set<String> accepted = new TreeSet<>();
        for (CSVRecord advisory : csv(ACCEPTED)) {
            assertThat(advisory.get("reason")).isNotBlank();
            accepted.add(advisory.get("advisory"));
        }
        Set<String> met = new TreeSet<>();
        for (CSVRecord advisory : csv(ADVISORIES)) {
            VersionRange affected = VersionRange.createFromVersionSpec(advisory.get("affected"));
            for (String version : versions.getOrDefault(advisory.get("artifact"), Set.of())) {
                if (!affected.containsVersion(new DefaultArtifactVersion(version))) {
                    continue;
                }
                if (accepted.contains(advisory.get("advisory"))) {
                    met.add(advisory.get("advisory"));
                } else {
                    faults.add(
                            "%s %s %s: %s"
                                    .formatted(
                                            advisory.get("advisory"),
                                            advisory.get("artifact"),
                                            version,
                                            advisory.get("summary")));
                }
            }
        }

        assertThat(versions).hasSizeGreaterThan(100);
        assertThat(faults).isEmpty();
        assertThat(met).as("accepted, and still there").isEqualTo(accepted);
        tellWhenTheListIsOld();
    }

    @Test
    void hasOpenLicencesOnly() throws IOException {
        List<String> closed = new ArrayList<>();
        for (JsonNode component : components()) {
            Set<String> licences = new TreeSet<>();
            for (JsonNode each : component.at("/licenses")) {
                licences.add(
                        each.at("/expression")
                                .asString(
                                        each.at("/license/id")
                                                .asString(each.at("/license/name").asString(""))));
            }
            if (licences.stream().noneMatch(SupplyChainIT::isOpen)) {
                closed.add(component.at("/purl").asString() + " " + licences);
            }
        }

        assertThat(closed).isEmpty();
    }

    @Test
    void saysInTheJarWhatIsInIt() throws IOException {
        try (ZipFile jar = new ZipFile(JAR.toFile())) {
            assertThat(text(jar, "META-INF/LICENSE")).contains("Apache License");
            assertThat(text(jar, "META-INF/NOTICE")).startsWith("Countersign\n");
            assertThat(text(jar, "META-INF/THIRD-PARTY.txt"))
                    .contains("org.postgresql:postgresql", "org.apache.kafka:kafka-clients");
            assertThat(text(jar, "META-INF/licenses/OpenSSL.txt")).contains("Eric Young");
        }
    }

    private static boolean isOpen(String licence) {
        return OPEN.contains(licence) || licence.startsWith("GPL-2.0-with-classpath-exception");
    }

    /** Libraries, and the native code of the PostgreSQL that is brought along. */
    private static List<JsonNode> components() throws IOException {
        List<JsonNode> components = new ArrayList<>();
        try (ZipFile jar = new ZipFile(JAR.toFile())) {
            for (String bill : List.of("application", "embedded-postgres")) {
                JsonMapper.shared()
                        .readTree(text(jar, "META-INF/sbom/" + bill + ".cdx.json"))
                        .at("/components")
                        .forEach(components::add);
            }
        }
        return components;
    }

    private static String text(ZipFile jar, String name) throws IOException {
        ZipEntry entry = jar.getEntry(name);
        assertThat(entry).as("%s in the jar", name).isNotNull();
        return new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
    }

    private static List<CSVRecord> csv(Path list) throws IOException {
        try (Reader reader = Files.newBufferedReader(list)) {
            return CSVFormat.DEFAULT
                    .builder()
                    .setCommentMarker('#')
                    .setHeader()
                    .setSkipHeaderRecord(true)
                    .get()
                    .parse(reader)
                    .getRecords();
        }
    }

    /** An old list is no fault of the product, and a build without a network cannot renew it. */
    private static void tellWhenTheListIsOld() throws IOException {
        String first = Files.readAllLines(ADVISORIES).getFirst();
        assertThat(first).startsWith(AS_OF);
        LocalDate asOf = LocalDate.parse(first.substring(AS_OF.length()));
        long days = ChronoUnit.DAYS.between(asOf, LocalDate.now(ZoneOffset.UTC));
        if (days > DAYS_MAX) {
            System.err.printf(
                    Locale.ROOT,
                    "Dependencies were compared with the advisories of %s, %d days ago: renew"
                            + " %s.%n",
                    asOf,
                    days,
                    ADVISORIES);
        }
    }
}
